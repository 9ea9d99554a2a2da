import type { RequestContext } from "../context.ts";
import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, conflictAs, retried } from "../platform/commit/commit.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import type { MailDecision } from "./mail-decision.ts";
import { inviteeReads, linkCondition, MAX_ATTEMPTS, planMail } from "./plan-mail.ts";
import { type InviteeRow, type IssuedToken, insertTokens, markInvited, revokeToken } from "./queries.ts";
import type { TokenRotation } from "./schemas.ts";

/** A new token, and whether the guest is emailed it. */
interface Rotated {
  token: IssuedToken;
  mail: MailDecision;
}

/**
 * Rotates a guest's link: revokes the token and issues another with the same `utm_source`. Emails the new link within
 * the limits of `issueToken`. A guest without a token gets a first one.
 * @throws AppError 404 for a guest of another event, and if the caller's role was removed during the request; errors of
 *   `linkCondition` and `planMail`
 */
export const rotateToken = idempotent(authorizeMember, retried(rotate, MAX_ATTEMPTS));

async function rotate(ctx: RequestContext, caller: EventCaller, input: TokenRotation): Promise<Rotated> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { guestId, notify } = input;
  const { member, invitee, sender } = await authorizeMember(ctx, caller, inviteeReads(ctx, caller, guestId));
  if (invitee === undefined) throw notFound();

  const condition = linkCondition(ctx, { invitee, sender });
  const now = clock.now();
  const token = { id: newId(now, ctx.shard), guestId, utmSource: invitee.token?.utmSource ?? null, createdAt: now };
  const { mail, part } = await planMail(ctx, member, { invitee, sender }, token, notify);
  const notifiedAt = mail.notified ? now : queuedMailTime(invitee, mail);
  const rotated = { token, mail };
  await commit(ctx, {
    by: member,
    guard: [condition],
    changes: {
      revoked: revokeToken(db, eventId, guestId, now),
      inserted: insertTokens(db, eventId, [token], { ...token, notifiedAt }),
      invited: !mail.notified && markInvited(db, eventId, [guestId], now),
    },
    parts: [part],
    audit: { action: "link.rotated", target: guestId, before: null, after: { notified: mail.notified } },
    result: { value: rotated, about: guestId },
    at: now,
    lost: "links_changed",
  }).catch(conflictAs("links_changed"));
  return rotated;
}

/**
 * Returns the time at which a still unsent email was queued, or null. That email will carry the new link, because the
 * notifier renders links when it sends.
 */
function queuedMailTime({ token }: InviteeRow, { reason }: MailDecision): number | null {
  return reason === "too_soon" && token !== null && token.sentAt === null ? token.notifiedAt : null;
}
