import { and, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { isAmong } from "../db/lists.ts";
import { guests } from "../db/schema/guests.ts";
import { AppError, type FieldProblem } from "../kernel/errors.ts";

/** A guest as a bulk change is compared with. */
export type BulkGuest = Awaited<ReturnType<typeof listAmong>>[number];

/** Lists the given guests who are on the event. */
export function listAmong(db: Database, eventId: string, guestIds: readonly string[]) {
  return db
    .select({
      id: guests.id,
      name: guests.name,
      email: guests.email,
      phone: guests.phone,
      tags: guests.tags,
      table: guests.table,
      partySize: guests.partySize,
      companions: guests.companions,
      greeting: guests.greeting,
    })
    .from(guests)
    .where(areAmong(eventId, guestIds));
}

export function areAmong(eventId: string, guestIds: readonly string[]) {
  return and(eq(guests.eventId, eventId), isAmong(guests.id, guestIds));
}

/** Problems in one error response. */
const MAX_PROBLEMS = 50;

/** 404 for unknown IDs and for guests of another event alike. */
export function unknownGuests(guestIds: readonly string[], known: ReadonlyMap<string, unknown>): AppError {
  const errors: FieldProblem[] = guestIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `guest_ids.${index}`, message: "isn't a guest of this event" }],
  );
  return new AppError(
    "not_found",
    { errors: errors.slice(0, MAX_PROBLEMS) },
    "Some of the guests are not on this event; see `errors`.",
  );
}
