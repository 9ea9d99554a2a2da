import type { RequestContext } from "../context.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { SENDING_BUDGETS } from "../sending/budgets.ts";
import { countRecipients, maySend } from "../sending/queries.ts";
import { type InviterRow, markFirstMails } from "./bulk-queries.ts";
import { invitationMail } from "./invitation-mail.ts";
import type { MailDecision } from "./mail-decision.ts";
import type { PlannedLink } from "./plan-links.ts";
import { assertWritable, insertTokens, markInvited, markQueued } from "./queries.ts";

/** The result of a bulk request as it is stored for retries: without names, addresses and links. */
export interface IssueResult {
  issued: number;
  links: [
    guestId: string,
    tokenId: string,
    notified: boolean,
    reason: MailDecision["reason"],
    notifyAfter: number | null,
  ][];
}

/** Links to write, and what their invitations say. */
interface LinksToWrite {
  inviter: InviterRow;
  plan: readonly PlannedLink[];
  utmSource: string | null;
  /** The tier of the event's host. */
  tier: Tier;
  /** Epoch milliseconds. */
  now: number;
  issueResult: IssueResult;
}

/**
 * Writes new links, the times of the invitations and the messages in one batch.
 * @throws a constraint violation if the caller lost the role or may not send so much any more, or a guest has changed since the plan: has a link by now, was
 *   mailed it, or was deleted
 */
export async function writeLinks(ctx: RequestContext, member: Member, input: LinksToWrite): Promise<void> {
  const { db } = ctx;
  const { eventId } = member;
  const { plan, utmSource, tier, now, issueResult } = input;
  const isNew = plan.filter((one) => one.isNew);
  const tokens = (notified: boolean) =>
    isNew
      .filter(({ mail }) => mail.notified === notified)
      .map(({ guest, token }) => ({ id: token.id, guestId: guest.id }));
  const [mailedTokens, otherTokens] = [tokens(true), tokens(false)];
  const mailed = plan.filter(({ mail }) => mail.notified);
  const firstMails = mailed.filter((one) => !one.isNew).map(({ token }) => token.id);
  const outboxEntries = enqueue(ctx, await mailsFor(ctx, eventId, input));
  const statements = [
    ...insertTokens(db, eventId, mailedTokens, { utmSource, createdAt: now, notifiedAt: now }),
    ...insertTokens(db, eventId, otherTokens, { utmSource, createdAt: now, notifiedAt: null }),
    ...(otherTokens.length > 0
      ? [
          markInvited(
            db,
            eventId,
            otherTokens.map(({ guestId }) => guestId),
            now,
          ),
        ]
      : []),
    ...(firstMails.length > 0 ? [markFirstMails(db, eventId, firstMails, now)] : []),
    ...(mailed.length > 0
      ? [
          markQueued(
            db,
            eventId,
            mailed.map(({ guest }) => guest.id),
            now,
          ),
          countRecipients(db, member.hostId, mailed.length, now),
        ]
      : []),
    ...outboxEntries.statements,
    ...recordResult(ctx, member, issueResult),
  ];
  if (statements.length === 0) return;
  const conditions = mailed.length > 0 ? [maySend(member, SENDING_BUDGETS[tier], mailed.length, now)] : [];
  await db.batch([assertWritable(db, member, conditions), ...statements]);
  outboxEntries.publishAfterResponse();
}

async function mailsFor(ctx: RequestContext, eventId: string, { inviter, plan }: LinksToWrite) {
  const event = { name: inviter.name, venue: inviter.venue, eventDate: inviter.eventDate };
  const mails = await Promise.all(
    plan
      .filter(({ mail }) => mail.notified)
      .map(({ guest: { id, name, email }, token }) =>
        invitationMail(ctx, { guest: { eventId, id, name, email }, event, hostName: inviter.hostName }, token),
      ),
  );
  return mails.flat();
}
