/**
 * Words of names, by language, in any case, with or without accents: `greetingName` compares them folded and without
 * full stops. Words that begin an Asian or Hungarian name are in `FAMILY_NAMES`. A list has a word once, in the first
 * language that has it, because the bundle has a budget.
 */

/** Words of names that do not begin with a first name: titles, articles, families, groups, "and". */
const NOT_A_PERSON = {
  en: `mr mrs ms mx miss mister madam master dr doctor doc prof professor sir dame lord lady duke duchess count
    countess baron baroness viscount earl prince princess rev reverend father fr sister brother rabbi imam pastor
    bishop hon honourable judge justice captain capt col colonel major maj sgt sergeant lt lieutenant general gen
    admiral ambassador senator sen president esq jr sr ii iii iv phd md the a an family families household fam couple
    parents children kids siblings twins mum mummy mom mommy dad daddy mother grandma grandpa grandmother grandfather
    granny nana nan aunt auntie aunty uncle cousin cousins baby guest guests plus team group club class company dept
    department office staff crew band household neighbours neighbors colleagues ltd llc inc corp plc and n or with von`,
  es: `senor senora senorita senores senoras sra srta sres sras don dona dra doctora dres profa profesor profesora
    lic licenciado licenciada ing ingeniero ingeniera arq abogado abogada padre madre hermano hermana sor fray san
    santa excmo excma ilmo ilma conde condesa duque duquesa marques marquesa principe princesa infante infanta el la
    los las lo un una unos unas familia familias flia pareja padres hijos hijas hermanos hermanas matrimonio esposos
    mama papa abuela abuelo abuelos tia tio tios primo prima primos invitado invitada invitados acompanante equipo
    grupo empresa y e con o viuda`,
  fr: `m mm monsieur messieurs mme mmes madame mesdames mlle mlles mademoiselle mesdemoiselles docteur docteure pr
    professeur professeure me maitre maitres pere mere soeur frere abbe mgr monseigneur comte comtesse duc duchesse
    marquis marquise princesse baronne presidente capitaine le les l une des du de famille familles epoux enfants
    fils fille filles maman mamie mamy papi papy grand-mere grand-pere tante tonton oncle cousine invite invitee
    invites equipe groupe societe et ou avec veuve`,
  de: `herr herrn herren frau frauen fraulein hr drin doktor doktorin med rer phil jur dipl mag magister professorin
    pfarrer pfarrerin pater schwester bruder graf grafin furst furstin prinz prinzessin freiherr freifrau freiin
    baronin baronesse herzog herzogin hofrat geheimrat prasident prasidentin minister ministerin direktor direktorin
    oberst hauptmann der die das den dem ein eine familie familien eheleute ehepaar paar eltern kinder geschwister
    zwillinge mutti mutter vati vater oma opa grosseltern grossmutter grossvater onkel kusine gast gaste begleitung
    gruppe verein klasse haushalt nachbarn kollegen kolleginnen firma gmbh ag kg ev buro abteilung und u sowie mit samt nebst oder witwe`,
  it: `signor signore signora signorina signori sig sigra sigrina sigg sigri dott dottor dottore dottoressa dottssa
    professore professoressa profssa avv avvocato avvocata ingegnere arch architetto geom rag donna suor suora fra
    frate mons monsignore conte contessa duca duchessa marchese marchesa principessa barone baronessa il i gli uno
    famiglia famiglie coniugi coppia genitori figli figlie fratelli sorelle gemelli mamma babbo nonna nonno nonni zia
    zio zii cugino cugina cugini ospite ospiti gruppo squadra ditta spa srl ed vedova`,
  pt: `senhor senhora senhores senhoras senhorita srs dom drs doutor doutora professora eng engenheiro engenheira
    frei irma irmao condessa barao baronesa os as um uma uns umas casal pais filhos filhas irmaos irmas gemeos mamae
    mae pai papai vovo avo avos convidado convidada convidados acompanhante turma ltda com viuva`,
  nl: `heer heren dhr mevrouw mevr mw mej mejuffrouw meneer mijnheer ir dokter dominee ds pastoor zuster broeder
    graaf gravin barones jonkheer jhr jonkvrouw prins prinses het een gezin echtpaar stel ouders kinderen broers
    zussen tweeling mam moeder pap vader grootouders oom neef nicht gasten introduce groep vereniging bedrijf bv en
    met of weduwe`,
  pl: `pan pani panna panowie panie panstwo p hab inz inzynier mec mecenas ks ksiadz siostra brat ojciec hrabia
    hrabina ksiaze ksiezna ksiezniczka baronowa rodzina rodziny rodz malzenstwo malzonkowie para rodzice dzieci
    rodzenstwo blizniaki mamusia tata tatus babcia dziadek dziadkowie ciocia ciotka wujek wuj stryj kuzyn kuzynka
    kuzyni gosc goscie osoba towarzyszaca zespol grupa klasa klub oraz z ze lub wdowa`,
  tr: `bay bayan sayin sn bey hanim beyefendi hanimefendi efendi docent av avukat muh muhendis hoca hocam haci pasa
    sultan prens prenses aile ailesi aileler ail cift cifti ebeveyn cocuk cocuklar cocuklari kardes kardesler ikizler
    esi anne annem baba babam anneanne babaanne nine dede teyze hala dayi amca abla abi agabey kuzen misafir
    misafirler davetli ekip ekibi takim grup grubu sirket ve ile bir`,
  ar: `السيد السيدة الآنسة السادة السيدات سيد سيدة آنسة الدكتور الدكتورة دكتور دكتورة د الأستاذ الأستاذة أستاذ أستاذة
    أ المهندس المهندسة مهندس م الشيخ الشيخة شيخ الأمير الأميرة أمير أميرة الحاج الحاجة حاج عائلة العائلة آل أسرة
    الأسرة أبناء إخوان عم عمة خال خالة و أو مع al abu umm bin bint ibn sheikh shaikh sheikha sayyid sayed hajj haj`,
  ja: `様 さん 君 先生 氏 殿 御一同様 ご家族 家族 家 一同 夫妻 ご夫妻 と sama sensei kun`,
  other: `г-н г-жа господин госпожа господа доктор профессор семья супруги родители дети мама папа бабушка дедушка тетя
    дядя брат сестра и с κ κος κα κυριος κυρια κυριοι οικογενεια δρ και`,
  zh: `女士 小姐 太太 夫人 博士 教授 老师 一家 全家 家庭 夫妇 和 与 及`,
};

