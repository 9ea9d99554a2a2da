import { describe, expect, it } from "vitest";
import dutch from "../../testkit/fixtures/guest-lists/dutch.csv?url&inline";
import eventbrite from "../../testkit/fixtures/guest-lists/eventbrite.csv?url&inline";
import excelUnicodeText from "../../testkit/fixtures/guest-lists/excel-unicode-text.txt?url&inline";
import french from "../../testkit/fixtures/guest-lists/french.csv?url&inline";
import germanNameVorname from "../../testkit/fixtures/guest-lists/german-name-vorname.csv?url&inline";
import googleContacts from "../../testkit/fixtures/guest-lists/google-contacts.csv?url&inline";
import googleContactsBefore2024 from "../../testkit/fixtures/guest-lists/google-contacts-before-2024.csv?url&inline";
import italian from "../../testkit/fixtures/guest-lists/italian.csv?url&inline";
import luma from "../../testkit/fixtures/guest-lists/luma.csv?url&inline";
import outlook from "../../testkit/fixtures/guest-lists/outlook.csv?url&inline";
import outlookGerman from "../../testkit/fixtures/guest-lists/outlook-german.csv?url&inline";
import phoneBook from "../../testkit/fixtures/guest-lists/phone-book.csv?url&inline";
import polishUtf16Be from "../../testkit/fixtures/guest-lists/polish-utf-16-be.csv?url&inline";
import portuguese from "../../testkit/fixtures/guest-lists/portuguese.csv?url&inline";
import spanish from "../../testkit/fixtures/guest-lists/spanish.csv?url&inline";
import { signedInHost } from "../support/account.ts";
import { makeEvent } from "../support/guest.ts";
import { allGuests, importCsv, preview, sendCsv, type WireRow } from "../support/guest-list.ts";

type Found = [row: number, name: string | null, email: string | null, phone: string | null, partySize: number | null];

const ANSI = "text/csv; charset=windows-1252";

/** Each file with its expected rows; after the party size, status and invalid field of a row. */
const FILES: [name: string, url: string, rows: [...Found, status?: string, field?: string][], contentType?: string][] =
  [
    [
      "Google Contacts",
      googleContacts,
      [
        [2, "Nora Elise Lindqvist", "nora.lindqvist@example.com", "+46701740605", null],
        [3, "José Ibáñez", "jose.ibanez@example.com", "+34911234567", null],
        [4, "Priya", "priya@example.com", null, null],
        [5, "Tomás O'Brien", null, "+353850000123", null],
        [6, null, "laden@example.com", "+4930901820", null, "invalid", "name"],
      ],
    ],
    [
      "Google Contacts before 2024",
      googleContactsBefore2024,
      [
        [2, "Anders Holm", "anders.holm@example.com", "+4532123456", null],
        [3, "Maja van der Berg", "maja@example.com", null, null],
      ],
    ],
    [
      "Outlook",
      outlook,
      [
        [2, "Amélie Fournier", "amelie.fournier@example.com", "+33600000002", null],
        [3, "Samuel J. Okafor", "samuel.okafor@example.com", "+442079460123", null],
        [4, "Kim Tran", "kim.tran@example.com", "(555) 010-4477", null, "invalid", "phone"],
      ],
    ],
    [
      "Outlook for Windows in German",
      outlookGerman,
      [
        [2, "Jürgen Großkreutz", "juergen.grosskreutz@example.com", "+4915112345678", null],
        [3, "Zoë Marie Müller", "zoe.mueller@example.com", null, null],
      ],
      ANSI,
    ],
    [
      "Excel's Unicode text",
      excelUnicodeText,
      [
        [2, "Łukasz Żółć", "lukasz.zolc@example.com", "+48600000003", 2],
        [3, "山田 花子", "hanako@example.com", "+81312345678", 1],
        [4, "Νίκος Παπαδόπουλος", "nikos@example.com", null, 3],
        [6, "Zoë 🎉 Brandt", null, "+4915112345679", null],
      ],
    ],
    [
      "Eventbrite",
      eventbrite,
      [
        [2, "Hannah Weiss", "hannah.weiss@example.com", "+4915112345600", 1],
        [3, "Felix Weiss", "hannah.weiss@example.com", null, 1, "duplicate_in_file"],
        [4, "Óscar Núñez", "oscar.nunez@example.com", null, 2],
      ],
    ],
    [
      "Luma",
      luma,
      [
        [2, "Ines Duarte", "ines.duarte@example.com", "+351912345678", null],
        [3, "Mateusz Kowalski", "mateusz@example.com", null, null],
        [4, "Ada 🌱 Lovelace", "ada.lovelace@example.com", null, null],
      ],
    ],
    [
      "a list with Name and Vorname",
      germanNameVorname,
      [
        [2, "Änne Schäfer", "aenne.schaefer@example.com", "+4915112345601", 4],
        [3, "Can Öztürk", "can@example.com", null, null],
      ],
    ],
    [
      "a French list",
      french,
      [
        [2, "Zoé Lefèvre", "zoe.lefevre@example.com", "+33600000004", 2],
        [3, "Jean d'Alembert", "jean@example.com", null, null],
      ],
    ],
    ["a Spanish list", spanish, [[2, "María José Peña Núñez", "maria.jose@example.com", "+34600000005", 3]]],
    ["an Italian list", italian, [[2, "Niccolò D'Amico", "niccolo@example.com", "+393330000006", 2]]],
    ["a Portuguese list", portuguese, [[2, "João da Conceição", "joao@example.com", "+351910000007", 5]]],
    ["a Dutch list", dutch, [[2, "Anneke 't Hooft", "anneke@example.com", "+31600000008", 2]]],
    ["a Polish list", polishUtf16Be, [[2, "Świętosława Źdźbło", "swietoslawa@example.com", "+48600000009", 2]]],
  ];

