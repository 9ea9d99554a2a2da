import { MINUTE_MS, toWireOrNull } from "../../kernel/clock.ts";
import { CSV_BYTE_ORDER_MARK, csvRow } from "../../kernel/csv-cell.ts";
import { openZoneClock, type ZoneClock } from "../../kernel/zone-clock.ts";
import type { GuestFacts } from "./queries.ts";

type Cell = string | number | null;

/** About 100 KB of text. */
const ROWS_PER_CHUNK = 500;

/** Writes guests as CSV chunks: a header, then one row per guest. */
export function* writeGuestTable(rows: readonly GuestFacts[], timeZone: string): Generator<string> {
  const columns = columnsOf(openZoneClock(timeZone), timeZone);
  yield CSV_BYTE_ORDER_MARK + csvRow(columns.map(([header]) => header));
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK) {
    const chunk = rows.slice(start, start + ROWS_PER_CHUNK);
    yield chunk.map((guest) => csvRow(columns.map(([, cellOf]) => cellOf(guest)))).join("");
  }
}

/** Each time has two columns: UTC as on the wire, and the local time at the event. */
function columnsOf(clock: ZoneClock, timeZone: string): [string, (guest: GuestFacts) => Cell][] {
  const moment = (
    header: string,
    of: (guest: GuestFacts) => number | null,
  ): [string, (guest: GuestFacts) => Cell][] => [
    [header, (guest) => toWireOrNull(of(guest))],
    [`${header}_local`, (guest) => localOrNull(clock, of(guest))],
  ];
  return [
    ["guest_id", ({ id }) => id],
    ["name", ({ name }) => name],
    ["email", ({ email }) => email],
    ["phone", ({ phone }) => phone],
    ["party_size", ({ partySize }) => partySize],
    ["utm_source", ({ utmSource }) => utmSource],
    ...moment("invited_at", ({ invitedAt }) => invitedAt),
    ...moment("opened_at", ({ openedAt }) => openedAt),
    ["response", ({ response }) => response ?? "pending"],
    ["plus_ones", ({ plusOnes }) => plusOnes],
    ...moment("responded_at", ({ submittedAt }) => submittedAt),
    ["minutes_to_respond", minutesToRespond],
    ["edit_count", ({ editCount }) => editCount],
    ...moment("checked_in_at", ({ checkedInAt }) => checkedInAt),
    ["arrival_count", ({ arrivalCount }) => arrivalCount],
    ["walk_in", ({ walkIn }) => (walkIn === null ? null : walkIn ? "yes" : "no")],
    ["timezone", () => timeZone],
  ];
}

function localOrNull(clock: ZoneClock, moment: number | null): string | null {
  return moment === null ? null : clock.readingOf(moment);
}

/** From the first link to the first answer, rounded. */
function minutesToRespond({ invitedAt, submittedAt }: GuestFacts): number | null {
  return invitedAt === null || submittedAt === null ? null : Math.round((submittedAt - invitedAt) / MINUTE_MS);
}
