import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { isBeforeClosing } from "../../db/event-window.ts";
import { doorDevices } from "../../db/schema/door-devices.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";

/** The open invites that a user has sent, on the events that the user owns. */
export function listInvitesOf(db: Database, userId: string, now: number) {
  const { id, email, eventId, invitedBy } = collaboratorInvites;
  return db
    .select({ id, name: email, eventId })
    .from(eventCollaborators)
    .innerJoin(collaboratorInvites, eq(eventId, eventCollaborators.eventId))
    .where(
      and(
        eq(eventCollaborators.userId, userId),
        eq(invitedBy, userId),
        isNull(collaboratorInvites.acceptedAt),
        gt(collaboratorInvites.expiresAt, now),
      ),
    )
    .orderBy(id);
}

/** The named devices of a user that were not ended, of events that are not over. */
export function listDevicesOf(db: Database, userId: string, now: number) {
  return db
    .select({ id: doorDevices.id, name: doorDevices.name, eventId: doorDevices.eventId, eventDate: events.eventDate })
    .from(eventCollaborators)
    .innerJoin(events, eq(events.id, eventCollaborators.eventId))
    .innerJoin(doorDevices, eq(doorDevices.eventId, events.id))
    .where(and(eq(eventCollaborators.userId, userId), isLiveDeviceOf(userId), isBeforeClosing(now)));
}

function isLiveDeviceOf(userId: string): SQL | undefined {
  return and(eq(doorDevices.madeBy, userId), isNull(doorDevices.sessionId), isNull(doorDevices.revokedAt));
}
