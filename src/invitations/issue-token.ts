import { eq, type SQL } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { accessTokens } from "../db/schema/guests.ts";
import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { commit, conflictAs, retried } from "../platform/commit/commit.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import type { MailDecision } from "./mail-decision.ts";
import { inviteeReads, linkCondition, MAX_ATTEMPTS, type PlannedMail, planMail } from "./plan-mail.ts";
import { type IssuedToken, insertTokens, markInvited } from "./queries.ts";
import type { TokenIssue } from "./schemas.ts";

/** A guest's token, whether this call issued it, and whether it emails the guest. */
export interface Issued {
  token: IssuedToken;
  isNew: boolean;
  mail: MailDecision;
}

/**
 * The valid token of a guest, issued if there is none. With `notify`, emails the guest the link, at most once per hour
 * and five times per day over all requests.
 * @throws AppError 404 for a guest of another event, and if the caller's role was removed during the request; errors of
 *   `linkCondition` and `planMail`
 */
export const issueToken = idempotent(authorizeMember, retried(issue, MAX_ATTEMPTS));

async function issue(ctx: RequestContext, caller: EventCaller, input: TokenIssue): Promise<Issued> {
  const { member, invitee, sender } = await authorizeMember(ctx, caller, inviteeReads(ctx, caller, input.guestId));
  if (invitee === undefined) throw notFound();
  const now = ctx.clock.now();
  const { guestId, utmSource } = input;
  const isNew = invitee.token === null;
  const condition = linkCondition(ctx, { invitee, sender });
  const { id, ...rest } = invitee.token ?? { id: newId(now, ctx.shard), utmSource, createdAt: now };
  const token = { id, guestId, utmSource: rest.utmSource, createdAt: rest.createdAt };
  const planned = await planMail(ctx, member, { invitee, sender }, token, input.notify);
  const issued = { token, isNew, mail: planned.mail };
  await write(ctx, member, issued, { ...planned, condition });
  return issued;
}

/** Writes the token, the message and the time of the invitation. Makes no call if nothing changes. */
async function write(
  ctx: RequestContext,
  member: Member,
  issued: Issued,
  { mail, part, condition }: PlannedMail & { condition: SQL | null },
): Promise<void> {
  const { token, isNew } = issued;
  const isEmpty = (part.changes ?? []).length === 0;
  if (!isNew && !mail.notified && isEmpty && ctx.requestKey === null) return;
  const [{ db, clock }, { eventId }] = [ctx, member];
  const now = isNew ? token.createdAt : clock.now();
  const notifiedAt = mail.notified ? now : null;
  await commit(ctx, {
    by: member,
    guard: [condition],
    changes: {
      inserted: isNew ? insertTokens(db, eventId, [token], { ...token, notifiedAt }) : [],
      invited: isNew && !mail.notified && markInvited(db, eventId, [token.guestId], now),
      mailed: !isNew && mail.notified && markMailed(db, token.id, now),
    },
    parts: [part],
    audit: null,
    result: { value: issued, about: token.guestId },
    at: now,
    lost: "links_changed",
  }).catch(conflictAs("links_changed"));
}

/** Marks a link as emailed. */
function markMailed(db: Database, tokenId: string, notifiedAt: number) {
  return db.update(accessTokens).set({ notifiedAt }).where(eq(accessTokens.id, tokenId));
}
