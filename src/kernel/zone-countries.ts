// Written by scripts/generate-zone-countries.ts from the tz database, version 2025b. Public domain.

/** By area: each country (ISO 3166) with its zones there. Grouped so because it compresses well. */
export const ZONES: Readonly<Record<string, string>> = {
  "Africa/":
    "AOLuanda,BFOuagadougou,BIBujumbura,BJPorto-Novo,BWGaborone,CDKinshasa Lubumbashi,CFBangui,CGBrazzaville,CIAbidjan,CMDouala,DJDjibouti,DZAlgiers,EGCairo,EHEl_Aaiun,ERAsmara,ESCeuta,ETAddis_Ababa,GALibreville,GHAccra,GMBanjul,GNConakry,GQMalabo,GWBissau,KENairobi,LRMonrovia,LSMaseru,LYTripoli,MACasablanca,MLBamako,MRNouakchott,MWBlantyre,MZMaputo,NAWindhoek,NENiamey,NGLagos,RWKigali,SDKhartoum,SLFreetown,SNDakar,SOMogadishu,SSJuba,STSao_Tome,SZMbabane,TDNdjamena,TGLome,TNTunis,TZDar_es_Salaam,UGKampala,ZAJohannesburg,ZMLusaka,ZWHarare",
  "America/":
    "AGAntigua,AIAnguilla,ARArgentina/Buenos_Aires Argentina/Catamarca Argentina/ComodRivadavia Argentina/Cordoba Argentina/Jujuy Argentina/La_Rioja Argentina/Mendoza Argentina/Rio_Gallegos Argentina/Salta Argentina/San_Juan Argentina/San_Luis Argentina/Tucuman Argentina/Ushuaia Buenos_Aires Catamarca Cordoba Jujuy Mendoza Rosario,AWAruba,BBBarbados,BLSt_Barthelemy,BOLa_Paz,BQKralendijk,BRAraguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza Maceio Manaus Noronha Porto_Acre Porto_Velho Recife Rio_Branco Santarem Sao_Paulo,BSNassau,BZBelize,CAAtikokan Blanc-Sablon Cambridge_Bay Creston Dawson Dawson_Creek Edmonton Fort_Nelson Glace_Bay Goose_Bay Halifax Inuvik Iqaluit Moncton Pangnirtung Rainy_River Rankin_Inlet Regina Resolute St_Johns Swift_Current Toronto Vancouver Whitehorse Winnipeg Yellowknife,CLCoyhaique Punta_Arenas Santiago,COBogota,CRCosta_Rica,CUHavana,CWCuracao,DMDominica,DOSanto_Domingo,ECGuayaquil,GDGrenada,GFCayenne,GLDanmarkshavn Godthab Nuuk Scoresbysund Thule,GPGuadeloupe,GTGuatemala,GYGuyana,HNTegucigalpa,HTPort-au-Prince,JMJamaica,KNSt_Kitts,KYCayman,LCSt_Lucia,MFMarigot,MQMartinique,MSMontserrat,MXBahia_Banderas Cancun Chihuahua Ciudad_Juarez Ensenada Hermosillo Matamoros Mazatlan Merida Mexico_City Monterrey Ojinaga Santa_Isabel Tijuana,NIManagua,PAPanama,PELima,PMMiquelon,PRPuerto_Rico,PYAsuncion,SRParamaribo,SVEl_Salvador,SXLower_Princes,TCGrand_Turk,TTPort_of_Spain,USAdak Anchorage Atka Boise Chicago Denver Detroit Fort_Wayne Indiana/Indianapolis Indiana/Knox Indiana/Marengo Indiana/Petersburg Indiana/Tell_City Indiana/Vevay Indiana/Vincennes Indiana/Winamac Indianapolis Juneau Kentucky/Louisville Kentucky/Monticello Knox_IN Los_Angeles Louisville Menominee Metlakatla New_York Nome North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem Phoenix Shiprock Sitka Yakutat,UYMontevideo,VCSt_Vincent,VECaracas,VGTortola,VISt_Thomas",
  "Antarctica/": "AQCasey Davis DumontDUrville Mawson McMurdo Palmer Rothera Syowa Troll Vostok,AUMacquarie",
  "Arctic/": "SJLongyearbyen",
  "Asia/":
    "AEDubai,AFKabul,AMYerevan,AZBaku,BDDacca Dhaka,BHBahrain,BNBrunei,BTThimbu Thimphu,CNChongqing Chungking Harbin Kashgar Shanghai Urumqi,CYFamagusta Nicosia,GETbilisi,HKHong_Kong,IDJakarta Jayapura Makassar Pontianak Ujung_Pandang,ILJerusalem Tel_Aviv,INCalcutta Kolkata,IQBaghdad,IRTehran,JOAmman,JPTokyo,KGBishkek,KHPhnom_Penh,KPPyongyang,KRSeoul,KWKuwait,KZAlmaty Aqtau Aqtobe Atyrau Oral Qostanay Qyzylorda,LAVientiane,LBBeirut,LKColombo,MMYangon,MNChoibalsan Hovd Ulaanbaatar Ulan_Bator,MOMacao Macau,MYKuala_Lumpur Kuching,NPKathmandu Katmandu,OMMuscat,PHManila,PKKarachi,PSGaza Hebron,QAQatar,RUAnadyr Barnaul Chita Irkutsk Kamchatka Khandyga Krasnoyarsk Magadan Novokuznetsk Novosibirsk Omsk Sakhalin Srednekolymsk Tomsk Ust-Nera Vladivostok Yakutsk Yekaterinburg,SARiyadh,SGSingapore,SYDamascus,THBangkok,TJDushanbe,TLDili,TMAshgabat Ashkhabad,TRIstanbul,TWTaipei,UZSamarkand Tashkent,VNHo_Chi_Minh Saigon,YEAden",
  "Atlantic/":
    "BMBermuda,CVCape_Verde,ESCanary,FKStanley,FOFaeroe Faroe,GSSouth_Georgia,ISReykjavik,PTAzores Madeira,SHSt_Helena",
  "Australia/":
    "AUACT Adelaide Brisbane Broken_Hill Canberra Currie Darwin Eucla Hobart LHI Lindeman Lord_Howe Melbourne NSW North Perth Queensland South Sydney Tasmania Victoria West Yancowinna",
  "Brazil/": "BRAcre DeNoronha East West",
  "Canada/": "CAAtlantic Central Mountain Newfoundland Pacific Saskatchewan Yukon",
  "Chile/": "CLContinental EasterIsland",
  "": "CUCuba,EGEgypt,HKHongkong,IEEire,ILIsrael,IRIran,JMJamaica,LYLibya,MHKwajalein,NZNZ-CHAT,PLPoland,PTPortugal,RUW-SU,TRTurkey,USNavajo",
  "Europe/":
    "ADAndorra,ALTirane,ATVienna,AXMariehamn,BASarajevo,BEBrussels,BGSofia,BYMinsk,CHZurich,CYNicosia,CZPrague,DEBerlin Busingen,DKCopenhagen,EETallinn,ESMadrid,FIHelsinki,FRParis,GBLondon,GGGuernsey,GIGibraltar,GRAthens,HRZagreb,HUBudapest,IEDublin,IMIsle_of_Man,ITRome,JEJersey,LIVaduz,LTVilnius,LULuxembourg,LVRiga,MCMonaco,MDChisinau Tiraspol,MEPodgorica,MKSkopje,MTMalta,NLAmsterdam,NOOslo,PLWarsaw,PTLisbon,ROBucharest,RSBelgrade,RUAstrakhan Kaliningrad Kirov Moscow Samara Saratov Ulyanovsk Volgograd,SEStockholm,SILjubljana,SKBratislava,SMSan_Marino,TRIstanbul,UAKiev Kyiv Simferopol Uzhgorod Zaporozhye,VAVatican",
  "Indian/":
    "CCCocos,CXChristmas,IOChagos,KMComoro,MGAntananarivo,MUMauritius,MVMaldives,REReunion,SCMahe,TFKerguelen,YTMayotte",
  "Mexico/": "MXBajaNorte BajaSur General",
  "Pacific/":
    "ASPago_Pago,CKRarotonga,CLEaster,ECGalapagos,FJFiji,FMChuuk Kosrae Pohnpei,GUGuam,KIEnderbury Kanton Kiritimati Tarawa,MHKwajalein Majuro,MPSaipan,NCNoumea,NFNorfolk,NRNauru,NUNiue,NZAuckland Chatham,PFGambier Marquesas Tahiti,PGBougainville Port_Moresby,PNPitcairn,PWPalau,SBGuadalcanal,TKFakaofo,TOTongatapu,TVFunafuti,UMMidway Wake,USHonolulu Johnston,VUEfate,WFWallis,WSApia",
  "US/": "USAlaska Aleutian Central East-Indiana Eastern Hawaii Indiana-Starke Michigan Mountain Pacific",
};
