import { asc, eq } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../db/joins.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { REPORTED_CHECK_IN, REPORTED_GUEST } from "../db/selected-columns.ts";

/** A guest with all columns of the CSV export. */
export type ExportedGuest = Awaited<ReturnType<typeof listForExport>>[number];

/** All guests of an event, in the order in which they were added. */
export function listForExport(db: Database, eventId: string) {
  return db
    .select({
      ...REPORTED_GUEST,
      notes: aliased(guests.notes, "guest.notes"),
      tags: guests.tags,
      tableName: guests.tableName,
      externalId: guests.externalId,
      companions: aliased(guests.companions, "guest.companions"),
      locale: guests.locale,
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
