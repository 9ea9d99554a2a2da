/** The fields that an import reads. `id` is only in our own export. */
export const IMPORT_FIELDS = [
  ...(["id", "name", "first_name", "middle_name", "last_name", "email", "phone", "party_size", "notes"] as const),
  ...(["tags", "table", "external_id", "companions", "locale"] as const),
] as const;

export type ImportField = (typeof IMPORT_FIELDS)[number];

/**
 * Known headers by field. Case, accents, digits, punctuation and remarks in brackets are ignored: `E-mail 1 - Value` and
 * `emailvalue` are the same. Within a field, earlier spellings take precedence: a mobile number over the one at work.
 * Languages: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
 * Swedish, Danish, Norwegian, Finnish, Czech, Romanian, Hungarian, Turkish, Greek, Russian, Ukrainian, Japanese,
 * Chinese, Korean.
 */
export const HEADERS: Readonly<Record<ImportField, string>> = {
  id: "id; guest id",
  name: `
    name; full name; guest name; guest; display name; attendee name; attendee; invitee; contact name; names;
    vollständiger Name; Vor- und Nachname; Vorname und Nachname; Vorname Nachname; Gast; Gastname; Name des Gastes;
    Anzeigename; Teilnehmer; nom complet; nom et prénom; prénom et nom; nom prénom; nom; invité; nom de l'invité;
    nom d'affichage; nombre completo; nombre y apellidos; nombre; invitado; nombre del invitado; nombre para
    mostrar; nome completo; nome e cognome; cognome e nome; nominativo; nome; ospite; invitato; nome visualizzato;
    nome e sobrenome; convidado; nome do convidado; volledige naam; naam; gast; naam gast; weergavenaam; imię i
    nazwisko; nazwa; gość; fullständigt namn; namn; fulde navn; fullt navn; navn; gäst; gæst; gjest; nimi; koko
    nimi; jméno a příjmení; celé jméno; nume complet; nume și prenume; teljes név; név; ad soyad; adı soyadı; isim;
    ονοματεπώνυμο; имя и фамилия; фамилия и имя; фио; ім'я та прізвище; піб; 氏名; 名前; お名前; 姓名; 名字; 이름; 성명`,
  first_name: `
    first name; given name; forename; christian name; attendee first name; guest first name; fname; Vorname;
    Rufname; prénom; primer nombre; nombre de pila; nome proprio; primeiro nome; nome próprio; voornaam; imię;
    förnamn; fornavn; etunimi; křestní jméno; jméno; prenume; keresztnév; utónév; ad; adı; όνομα; имя; ім'я; 名`,
  middle_name: `
    middle name; additional name; middle names; second name; zweiter Vorname; weitere Vornamen; deuxième prénom;
    autres prénoms; segundo nombre; secondo nome; segundo nome; tweede voornaam; drugie imię; mellannamn;
    mellemnavn; mellomnavn; отчество; по батькові`,
  last_name: `
    last name; family name; surname; attendee last name; attendee surname; guest last name; lname; Nachname;
    Familienname; Zuname; nom de famille; apellidos; apellido; primer apellido; cognome; sobrenome; apelido; último
    nome; achternaam; familienaam; nazwisko; efternamn; efternavn; etternavn; sukunimi; příjmení; nume de familie;
    vezetéknév; családnév; soyad; soyadı; επώνυμο; фамилия; прізвище; 姓; 苗字; 성`,
  email: `
    email; mail; email address; email value; primary email; attendee email; guest email; contact email; emails;
    E-Mail-Adresse; Mailadresse; E-Mail privat; E-Mail geschäftlich; E-Post; courriel; adresse e-mail; adresse mail;
    adresse courriel; adresse électronique; adresse de messagerie; mél; correo; correo electrónico; correo-e;
    dirección de correo electrónico; dirección de correo; dirección de e-mail; posta elettronica; indirizzo e-mail;
    indirizzo mail; indirizzo di posta elettronica; correio eletrônico; correio electrónico; endereço de e-mail;
    endereço eletrônico; e-mailadres; mailadres; adres e-mail; adres email; poczta; poczta elektroniczna;
    e-postadress; mailadress; e-mailadresse; e-postadresse; sähköposti; sähköpostiosoite; e-mailová adresa; adresă
    de e-mail; adresa de e-mail; e-mail cím; e-posta; e-posta adresi; διεύθυνση email; почта; электронная почта; эл.
    почта; адрес электронной почты; имейл; електронна пошта; пошта; メール; メールアドレス; 邮箱; 电子邮件; 电子邮箱; 이메일; 메일; buyer
    email; purchaser email; order email; personal email; home email; work email; business email`,
  phone: `
    mobile; mobile phone; mobile number; mobile phone number; cell; cell phone; cell phone number; cellphone;
    whatsapp; whatsapp number; Handy; Handynummer; Mobil; Mobiltelefon; Mobilnummer; Mobilfunknummer; Mobilfunk;
    portable; téléphone portable; téléphone mobile; numéro de portable; móvil; teléfono móvil; celular; teléfono
    celular; cellulare; telefono cellulare; numero di cellulare; telemóvel; telefone celular; mobiel; mobiele
    telefoon; mobiel nummer; telefon komórkowy; komórka; mobilnummer; matkapuhelin; mobilní telefon; telefon mobil;
    mobilszám; cep telefonu; κινητό; мобильный; мобильный телефон; мобільний; 携帯; 携帯電話; 手机; 手机号; 휴대폰; phone; phone
    number; phone value; telephone; telephone number; tel; contact number; primary phone; attendee phone; Telefon;
    Telefonnummer; Rufnummer; téléphone; numéro de téléphone; tél; teléfono; número de teléfono; telefono; numero di
    telefono; telefone; número de telefone; telefoon; telefoonnummer; numer telefonu; nr telefonu; telefonnummer;
    telefonnr; puhelin; puhelinnumero; telefonní číslo; număr de telefon; telefonszám; telefon numarası; τηλέφωνο;
    телефон; номер телефона; номер телефону; 電話; 電話番号; 电话; 电话号码; 전화; 전화번호; home phone; home telephone; Telefon
    privat; business phone; work phone; Telefon geschäftlich; other phone; other telephone`,
  party_size: `
    party size; size of party; group size; household size; number of guests; no of guests; guest count; guests;
    headcount; head count; pax; persons; people; number of people; number of persons; seats; number of seats;
    tickets; number of tickets; ticket quantity; quantity; qty; Anzahl Personen; Personenanzahl; Personenzahl;
    Personen; Anzahl der Personen; Anzahl Gäste; Anzahl der Gäste; Gruppengröße; Gäste; Plätze; Anzahl; nombre de
    personnes; nb de personnes; nombre d'invités; taille du groupe; personnes; places; número de personas; nº de
    personas; número de invitados; personas; tamaño del grupo; plazas; numero di persone; numero persone; persone;
    numero di ospiti; numero ospiti; posti; número de pessoas; nº de pessoas; número de convidados; pessoas;
    lugares; aantal personen; aantal gasten; personen; aantal; liczba osób; liczba gości; osoby; liczba miejsc;
    antal personer; antal gäster; antal gæster; antall personer; antall gjester; personer; henkilömäärä; počet osob;
    počet hostů; număr de persoane; létszám; kişi sayısı; αριθμός ατόμων; количество гостей; количество человек;
    кількість гостей; 人数; 参加人数; 인원`,
  notes: `
    notes; note; comments; comment; remarks; remark; guest notes; Notizen; Notiz; Bemerkungen; Bemerkung;
    Anmerkungen; Anmerkung; Kommentar; Kommentare; remarques; remarque; commentaires; commentaire; notas; nota;
    comentarios; comentario; observaciones; note; osservazioni; commenti; commento; comentários; comentário;
    observações; opmerkingen; opmerking; notities; notitie; uwagi; notatki; komentarz; anteckningar; kommentarer;
    bemærkninger; noter; merknader; notater; huomautukset; muistiinpanot; poznámky; poznámka; observații; mențiuni;
    megjegyzés; notlar; σημειώσεις; примечания; комментарий; заметки; примітки; 備考; メモ; 备注; 메모; 비고`,
  tags: `
    tags; tag; guest tags; Schlagwörter; Schlagworte; Schlagwort; mots-clés; étiquettes; étiquette; etiquetas;
    etiqueta; etichette; etichetta; etykiety; tagi; taggar; etiketter; tunnisteet; štítky; etichete;
    címkék; etiketler; ετικέτες; теги; метки; мітки; タグ; 标签; 標籤; 태그`,
  table: `
    table; table name; table number; table no; seated at; Tisch; Tischnummer; Tischname; Tisch Nr; numéro de table;
    nom de table; mesa; número de mesa; nº de mesa; tavolo; numero tavolo; tafel; tafelnummer; stolik; numer stolika;
    stół; bord; bordsnummer; bordnummer; pöytä; stůl; masă; asztal; masa; τραπέζι; стол; номер стола; стіл;
    テーブル; 卓; 桌号; 桌號; 테이블`,
  external_id: `
    external id; external identifier; external reference; customer id; contact id; member id; member number;
    membership number; Externe ID; Kundennummer; Mitgliedsnummer; identifiant externe; id externo; id esterno;
    extern id; zewnętrzny id; внешний id; зовнішній id; 外部ID; 外部编号; 외부 ID`,
  companions: `
    companions; companion; companion names; names of companions; plus one name; plus one names; names of plus ones;
    accompanied by; household members; Begleitung; Begleitpersonen; Begleiter; Namen der Begleitung; accompagnants;
    accompagnateurs; accompagné de; acompañantes; nombres de los acompañantes; accompagnatori; acompanhantes;
    metgezellen; introducés; osoby towarzyszące; sällskap; ledsagere; følge; seuralaiset; doprovod; însoțitori;
    kísérők; refakatçiler; συνοδοί; сопровождающие; супровід; 同伴者; 同行者; 동반자`,
  locale: `
    locale; language code; language tag; lang; Sprachcode; code langue; código de idioma; codice lingua; taalcode;
    kod języka; språkkod; sprogkode; språkkode; kielikoodi; kód jazyka; nyelvkód; dil kodu; код языка; код мови`,
};
