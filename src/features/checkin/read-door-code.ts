import { AppError, notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { issueMissing } from "../invitations/issue-missing.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { type DoorCode, doorCodeFor } from "./door-code.ts";
import { findDoorGuest } from "./queries.ts";
import { eventCancelled } from "./read-door-guest.ts";

/**
 * The door code of a guest who cannot open the invitation, for the host to print or to pass on. Only of a guest who is
 * coming and has a seat: anybody else is let in at the door by a person's decision, or answers first. The audit says who
 * took it. A guest without a link gets one, because the code names it.
 * @throws AppError 404, 409 `no_door_code`, `event_cancelled`
 */
export async function readDoorCode(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<DoorCode> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const {
    member,
    found: [found],
  } = await authorizeMember(ctx, caller, { found: findDoorGuest(db, eventId, guestId) });
  if (found === undefined) throw notFound();
  if (found.cancelledAt !== null) throw eventCancelled();
  if (found.response !== "attending" || found.seat !== "confirmed") throw new AppError("no_door_code");
  const tokenId = found.tokenId ?? (await issueMissing(ctx, eventId, [guestId])).get(guestId);
  if (tokenId === undefined) throw notFound();
  const entry = { eventId, ...actorOf(member), action: "door_code.read", target: guestId } as const;
  await db.batch([recordAudit(db, { ...entry, before: null, after: null, at: clock.now() }, hasRole(db, member))]);
  sealAfterResponse(ctx, eventId);
  return doorCodeFor(ctx, { id: eventId }, { id: guestId, tokenId });
}
