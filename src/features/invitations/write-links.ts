import { recordResult } from "../../platform/idempotency/record-result.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Member } from "../members/authorize-member.ts";
import { assertRole } from "../members/queries.ts";
import { type InviterRow, insertTokens, markFirstMails } from "./bulk-queries.ts";
import { invitationMail } from "./invitation-mail.ts";
import type { PlannedLink } from "./plan-links.ts";
import { markAllInvited } from "./queries.ts";

/** The result of a bulk request as it is stored for retries: without names, addresses and links. */
export interface IssueResult {
  issued: number;
  links: [guestId: string, tokenId: string, notified: boolean][];
}

/** Links to write, and what their invitations say. */
interface LinksToWrite {
  inviter: InviterRow;
  plan: readonly PlannedLink[];
  utmSource: string | null;
  /** Epoch milliseconds. */
  now: number;
  issueResult: IssueResult;
}

/**
 * Writes new links, the times of the invitations and the messages in one batch.
 * @throws a constraint violation if the caller lost the role, or a guest has changed since the plan: has a link by now, was
 *   mailed it, or was deleted
 */
export async function writeLinks(ctx: RequestContext, member: Member, input: LinksToWrite): Promise<void> {
  const { db } = ctx;
  const { eventId } = member;
  const { plan, utmSource, now, issueResult } = input;
  const isNew = plan.filter((one) => one.isNew);
  const invited = isNew.map(({ guest }) => guest.id);
  const tokens = (notified: boolean) =>
    isNew.filter((one) => one.notified === notified).map(({ guest, token }) => ({ id: token.id, guestId: guest.id }));
  const firstMails = plan.filter((one) => one.notified && !one.isNew).map(({ token }) => token.id);
  const outboxEntries = enqueue(ctx, await mailsFor(ctx, eventId, input));
  const statements = [
    ...insertTokens(db, eventId, tokens(true), { utmSource, createdAt: now, notifiedAt: now }),
    ...insertTokens(db, eventId, tokens(false), { utmSource, createdAt: now, notifiedAt: null }),
    ...(invited.length > 0 ? [markAllInvited(db, eventId, invited, now)] : []),
    ...(firstMails.length > 0 ? [markFirstMails(db, eventId, firstMails, now)] : []),
    ...outboxEntries.statements,
    ...recordResult(ctx, member, issueResult),
  ];
  if (statements.length === 0) return;
  await db.batch([assertRole(db, member), ...statements]);
  outboxEntries.publishAfterResponse();
}

async function mailsFor(ctx: RequestContext, eventId: string, { inviter, plan }: LinksToWrite) {
  const event = { name: inviter.name, venue: inviter.venue, eventDate: inviter.eventDate };
  const mails = await Promise.all(
    plan
      .filter(({ notified }) => notified)
      .map(({ guest: { id, name, email }, token }) =>
        invitationMail(ctx, { guest: { eventId, id, name, email }, event, hostName: inviter.hostName }, token),
      ),
  );
  return mails.flat();
}
