import { asc, eq } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../db/joins.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { guests } from "../db/schema/guests.ts";
import { type AnswerValues, type Companion, rsvps } from "../db/schema/rsvps.ts";
import { REPORTED_CHECK_IN, REPORTED_GUEST } from "../db/selected-columns.ts";
import { standingSql } from "../db/standing.ts";
import { toWireOrNull } from "../kernel/clock.ts";
import { CSV_BYTE_ORDER_MARK, csvRow } from "../kernel/csv-records.ts";
import { localTimeOf } from "../kernel/zoned-time.ts";
import { DETAIL_COLUMNS, DETAILS, detailValues, type GuestDetails } from "./details.ts";

/** An import reads the first twelve columns, so that an export can be imported again. */
const HEADER = [
  "id",
  "name",
  "email",
  "phone",
  "party_size",
  "notes",
  ...DETAILS,
  "invited_at_utc",
  "opened_at_utc",
  "standing",
  "rsvp_response",
  "rsvp_plus_ones",
  "rsvp_companions",
  "rsvp_answered_by",
  "rsvp_seat",
  "rsvp_edits",
  "rsvp_submitted_at_utc",
  "rsvp_submitted_at_local",
  "checked_in_at_utc",
  "checked_in_at_local",
  "arrival_count",
  "walk_in",
  "check_in_notes",
  "time_zone",
];

/**
 * Yields the lines of a guest list, starting with the byte order mark. Times are in UTC and in a zone.
 * @param timeZone an IANA name
 */
export function* csvLines(
  rows: readonly ExportedGuest[],
  timeZone: string,
  { headers, cellsOf: answersOf }: AnswerColumns,
): Generator<string> {
  yield CSV_BYTE_ORDER_MARK + csvRow([...HEADER, ...headers]);
  for (const guest of rows) yield csvRow([...cellsOf(guest, timeZone), ...answersOf(guest)]);
}

function cellsOf(guest: ExportedGuest, timeZone: string): (string | number | null)[] {
  const { rsvp, checkIn } = guest;
  return [
    guest.id,
    guest.name,
    guest.email,
    guest.phone,
    guest.partySize,
    guest.notes,
    ...Object.values(detailValues(DETAILS, (key) => cellOf(guest[key]))),
    toWireOrNull(guest.invitedAt),
    toWireOrNull(guest.openedAt),
    guest.standing,
    rsvp?.response ?? null,
    rsvp?.plusOnes ?? null,
    rsvp && joinEntries(attendingNames(rsvp.companions)),
    rsvp?.answeredBy ?? null,
    rsvp?.seat ?? null,
    rsvp?.editCount ?? null,
    toWireOrNull(rsvp?.submittedAt ?? null),
    local(rsvp?.submittedAt, timeZone),
    toWireOrNull(checkIn?.checkedInAt ?? null),
    local(checkIn?.checkedInAt, timeZone),
    checkIn?.arrivalCount ?? null,
    checkIn && (checkIn.walkIn ? "yes" : "no"),
    checkIn?.notes ?? null,
    timeZone,
  ];
}

function cellOf(detail: GuestDetails[keyof GuestDetails]): string | null {
  if (!Array.isArray(detail)) return detail;
  return joinEntries(detail.map((entry) => (typeof entry === "string" ? entry : entry.name)));
}

/** Joins several tags or names in one cell with semicolons. None of them has one, so an import can split the cell. */
function joinEntries(entries: readonly string[]): string | null {
  return entries.length === 0 ? null : entries.join("; ");
}

/** Returns the names of attending companions; `+2` is the second companion, who has no name yet. */
function attendingNames(companions: readonly Companion[]): string[] {
  return companions.flatMap(({ name, attending }, index) => (attending ? [name ?? `+${index + 1}`] : []));
}

/** `2027-06-12 18:30`, which every spreadsheet parses as a time. */
function local(moment: number | undefined, timeZone: string): string | null {
  if (moment === undefined) return null;
  const { year, month, day, hour, minute } = localTimeOf(moment, timeZone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

/** An answer as the columns need it. */
export interface Answered {
  answers: AnswerValues;
  companions: readonly Companion[];
}

/** The columns of a CSV file with the answers to questions. */
export interface AnswerColumns {
  /** `answer: Do you eat meat?`: no import takes it for a field of a guest, whatever the question is called. */
  headers: string[];
  /** One cell per header; null for a guest without an RSVP. */
  cellsOf(guest: { name: string; rsvp: Answered | null }): (string | null)[];
}

/** A guest with all columns of the CSV export. */
export type ExportedGuest = Awaited<ReturnType<typeof listForExport>>[number];

/** All guests of an event, in the order in which they were added. */
export function listForExport(db: Database, eventId: string, now: number) {
  return db
    .select({
      ...REPORTED_GUEST,
      notes: aliased(guests.notes, "guest.notes"),
      ...DETAIL_COLUMNS,
      standing: standingSql(now, checkIns.walkIn).as("standing"),
      rsvp: {
        response: rsvps.response,
        plusOnes: rsvps.plusOnes,
        companions: rsvps.companions,
        answers: rsvps.answers,
        answeredBy: rsvps.answeredBy,
        seat: rsvps.seat,
        submittedAt: rsvps.submittedAt,
        editCount: rsvps.editCount,
      },
      checkIn: {
        ...REPORTED_CHECK_IN,
        notes: checkIns.notes,
      },
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(eq(guests.eventId, eventId))
    .orderBy(asc(guests.id));
}
