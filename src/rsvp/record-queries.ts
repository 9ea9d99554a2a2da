import { and, eq, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, LINK_OF_GUEST } from "../db/joins.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { eventQuestions } from "../db/schema/questions.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { ANY_TIME, standingSql } from "../db/standing.ts";

/** A guest whose RSVP a host records, with the current RSVP. */
export type AnswerableRow = Awaited<ReturnType<typeof findAnswerable>>[number];

/**
 * Reads the values that a guest's RSVP is validated against, with the ID of the guest's valid link, if there is one.
 */
export function findAnswerable(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: aliased(guests.name, "guest.name"),
        email: guests.email,
        partySize: guests.partySize,
        companions: aliased(guests.companions, "guest.companions"),
        updatedAt: aliased(guests.updatedAt, "guest.updated_at"),
      },
      event: {
        id: aliased(events.id, "event.id"),
        companionNames: events.companionNames,
        defaultPartySize: events.defaultPartySize,
        capacity: events.capacity,
        waitlist: events.waitlist,
        eventDate: events.eventDate,
        endTime: events.endTime,
        cancelledAt: events.cancelledAt,
        updatedAt: aliased(events.updatedAt, "event.updated_at"),
      },
      questions: {
        items: eventQuestions.items,
        version: eventQuestions.version,
        updatedAt: aliased(eventQuestions.updatedAt, "questions.updated_at"),
      },
      rsvp: rsvps,
      standing: standingSql(ANY_TIME).as("standing"),
      tokenId: sql<string | null>`${accessTokens.id}`.as("token.id"),
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .leftJoin(eventQuestions, eq(eventQuestions.eventId, guests.eventId))
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(accessTokens, LINK_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}
