import { countSeats } from "../billing/queries.ts";
import type { RequestContext } from "../context.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { emailKey } from "../kernel/email-address.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { countLimit, tierLimitReached } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findSender } from "../sending/queries.ts";
import { requirePause, requireSender } from "../sending/require-sender.ts";
import { deleteInvite, findPending, findRecentInvites } from "./invite-queries.ts";
import { findMemberByEmail } from "./queries.ts";
import type { NewInvite } from "./schemas.ts";
import { MAX_ATTEMPTS } from "./team-changes.ts";
import { type Invited, writeInvite } from "./write-invite.ts";

/**
 * Invites an address to an event and enqueues the mail with the link, which is valid for 7 days. An open invite to the
 * address is replaced, and its link stops working. An address takes one collaborator seat of the host, on any number of
 * events, as soon as it is invited.
 * @throws AppError 409 `already_member`, 402 `tier_limit` without a free seat, 409 `team_changed`, 403 `step_up_required`
 *   to invite an owner, what `requireSender` throws, and 429 `recipient_limit`
 */
export const inviteCollaborator = idempotent(authorizeMember, invite);

async function invite(ctx: RequestContext, caller: EventCaller, input: NewInvite): Promise<Invited> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const key = emailKey(input.email);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
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
    const invited = await writeInvite(ctx, member, input, { tier, limit, replaced: pending?.role ?? null });
    if (invited) return invited;
  }
  throw new AppError("team_changed");
}

/**
 * Cancels an open invite: its link stops working.
 * @throws AppError 404 without an open invite to the address, and what `authorizeMember` throws for a caller who lost the
 *   role or the event meanwhile
 */
export async function cancelInvite(ctx: RequestContext, caller: EventCaller, email: string): Promise<void> {
  const { db } = ctx;
  const { member } = await authorizeMember(ctx, caller, {});
  const [deleted] = await db.batch([deleteInvite(db, caller.eventId, emailKey(email), hasRole(db, member))]);
  if (deleted.length > 0) return;
  await authorizeMember(ctx, caller, {});
  throw notFound();
}
