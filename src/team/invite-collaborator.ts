import { countSeats } from "../billing/queries.ts";
import type { RequestContext } from "../context.ts";
import { collaboratorInvites } from "../db/schema/events.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { emailKey } from "../kernel/email-address.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { countLimit, tierLimitReached } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findSender } from "../sending/queries.ts";
import { requirePause, requireSender } from "../sending/require-sender.ts";
import { findMemberByEmail } from "./queries.ts";
import type { NewInvite } from "./schemas.ts";
import { MAX_ATTEMPTS } from "./team-changes.ts";
import { findPending, findRecentInvites, type Invited, isUnaccepted, writeInvite } from "./write-invite.ts";

/**
 * Invites an address to an event and enqueues the mail with the link, which is valid for 7 days. An open invite to the
 * address is replaced, and its link stops working. An address takes one collaborator seat of the host, on any number of
 * events, as soon as it is invited.
 * @throws AppError 409 `already_member`, 402 `tier_limit` without a free seat, 409 `team_changed`, 403 `step_up_required`
 *   to invite an owner, what `requireSender` throws, and 429 `recipient_limit`
 */
export const inviteCollaborator = idempotent(authorizeMember, retried(invite, MAX_ATTEMPTS));

async function invite(ctx: RequestContext, caller: EventCaller, input: NewInvite): Promise<Invited> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const key = emailKey(input.email);
  const now = clock.now();
  const {
    member,
    granted,
    members,
    seats: [seats],
    pending: [pending],
    recent,
    sender: [sender],
    authentication,
  } = await authorizeMember(
    ctx,
    caller,
    {
      granted: tierOfEvent(ctx, eventId),
      members: findMemberByEmail(db, eventId, key),
      seats: countSeats(db, { eventId, emailKey: key, now }),
      pending: findPending(db, eventId, key, now),
      recent: findRecentInvites(db, eventId, key, now),
      sender: findSender(db, eventId, caller.session.userId, now),
    },
    { authentication: findAuthentication(ctx.accountsDb, caller.session) },
  );
  if (members.length > 0) throw new AppError("already_member");
  if (input.role === "owner") await requireStepUp(ctx, caller.session, authentication);
  const tier = tierIn(granted);
  const limit = countLimit(tier, "collaborators");
  const { used = 0, others = 0 } = seats ?? {};
  if (others >= limit) throw tierLimitReached(config.PUBLIC_URL, tier, "collaborators", used);
  requireSender(sender, 1, now);
  requirePause(
    recent.map(({ at }) => at),
    now,
  );
  return writeInvite(ctx, member, input, { tier, limit, replaced: pending?.role ?? null });
}

/** Cancels an open invite: its link stops working. @throws AppError 404 without an open invite to the address */
export const cancelInvite = retried(async (ctx: RequestContext, caller: EventCaller, email: string): Promise<void> => {
  const { db, clock } = ctx;
  const isInvite = isUnaccepted(caller.eventId, emailKey(email));
  const { id } = collaboratorInvites;
  const { member, found } = await authorizeMember(ctx, caller, {
    found: db.select({ id }).from(collaboratorInvites).where(isInvite),
  });
  if (found.length === 0) throw notFound();
  const { cancelled } = await commit(ctx, {
    by: member,
    changes: { cancelled: db.delete(collaboratorInvites).where(isInvite).returning({ id }) },
    audit: null,
    at: clock.now(),
    lost: "team_changed",
  });
  if (cancelled.length === 0) throw notFound();
}, MAX_ATTEMPTS);