function bytesOf(dataUrl: string): Uint8Array {
  return Uint8Array.fromBase64(dataUrl.slice(dataUrl.indexOf(",") + 1));
}

async function hostWithEvent() {
  const host = await signedInHost();
  return { host, eventId: (await makeEvent(host)).id };
}

function found({ row, name, email, phone, party_size }: WireRow): Found {
  return [row, name, email, phone, party_size];
}

describe("files of other programs", () => {
  it.each(FILES)("reads %s", async (_, url, rows, contentType) => {
    const { host, eventId } = await hostWithEvent();
    const seen = await preview(host, eventId, bytesOf(url), contentType);
    expect(seen.rows.map(found)).toEqual(rows.map((row) => row.slice(0, 5)));
    expect(seen.rows.map(({ status }) => status)).toEqual(rows.map(([, , , , , status = "valid"]) => status));
    expect(seen.rows.map(({ errors }) => errors[0]?.field)).toEqual(rows.map(([, , , , , , field]) => field));
  });

  it("suggests the E.164 form of each phone number with punctuation, and drops no guest", async () => {
    const { host, eventId } = await hostWithEvent();
    const seen = await preview(host, eventId, bytesOf(phoneBook));
    expect(seen).toMatchObject({ total: 50, valid: 25, invalid: 25 });
    const messages = seen.rows.filter(({ status }) => status === "invalid").map(({ errors }) => errors[0]?.message);
    expect(messages.filter((message) => !/^must be in E\.164: \+[1-9]\d{6,14}$/.test(message ?? ""))).toEqual([]);
    expect(messages[0]).toBe("must be in E.164: +447700900123");
    expect(await importCsv(host, eventId, bytesOf(phoneBook), "?invalid_phone=drop")).toMatchObject({ imported: 50 });
  });

  it("returns the field of each column", async () => {
    const { host, eventId } = await hostWithEvent();
    const { columns } = await preview(host, eventId, bytesOf(eventbrite));
    expect(columns).toHaveLength(23);
    expect(columns.filter(({ field }) => field !== null)).toEqual([
      { header: "First Name", field: "first_name" },
      { header: "Last Name", field: "last_name" },
      { header: "Email", field: "email" },
      { header: "Quantity", field: "party_size" },
      { header: "Cell Phone", field: "phone" },
    ]);
  });

  it("imports notes, in the order of the file", async () => {
    const { host, eventId } = await hostWithEvent();
    await importCsv(host, eventId, bytesOf(excelUnicodeText));
    const guests = await allGuests(host, eventId);
    expect(guests.map(({ name, notes }) => [name, notes])).toEqual([
      ["Łukasz Żółć", 'Isst "alles"'],
      ["山田 花子", null],
      ["Νίκος Παπαδόπουλος", "Kommt später,\nnach dem Essen"],
      ["Zoë 🎉 Brandt", null],
    ]);
  });

  it("rejects a single-byte encoding by its name, unless it was declared", async () => {
    const { host, eventId } = await hostWithEvent();
    const response = await sendCsv(host, `/events/${eventId}/guests/import`, bytesOf(outlookGerman));
    expect(response.status).toBe(400);
    const { error, detail } = await response.json<{ error: string; detail: string }>();
    expect(error).toBe("unknown_encoding");
    expect(detail).toContain("windows-1252");
    expect(await allGuests(host, eventId)).toEqual([]);
  });
});

