import { runBatch } from "../../db/batch.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { endOf } from "../events/event-times.ts";
import { findEvent } from "../events/queries.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { deviceExpiry } from "./guest-device.ts";
import { mayForget } from "./list-queries.ts";
import { endDevice } from "./queries.ts";

/**
 * Ends a device of a guest: its browser is a new one from the next request on, and neither the one that answered nor
 * proved. @throws AppError 404 for a device that is not the guest's, or has ended
 */
export async function forgetDevice(
  ctx: RequestContext,
  caller: EventCaller,
  { guestId, deviceId }: { guestId: string; deviceId: string },
): Promise<void> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const {
    member,
    event: [event],
  } = await authorizeMember(ctx, caller, { event: findEvent(db, eventId) });
  if (event === undefined) throw notFound();
  const at = clock.now();
  const device = { eventId, guestId, device: deviceId, at, expiresAt: deviceExpiry(endOf(event), at) };
  const record = {
    eventId,
    actorId: member.userId,
    action: "guest_device.forgotten" as const,
    // The id of the device says nothing to anybody.
    target: guestId,
    before: null,
    after: null,
    at,
  };
  const guard = mayForget(hasRole(db, member), device);
  const { ended } = await runBatch(db, {
    audit: recordAudit(db, record, guard),
    ended: endDevice(db, device, guard),
  });
  if (ended.length === 0) throw notFound();
  sealAfterResponse(ctx, eventId);
}
