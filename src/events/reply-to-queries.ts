import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { events } from "../db/schema/events.ts";
import { secrets } from "../db/schema/secrets.ts";
import { deleteSecrets, isOpen, ofOpenSecret, type PresentedSecret } from "../platform/secrets/queries.ts";

/** Revokes the request of an event, so that the link of its email does nothing any more, if the guard is true. */
export function deleteReplyToRequest(db: Database, eventId: string, guard?: SQL) {
  return deleteSecrets(db, and(eq(secrets.eventId, eventId), eq(secrets.kind, "reply_to"), guard));
}

/** What an open request asks for, with the event that it is about. */
export function findReplyToRequest(db: Database, secret: PresentedSecret) {
  return db
    .select({ payload: secrets.payload, eventName: events.name })
    .from(secrets)
    .innerJoin(events, eq(events.id, secrets.eventId))
    .where(and(isOpen(secret), isNull(events.deletedAt)))
    .limit(1);
}

/** Uses the event's address for replies from now on: the one whose email had this link, if the event still has it. */
export function verifyReplyTo(db: Database, secret: PresentedSecret) {
  return db
    .update(events)
    .set({ replyToVerifiedAt: secret.now })
    .where(
      and(
        eq(events.id, ofOpenSecret(secrets.eventId, secret)),
        eq(events.replyTo, ofOpenSecret(secrets.payload, secret, "address")),
        isNull(events.deletedAt),
      ),
    )
    .returning({ id: events.id });
}