describe("headers and columns", () => {
  /** The guest parsed from a file with these headers and one row. */
  async function read(headers: string, cells: string): Promise<WireRow | undefined> {
    const { host, eventId } = await hostWithEvent();
    return (await preview(host, eventId, `${headers}\n${cells}\n`)).rows[0];
  }

  /** @spec 4.41 "CSV rules: | header detection is tolerant" */
  it.each([
    ["NAME,EMAIL,PHONE,PARTY SIZE"],
    ["full_name,e-mail,phone_number,party_size"],
    [" Name* , E-Mail Address , Phone (E.164) , # of guests "],
    ["Vor- und Nachname,E-Mail,Telefon,Anzahl Personen"],
    ["Nom complet,Courriel,Téléphone,Nombre de personnes"],
    ["Nombre y apellidos,Correo,Teléfono,Personas"],
    ["Nome e cognome,Posta elettronica,Telefono,Persone"],
    ["Nome completo,Endereço de e-mail,Telefone,Pessoas"],
    ["Naam,E-mailadres,Telefoon,Personen"],
    ["Imię i nazwisko,Adres e-mail,Telefon,Liczba gości"],
    ["Namn,E-postadress,Telefonnummer,Antal personer"],
    ["Jméno a příjmení,E-mail,Telefon,Počet osob"],
    ["ФИО,Электронная почта,Телефон,Количество гостей"],
    ["氏名,メールアドレス,電話番号,人数"],
  ])("recognises many spellings and languages: %s", async (headers) => {
    const row = await read(headers, "Ada Lovelace,ada@example.com,+442079460000,3");
    expect(row && found(row)).toEqual([2, "Ada Lovelace", "ada@example.com", "+442079460000", 3]);
  });

  it.each([
    ["Name,First name,Last name", "Countess Lovelace,Ada,Lovelace", "Countess Lovelace"],
    ["Name,First name,Last name", ",Ada,Lovelace", "Ada Lovelace"],
    ["Name,First name", "Ada Lovelace,Ada", "Ada Lovelace"],
    ["Name,Vorname", "Lovelace,Ada", "Ada Lovelace"],
    ["Nome,Cognome", "Ada,Lovelace", "Ada Lovelace"],
    ["First name,Middle name,Last name", "Ada,King,Lovelace", "Ada King Lovelace"],
    ["First name", "Ada", "Ada"],
  ])("joins names by the headers: %s with %s", async (headers, cells, name) => {
    expect((await read(`${headers},Email`, `${cells},ada@example.com`))?.name).toBe(name);
  });

  it.each([
    ["several in one cell", "Name,Email", '"Ada","nobody; ada@example.com, other@example.com"', "ada@example.com"],
    ["with a name around it", "Name,Email", 'Ada,"""Lovelace, Ada"" <ada@example.com>"', "ada@example.com"],
    ["several columns", "Name,Email,Email 2", "Ada,nobody,ada@example.com", "ada@example.com"],
  ])("uses the first valid email address with %s", async (_, headers, cells, email) => {
    expect(await read(headers, cells)).toMatchObject({ email, status: "valid" });
  });

  it("prefers the column of mobile numbers", async () => {
    const row = await read("Name,Work phone,Home phone,Mobile", "Ada,+44201,+442079460001,+447700900002");
    expect(row?.phone).toBe("+447700900002");
  });

  it.each([",", ";", "\t", "|"])("detects the delimiter: %j", async (delimiter) => {
    const cells = (...all: string[]) => all.join(delimiter);
    const row = await read(cells("Name", "Email", "Notes"), cells("Ada", "ada@example.com", ""));
    expect(row).toMatchObject({ name: "Ada", email: "ada@example.com" });
  });

  it("skips Excel's delimiter line, which is not a row", async () => {
    const row = await read("sep=;\nName;Email", "Ada, Countess;ada@example.com");
    expect(row && found(row)).toEqual([2, "Ada, Countess", "ada@example.com", null, null]);
  });
});