/**
 * Words that no first name is if they come first: family names in Vietnamese, Hungarian, Japanese, Chinese and Korean,
 * in Latin letters; and what begins a family name, a title or a group, but is also a whole family name: `Anna King`.
 */
const FAMILY_NAMES = {
  other: `van vander ter ten mc st saint sankt king queen emperor pope coach officer mayor chef house table class
    burgermeister burgermeisterin kommerzialrat haji bride groom braut brautigam trauzeuge trauzeugin`,
  vi: `nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly doan trinh dinh truong lam luong luu
    dao ha cao ta thai chu quach nghiem tong trieu vuong kieu tang to luc la phung quang thach khuc mac giang diep
    dam hua ung`,
  hu: `nagy kovacs toth szabo horvath varga kiss molnar nemeth farkas balogh papp takacs juhasz lakatos meszaros olah
    fekete racz szilagyi torok feher gal kis szucs kocsis pinter fodor orsos szalai sipos magyar gulyas biro kiraly
    katona bogdan boros fazekas somogyi fulop vincze veres hegedus deak budai papai vegh balla farago kerekes halasz
    hajdu barta pasztor bodnar dudas lengyel szekeres banyai csonka bakos kozma`,
  ja: `sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi
    matsumoto inoue kimura hayashi saito shimizu yamazaki yamasaki mori ikeda abe hashimoto yamashita ishikawa
    nakajima nakashima maeda fujita ogawa goto okada hasegawa murakami kondo ishii sakamoto endo aoki fujii nishimura
    fukuda ota oota miura fujiwara okamoto matsuda nakagawa nakano harada ono tamura takeuchi kaneko wada nakayama
    ishida ueda morita hara shibata sakai kudo yokoyama miyazaki miyamoto uchida takagi ando taniguchi ohno maruyama
    imai takada fujimoto murata takeda uehara sugiyama masuda hirano otsuka chiba kubo matsui iwasaki sakurai
    kinoshita noguchi matsuo nomura kikuchi sano onishi sugawara arai hamada satoh itoh katoh saitoh kohno endoh`,
  zh: `wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie song han
    deng feng peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu lv lyu ding ren yao shen zhong cui
    tan fan shi liao xia fu fang zou xiong bai meng qin qiu hou yin xue yan duan long tao mao gu gong shao wan qian
    dai kong xiang chang ouyang sima zhuge wong cheung chan leung lau ng kwok tse tsang chow yeung tsui chiu hui yip
    choi kwan lai poon lo siu fung mok tsai hsu hsieh hsiao tseng chiang kuo chou chung chien teng shih yeh tsao chao
    lim goh ong koh teo chua yap soh`,
  ko: `kim lee yi rhee park pak bak choe jung jeong cheong kang gang cho jo yoon yun jang im rim oh seo suh shin sin
    kwon gwon hwang ahn ryu yoo hong jeon ko go moon mun son sohn bae paik baek baik heo hur nam shim sim noh roh
    kwak gwak sung seong cha joo woo koo ku eom um chae cheon bang hyun hahm ham byun yeom yeo so seok pyo namkung
    hwangbo`,
};

function listed(words: Readonly<Record<string, string>>): string[] {
  return Object.values(words).flatMap((list) => list.split(/\s+/));
}

export const NOT_A_PERSON_WORDS: readonly string[] = listed(NOT_A_PERSON);
export const FAMILY_FIRST_NAMES: readonly string[] = listed(FAMILY_NAMES);
