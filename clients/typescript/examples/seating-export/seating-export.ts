/**
 * Writes who sits where, for a seating planner or the caterer: `node seating-export.ts <event id> > seating.csv`. One line
 * a person, companions by their names, with the guest's answers to the event's questions.
 *
 * Needs USHER_URL, and in USHER_API_KEY a key with `guests:read` and `events:read`.
 */
import { createClient, type Guest, type UsherClient } from "@usher/client";

const { USHER_URL: baseUrl = "", USHER_API_KEY: apiKey = "" } = process.env;
process.stdout.write(await seatingOf(createClient({ baseUrl, apiKey }), process.argv[2] ?? ""));

interface Person {
  table: string;
  person: string;
  /** The guest whose invitation it is. */
  party: string;
  answers: string[];
}

/** The CSV text: a header, then the people who come, by table, those without one last. */
async function seatingOf(client: UsherClient, eventId: string): Promise<string> {
  const path = { eventId };
  const { data: questions } = await client.GET("/events/{eventId}/questions", { params: { path } });
  const asked = questions.items;

  const people: Person[] = [];
  // Somebody on the waiting list has said yes as well, but has no seat.
  const query = { response: "attending", seat: "confirmed", limit: 200 } as const;
  for await (const guest of client.paginate("/events/{eventId}/guests", { params: { path, query } })) {
    people.push(
      ...partyOf(
        guest,
        asked.map(({ id }) => id),
      ),
    );
  }

  people.sort((one, other) => byTable(one.table, other.table) || one.party.localeCompare(other.party));
  const header = ["table", "person", "party", ...asked.map(({ label }) => label)];
  const lines = people.map(({ table, person, party, answers }) => [table, person, party, ...answers]);
  return [header, ...lines].map((cells) => `${cells.map(cellOf).join(",")}\n`).join("");
}

/** The guest and the companions who come along. */
function partyOf(guest: Guest, questionIds: readonly string[]): Person[] {
  const { name, table, rsvp } = guest;
  const shared = { table: table ?? "", party: name };
  const self = { ...shared, person: name, answers: answersOf(rsvp?.answers, questionIds) };
  const named = (rsvp?.companions ?? []).filter(({ attending }) => attending);
  // Where the event asks for no names, there is only their number.
  const companions = Array.from({ length: rsvp?.plus_ones ?? 0 }, (_, index) => ({
    ...shared,
    person: named[index]?.name ?? `${name} + ${index + 1}`,
    answers: answersOf(named[index]?.answers, questionIds),
  }));
  return [self, ...companions];
}

function answersOf(
  answers: Readonly<Record<string, unknown>> | null | undefined,
  questionIds: readonly string[],
): string[] {
  return questionIds.map((id) => {
    const answer = answers?.[id] ?? "";
    return Array.isArray(answer) ? answer.join("; ") : String(answer);
  });
}

/** Table 2 comes before table 10, and no table at all last. */
function byTable(one: string, other: string): number {
  if (one === "" || other === "") return Number(one === "") - Number(other === "");
  return one.localeCompare(other, undefined, { numeric: true });
}

/** Returns a cell in quotes if it needs them, and never one that a spreadsheet would run as a formula. */
function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
