import type { RequestContext } from "../context.ts";
import type { DoorCodes } from "../invitations/door-code/door-code.ts";
import { jwtDoorCodeFor, shortDoorCodeFor } from "../invitations/door-code/door-code.ts";
import { issueMissing } from "../invitations/issue-missing.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { actorOf } from "../platform/audit/actions.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { findDoorGuest } from "./queries.ts";
import { eventCancelled } from "./read-door-guest.ts";

/**
 * Returns the door code of a guest, for the host to print or to pass on. Only an attending guest with a seat has one. The
 * audit records who read it. A guest without a link gets one, because the code names the link.
 * @throws AppError 404, 409 `no_door_code`, `event_cancelled`
 */
export async function readDoorCode(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<DoorCodes> {
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
  const subject = { event: { id: eventId, eventDate: found.eventDate }, guest: { id: guestId, tokenId } };
  const [jwt, short] = await Promise.all([jwtDoorCodeFor(ctx, subject), shortDoorCodeFor(ctx, subject)]);
  return { jwt, short };
}
