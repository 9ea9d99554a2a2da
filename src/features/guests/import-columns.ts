import { foldText } from "./search.ts";

/** The fields that an import reads. `id` is only in our own export. */
export type ImportField =
  | "id"
  | "name"
  | "first_name"
  | "middle_name"
  | "last_name"
  | "email"
  | "phone"
  | "party_size"
  | "notes";

/** A column of a file. */
export interface ImportColumn {
  index: number;
  header: string;
  /** Null: the column is ignored. */
  field: ImportField | null;
}

/** The column indexes of each field, in order of preference. */
export type ColumnsOf = Readonly<Record<ImportField, readonly number[]>>;

/** Longer headers are questions of a form, never field names. */
const MAX_HEADER_LENGTH = 100;
const BRACKETED_REMARK = /\([^)]*\)|\[[^\]]*\]/g;
const NON_LETTERS = /[^\p{L}\p{M}]+/gu;

/**
 * Known headers by field. Case, accents, digits, punctuation and remarks in brackets are ignored: `E-mail 1 - Value` and
 * `emailvalue` are the same. Within a field, earlier spellings take precedence: a mobile number over the one at work.
 * Languages: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
 * Swedish, Danish, Norwegian, Finnish, Czech, Romanian, Hungarian, Turkish, Greek, Russian, Ukrainian, Japanese,
 * Chinese, Korean.
 */
const HEADERS: Readonly<Record<ImportField, string>> = {
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
};

interface Spelling {
  field: ImportField;
  /** Lower takes precedence. */
  rank: number;
}

const FIELD_BY_HEADER: ReadonlyMap<string, Spelling> = new Map(
  (Object.entries(HEADERS) as [ImportField, string][]).flatMap(([field, spellings]) =>
    spellings
      .split(";")
      .map((spelling, rank): [string, Spelling] => [headerKey(spelling), { field, rank }])
      // Where languages share a word, its first entry counts.
      .reverse(),
  ),
);

/** Maps the cells of a header row to fields. */
export function readColumns(headers: readonly string[]): ImportColumn[] {
  return headers.map((cell, index) => {
    const header = cell.trim().slice(0, MAX_HEADER_LENGTH);
    return { index, header, field: FIELD_BY_HEADER.get(headerKey(header))?.field ?? null };
  });
}

/** The columns of each field, the preferred ones first. */
export function columnsByField(columns: readonly ImportColumn[]): ColumnsOf {
  const ranked = columns
    .map(({ index, header }) => ({ index, known: FIELD_BY_HEADER.get(headerKey(header)) }))
    .sort((one, other) => (one.known?.rank ?? 0) - (other.known?.rank ?? 0));
  const of = (field: ImportField) => ranked.filter(({ known }) => known?.field === field).map(({ index }) => index);
  return {
    id: of("id"),
    name: of("name"),
    first_name: of("first_name"),
    middle_name: of("middle_name"),
    last_name: of("last_name"),
    email: of("email"),
    phone: of("phone"),
    party_size: of("party_size"),
    notes: of("notes"),
  };
}

/** Whether a row of headers says where the guests' names are. */
export function namesGuests(columns: readonly ImportColumn[]): boolean {
  return columns.some(({ field }) => field === "name" || field === "first_name" || field === "last_name");
}

/** What the name columns of a row hold; undefined where the file has no such column. */
export interface NameParts {
  name: string | undefined;
  first: string | undefined;
  middle: string | undefined;
  last: string | undefined;
}

/**
 * The name of a guest. A name in full wins. Beside a column of first names alone, `Name` and `Nom` are family names; and
 * beside one of family names alone, `Nome` and `Nombre` are first names.
 */
export function joinName({ name = "", first, middle = "", last }: NameParts): string {
  if (name !== "" && first !== undefined && last === undefined)
    return includesWord(name, first) ? name : spaced(first, middle, name);
  if (name !== "" && last !== undefined && first === undefined)
    return includesWord(name, last) ? name : spaced(name, middle, last);
  return name !== "" ? name : spaced(first ?? "", middle, last ?? "");
}

/** Whether a name has all words of a part of it already. */
function includesWord(name: string, part: string): boolean {
  const words = new Set(foldText(name).split(/\s+/));
  return foldText(part)
    .split(/\s+/)
    .every((word) => word === "" || words.has(word));
}

function spaced(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

function headerKey(header: string): string {
  // `Attendee #` is a number, not a name.
  return foldText(header.replace(BRACKETED_REMARK, " ").replaceAll("#", " no ")).replace(NON_LETTERS, "");
}
