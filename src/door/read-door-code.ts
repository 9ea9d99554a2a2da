import { and, eq, exists } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { guests } from "../db/schema/guests.ts";
import { hasDoorCode } from "../events/seats/seats.ts";
import { type DoorCodes, jwtDoorCodeFor, shortDoorCodeFor } from "../invitations/door-code/door-code.ts";
import { missingTokens } from "../invitations/issue-missing.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, deniedOr } from "../platform/commit/commit.ts";
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
  if (!hasDoorCode(found)) throw new AppError("no_door_code");
  const isGuest = and(eq(guests.eventId, eventId), eq(guests.id, guestId));
  const { valid } = await commit(ctx, {
    by: member,
    guard: [exists(db.select({ id: guests.id }).from(guests).where(isGuest))],
    changes: missingTokens(ctx, eventId, [guestId]),
    audit: { action: "door_code.read", target: guestId, before: null, after: null },
    at: clock.now(),
    lost: deniedOr(ctx, member, "not_found"),
  });
  const [link] = valid;
  if (link === undefined) throw notFound();
  const subject = { event: { id: eventId, eventDate: found.eventDate }, guest: { id: guestId, tokenId: link.id } };
  const [jwt, short] = await Promise.all([jwtDoorCodeFor(ctx, subject), shortDoorCodeFor(ctx, subject)]);
  return { jwt, short };
}
