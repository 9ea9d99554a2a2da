import { runBatch } from "../../db/batch.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { canRevoke, findDoorDevice, markRevoked } from "./queries.ts";

/** Ends a door device: its next request is refused. @throws AppError 404 for one that was ended, too */
export async function revokeDoorDevice(ctx: RequestContext, caller: EventCaller, deviceId: string): Promise<void> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const {
    member,
    device: [device],
  } = await authorizeMember(ctx, caller, { device: findDoorDevice(db, eventId, deviceId) });
  if (device === undefined) throw notFound();
  const now = clock.now();
  const record = {
    eventId,
    ...actorOf(member),
    action: "door_device.revoked" as const,
    target: deviceId,
    before: { name: device.name },
    after: null,
    at: now,
  };
  const guard = canRevoke(db, hasRole(db, member), eventId, deviceId);
  const { revoked } = await runBatch(db, {
    audit: recordAudit(db, record, guard),
    revoked: markRevoked(db, eventId, deviceId, now, guard),
  });
  if (revoked.length > 0) return;
  // Either another request ended it, or the caller lost the role in between.
  await authorizeMember(ctx, caller, {});
  throw notFound();
}
