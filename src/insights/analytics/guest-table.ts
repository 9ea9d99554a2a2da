import { MINUTE_MS, toWireOrNull } from "../../kernel/clock.ts";
import { CSV_BYTE_ORDER_MARK, csvRow } from "../../kernel/csv-records.ts";
import { createZoneClock, type ZoneClock } from "../../kernel/zoned-time.ts";
import type { GuestFacts } from "./queries.ts";

type Cell = string | number | null;

type Column = [string, (guest: GuestFacts) => Cell];

/** Columns with personal data of guests, whose cells are empty for a reader without `guests:read`. */
const PERSONAL: ReadonlySet<string> = new Set(["name", "email", "phone"]);

/** Writes guests as CSV: a header, then one row per guest. */
export function* writeGuestTable(
  rows: readonly GuestFacts[],
  timeZone: string,
  hidesGuests = false,
): Generator<string> {
  const all = columnsOf(createZoneClock(timeZone), timeZone);
  const columns = all.map<Column>(([header, of]) => [header, hidesGuests && PERSONAL.has(header) ? () => null : of]);
  yield CSV_BYTE_ORDER_MARK + csvRow(columns.map(([header]) => header));
  for (const guest of rows) yield csvRow(columns.map(([, cellOf]) => cellOf(guest)));
}

/** Each time has two columns: UTC as on the wire, and the local time at the event. */
function columnsOf(clock: ZoneClock, timeZone: string): Column[] {
  const moment = (header: string, of: (guest: GuestFacts) => number | null): Column[] => [
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
    ["standing", ({ standing }) => standing],
    ["seat", ({ seat }) => seat],
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

/** Minutes from the first link to the first RSVP, rounded. By link and RSVP: null without one of them. */
function minutesToRespond({ invitedAt, submittedAt }: GuestFacts): number | null {
  return invitedAt === null || submittedAt === null ? null : Math.round((submittedAt - invitedAt) / MINUTE_MS);
}
