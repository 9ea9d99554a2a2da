/**
 * Keeps the guests of an event equal to a spreadsheet, by the column `external_id`, and writes what guests answered into
 * another: `node spreadsheet-sync.ts <event id> guests.csv answers.csv`. Run it as often as you like.
 *
 * Needs USHER_URL, and in USHER_API_KEY a key with `guests:write`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createClient, type Guest, type UsherClient } from "@usher/client";

const [eventId = "", guests = "guests.csv", answers = "answers.csv"] = process.argv.slice(2);
const { USHER_URL: baseUrl = "", USHER_API_KEY: apiKey = "" } = process.env;
const { created, changed, gone } = await syncSpreadsheet(createClient({ baseUrl, apiKey }), eventId, {
  guests,
  answers,
});
console.log(`${created} created, ${changed} changed`);
if (gone.length > 0) console.log(`Not in the file any more: ${gone.join(", ")}`);

/** The columns that the spreadsheet owns. What else the service knows of a guest stays as it is. */
interface Row {
  external_id: string;
  name: string;
  email: string | null;
  party_size: number | null;
  table: string | null;
}

/** `gone`: guests with an `external_id` that the file does not have any more. */
async function syncSpreadsheet(client: UsherClient, eventId: string, files: { guests: string; answers: string }) {
  const path = { eventId };
  const known = new Map<string, Guest>();
  for await (const guest of client.paginate("/events/{eventId}/guests", { params: { path, query: { limit: 200 } } })) {
    if (guest.external_id !== null) known.set(guest.external_id, guest);
  }

  const synced = { created: 0, changed: 0 };
  for (const row of rowsOf(await readFile(files.guests, "utf8"))) {
    const guest = known.get(row.external_id);
    known.delete(row.external_id);
    if (guest === undefined) {
      await client.POST("/events/{eventId}/guests", { params: { path }, body: row });
      synced.created += 1;
    } else if (isOutdated(guest, row)) {
      await client.PATCH("/events/{eventId}/guests/{guestId}", {
        params: { path: { eventId, guestId: guest.id } },
        body: row,
      });
      synced.changed += 1;
    }
  }
  // A row that somebody deleted by mistake must not take the guest's answer with it: a person decides about these.
  const gone = [...known.values()].map(({ name }) => name);

  // The service writes CSV itself, with cells that no spreadsheet runs as a formula.
  const answers = await client.GET("/events/{eventId}/guests/export.csv", { params: { path }, parseAs: "text" });
  await writeFile(files.answers, answers.data);
  return { ...synced, gone };
}

function isOutdated(guest: Guest, row: Row): boolean {
  const { name, email, party_size, table } = guest;
  return (
    JSON.stringify([name, email, party_size, table]) !==
    JSON.stringify([row.name, row.email, row.party_size, row.table])
  );
}

/** Rows of a CSV file with a header. Cells may be in quotes; for line breaks in cells, use a CSV library. */
function rowsOf(csv: string): Row[] {
  const [header = [], ...lines] = csv.trim().split(/\r?\n/).map(cellsOf);
  return lines.map((cells) => {
    const cell = (name: string) => cells[header.indexOf(name)]?.trim() || null;
    const size = cell("party_size");
    return {
      external_id: cell("external_id") ?? "",
      name: cell("name") ?? "",
      email: cell("email"),
      party_size: size === null ? null : Number(size),
      table: cell("table"),
    };
  });
}

function cellsOf(line: string): string[] {
  const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  return cells.map((cell) =>
    cell
      .replace(/,$/, "")
      .replace(/^"(.*)"$/s, "$1")
      .replaceAll('""', '"'),
  );
}
