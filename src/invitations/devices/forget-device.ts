import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { one } from "../../db/one.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { guestDevices } from "../../db/schema/guest-devices.ts";
import { type GuestKey, rsvps } from "../../db/schema/rsvps.ts";
import { findEvent } from "../../events/queries.ts";
import { notFound } from "../../kernel/errors.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { commit } from "../../platform/commit/commit.ts";
import { deviceExpiry, endDevices, revokeEditNonces } from "./queries.ts";
import { deviceReads, listedIn } from "./read-devices.ts";

/**
 * Revokes a device of a guest and the guest's edit nonces. The browser gets a new device ID with its next request, and no
 * longer counts as the submitting device or as verified.
 * @throws AppError 404 for a device that is revoked, or is another guest's
 */
export async function forgetDevice(
  ctx: RequestContext,
  caller: EventCaller,
  { guestId, deviceId }: { guestId: string; deviceId: string },
): Promise<void> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const guest = { eventId, guestId };
  const { member, event, ...found } = await authorizeMember(ctx, caller, {
    event: one(findEvent(db, eventId)),
    ...deviceReads(db, guest),
  });
  const device = listedIn(found).find(({ id }) => id === deviceId);
  if (event === undefined || device === undefined) throw notFound();
  const at = clock.now();
  await commit(ctx, {
    by: member,
    guard: [isKnown({ ...guest, device: deviceId })],
    changes: {
      nonces: revokeEditNonces(db, guest),
      ended: endDevices(db, {
        ...guest,
        devices: device.ids,
        at,
        expiresAt: deviceExpiry(eventWindow(event).endsAt, at),
      }),
    },
    // The device's ID means nothing to a reader.
    audit: { action: "guest_device.forgotten", target: guestId, before: null, after: null },
    at,
    lost: "not_found",
  });
}

/** Condition: the guest exists, and the device belongs to the guest and was not forgotten. */
function isKnown({ eventId, guestId, device }: GuestKey & { device: string }): SQL {
  const seen = and(eq(accessLogs.eventId, eventId), eq(accessLogs.guestId, guestId), eq(accessLogs.device, device));
  const answered = and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId), eq(rsvps.device, device));
  const ended = and(
    eq(guestDevices.eventId, eventId),
    eq(guestDevices.guestId, guestId),
    eq(guestDevices.device, device),
    isNotNull(guestDevices.endedAt),
  );
  return sql`(exists (select 1 from ${accessLogs} where ${seen}) or exists (select 1 from ${rsvps} where ${answered}))
    and not exists (select 1 from ${guestDevices} where ${ended})`;
}
