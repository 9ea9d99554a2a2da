import { and, eq, exists, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { guests } from "../db/schema/guests.ts";
import { hasDoorCode } from "../events/seats/seats.ts";
import { type DoorCodes, jwtDoorCodeFor, shortDoorCodeFor } from "../invitations/door-code/door-code.ts";
import { missingTokens } from "../invitations/issue-missing.ts";
import { findTierExcess, tierExcess } from "../invitations/tier-excess.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { commit } from "../platform/commit/commit.ts";
import { tierLimitReached } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findDoorGuest } from "./queries.ts";
import { eventCancelled } from "./read-door-guest.ts";

/**
 * Returns the door code of a guest, for the host to print or to pass on. Only an attending guest with a seat has one. The
 * audit records who read it. A guest without a link gets one, because the code names the link.
 * @throws AppError 404, 402 `tier_limit` for a guest who gets no link, 409 `no_door_code`, `event_cancelled`
 */
export async function readDoorCode(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<DoorCodes> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { member, found } = await authorizeMember(ctx, caller, { found: one(findDoorGuest(db, eventId, guestId)) });
  if (found === undefined) throw notFound();
  if (found.cancelledAt !== null) throw eventCancelled();
  if (!hasDoorCode(found)) throw new AppError("no_door_code");
  const mayHaveLink = found.tokenId === null ? sql`${tierExcess(eventId)} is null` : undefined;
  const isGuest = and(eq(guests.eventId, eventId), eq(guests.id, guestId), mayHaveLink);
  const { valid } = await commit(ctx, {
    by: member,
    guard: [exists(db.select({ id: guests.id }).from(guests).where(isGuest))],
    changes: missingTokens(ctx, eventId, [guestId]),
    audit: { action: "door_code.read", target: guestId, before: null, after: null },
    at: clock.now(),
    lost: () => noDoorCode(ctx, member, guestId),
  });
  const [link] = valid;
  if (link === undefined) throw notFound();
  const subject = { event: { id: eventId, eventDate: found.eventDate }, guest: { id: guestId, tokenId: link.id } };
  const [jwt, short] = await Promise.all([jwtDoorCodeFor(ctx, subject), shortDoorCodeFor(ctx, subject)]);
  return { jwt, short };
}

/** 402 for a guest who gets no link, and therefore no code; 404 for a guest who was deleted. */
async function noDoorCode(ctx: RequestContext, member: Member, guestId: string): Promise<AppError> {
  const { granted, excess } = await authorizeMember(ctx, member, {
    granted: tierOfEvent(ctx, member.eventId),
    excess: one(findTierExcess(ctx.db, member.eventId, guestId)),
  });
  const used = excess?.guests ?? null;
  return used === null ? notFound() : tierLimitReached(ctx.config.PUBLIC_URL, tierIn(granted), "guests", used);
}
