import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";
import { collaboratorInvites, events } from "../db/schema/events.ts";
import { secrets } from "../db/schema/secrets.ts";
import { isOpen, type PresentedSecret } from "../platform/secrets/queries.ts";

/** The open invite of a link, with the columns of its preview. None when it was cancelled or replaced, or its event is deleted. */
export function findInvite(db: Database, secret: PresentedSecret) {
  return db
    .select({
      event: {
        id: events.id,
        name: aliased(events.name, "event.name"),
        eventDate: events.eventDate,
        timezone: events.timezone,
        requireSecondFactor: events.requireSecondFactor,
      },
      role: collaboratorInvites.role,
      email: collaboratorInvites.email,
      emailKey: collaboratorInvites.emailKey,
      inviterName: users.name,
      expiresAt: collaboratorInvites.expiresAt,
    })
    .from(secrets)
    .innerJoin(collaboratorInvites, eq(collaboratorInvites.id, secrets.subject))
    .innerJoin(events, and(eq(events.id, collaboratorInvites.eventId), isNull(events.deletedAt)))
    .innerJoin(users, eq(users.id, collaboratorInvites.invitedBy))
    .where(and(isOpen(secret), isPending(secret.now)))
    .limit(1);
}

/** Condition: the invite is open. */
export function isPending(now: number): SQL | undefined {
  return and(isNull(collaboratorInvites.acceptedAt), gt(collaboratorInvites.expiresAt, now));
}
