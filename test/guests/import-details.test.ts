import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { allGuests, importCsv, preview } from "../support/guest-list.ts";

async function hostWithEvent() {
  const host = await signedInHost();
  return { host, eventId: (await makeEvent(host)).id };
}

describe("guest detail columns of an import", () => {
  it("reads `;`, `|` or line breaks between tags and names, as the preview shows", async () => {
    const { host, eventId } = await hostWithEvent();
    const csv = [
      "name,tags,table,external_id,companions,locale",
      'Ada,"VIP; Family | vip",7,CRM-1,"Ben; Doe, Jane",pt-br',
      'Cy,"Ärzte\nvegan",Head table,CRM-2,,',
      "Dora,,,,,",
    ].join("\n");
    const seen = await preview(host, eventId, csv);
    expect(seen.columns.map(({ field }) => field)).toEqual([
      "name",
      "tags",
      "table",
      "external_id",
      "companions",
      "locale",
    ]);
    const ada = {
      tags: ["VIP", "Family"],
      table: "7",
      external_id: "CRM-1",
      locale: "pt-BR",
      companions: [{ name: "Ben" }, { name: "Doe, Jane" }],
    };
    expect(seen.rows[0]).toMatchObject({ name: "Ada", status: "valid", ...ada });
    expect(await importCsv(host, eventId, csv)).toMatchObject({ imported: 3, rejected: 0 });
    expect(await allGuests(host, eventId)).toMatchObject([
      { name: "Ada", ...ada },
      { name: "Cy", tags: ["Ärzte", "vegan"], table: "Head table", companions: [], locale: null },
      { name: "Dora", tags: [], table: null, external_id: null },
    ]);
  });

  it.each([
    ["Name;Schlagwörter;Tischnummer;Kundennummer;Begleitung", "German"],
    ["Nom complet;Mots-clés;Numéro de table;Identifiant externe;Accompagnants", "French"],
    ["Nombre;Etiquetas;Mesa;ID externo;Acompañantes", "Spanish"],
    ["氏名;タグ;テーブル;外部ID;同伴者", "Japanese"],
  ])("recognises the headers: %s", async (header) => {
    const { host, eventId } = await hostWithEvent();
    const { columns } = await preview(host, eventId, `${header}\nAda;x;7;1;Ben\n`);
    expect(columns.map(({ field }) => field)).toEqual(["name", "tags", "table", "external_id", "companions"]);
  });

  it("names each cell that cannot be used", async () => {
    const { host, eventId } = await hostWithEvent();
    const manyTags = Array.from({ length: 21 }, (_, index) => `tag ${index}`).join(";");
    const manyNames = Array.from({ length: 20 }, (_, index) => `Guest ${index}`).join(";");
    const rows = [
      [manyTags, "", "", "", "", ""],
      [`ok;${"x".repeat(51)}`, "t".repeat(101), "e".repeat(201), "", "not a language", ""],
      ["", "", "", manyNames, "", ""],
      ["", "", "", "Ben;Cleo", "", "2"],
    ];
    const csv = `name,tags,table,external_id,companions,locale,party_size\n${rows
      .map((cells, index) => [`Guest ${index}`, ...cells].join(","))
      .join("\n")}\n`;
    const seen = await preview(host, eventId, csv);
    expect(seen.rows.map(({ status, errors }) => [status, ...errors.map(({ field }) => field).sort()])).toEqual([
      ["invalid", "tags"],
      ["invalid", "external_id", "locale", "table", "tags"],
      ["invalid", "companions"],
      ["invalid", "party_size"],
    ]);
    const inList = seen.rows[1]?.errors.find(({ field }) => field === "tags");
    expect(inList?.message).toBe("has an entry, number 2, that must have at most 50 characters");
    const tooSmall = { field: "party_size", message: "must be at least 3, for the guest and 2 companions" };
    expect(seen.rows[3]?.errors).toEqual([tooSmall]);
  });
});

describe("importGuests (external IDs)", () => {
  it("matches that guest, whatever its name and address, and reports repeated rows as duplicates", async () => {
    const { host, eventId } = await hostWithEvent();
    await addGuest(host, eventId, { name: "Ada", email: "ada@example.com", external_id: "A-1" });
    const csv = [
      "name,email,external id",
      "Ada Lovelace,lovelace@example.com,A-1",
      "Ben,ben@example.com,B-1",
      "Benjamin,,B-1",
      "Cy,,b-1",
    ].join("\n");
    const report = await importCsv(host, eventId, csv);
    expect(report).toMatchObject({ imported: 2, skipped: 2, rejected: 0 });
    expect(report.rows.map(({ row, status }) => [row, status])).toEqual([
      [2, "already_on_event"],
      [4, "duplicate_in_file"],
    ]);
    expect((await allGuests(host, eventId)).map(({ name, external_id: id }) => [name, id])).toEqual([
      ["Ada", "A-1"],
      ["Ben", "B-1"],
      ["Cy", "b-1"],
    ]);
    expect(await importCsv(host, eventId, csv)).toMatchObject({ imported: 0, skipped: 4 });
  });
});
