import { toWireOrNull } from "../../kernel/clock.ts";
import { CSV_BYTE_ORDER_MARK, csvRow } from "../../kernel/csv-cell.ts";
import { notFound } from "../../kernel/errors.ts";
import { slugify } from "../../kernel/slug.ts";
import { localTimeOf } from "../../kernel/zoned-time.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordExport } from "../audit/record-export.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type ExportedGuest, findEventLabel, listForExport } from "./queries.ts";

/** An import reads the first eleven columns, so that an export can be imported again. */
const HEADER = [
  "id",
  "name",
  "email",
  "phone",
  "party_size",
  "notes",
  "tags",
  "table",
  "external_id",
  "companions",
  "locale",
  "invited_at_utc",
  "opened_at_utc",
  "rsvp_response",
  "rsvp_plus_ones",
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

/** A CSV download; `text` is generated row by row. */
export interface CsvFile {
  fileName: string;
  text: Iterable<string>;
}

/** The guest list with RSVPs and check-ins, in the order in which guests were added; times in UTC and in the event's zone. */
export async function exportGuests(ctx: RequestContext, caller: EventCaller): Promise<CsvFile> {
  const { db } = ctx;
  const recorded = await recordExport(ctx, caller, { action: "guests.exported", detail: "guests" });
  const {
    event: [event],
    rows,
  } = await authorizeMember(ctx, caller, {
    event: findEventLabel(db, caller.eventId),
    rows: listForExport(db, caller.eventId),
    recorded: recorded.statements,
  });
  if (event === undefined) throw notFound();
  recorded.dispatch();
  return { fileName: `guests-${slugify(event.name)}.csv`, text: csvLines(rows, event.timezone) };
}

function* csvLines(rows: readonly ExportedGuest[], timeZone: string): Generator<string> {
  yield CSV_BYTE_ORDER_MARK + csvRow(HEADER);
  for (const guest of rows) yield csvRow(cellsOf(guest, timeZone));
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
    joinEntries(guest.tags),
    guest.tableName,
    guest.externalId,
    joinEntries(guest.companions.map(({ name }) => name)),
    guest.locale,
    toWireOrNull(guest.invitedAt),
    toWireOrNull(guest.openedAt),
    rsvp?.response ?? null,
    rsvp?.plusOnes ?? null,
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

/** Several tags or names in one cell, which an import takes apart again: none of them has a semicolon. */
function joinEntries(entries: readonly string[]): string | null {
  return entries.length === 0 ? null : entries.join("; ");
}

/** `2027-06-12 18:30`, which every spreadsheet parses as a time. */
function local(moment: number | undefined, timeZone: string): string | null {
  if (moment === undefined) return null;
  const { year, month, day, hour, minute } = localTimeOf(moment, timeZone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
