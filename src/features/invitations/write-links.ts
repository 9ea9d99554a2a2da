import { recordResult } from "../../platform/idempotency/record-result.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Member } from "../members/authorize-member.ts";
import { assertRole } from "../members/queries.ts";
import { type InviterRow, insertTokens, markFirstMails } from "./bulk-queries.ts";
import { invitationMail } from "./invitation-mail.ts";
import type { PlannedLink } from "./plan-links.ts";
import { markAllInvited } from "./queries.ts";

/** What a request for many links came to. Names and addresses are not in it, nor are the links. */
export interface Outcome {
  issued: number;
  links: [guestId: string, tokenId: string, notified: boolean][];
}

/** Links that are to be written, and what their invitations say. */
interface Made {
  inviter: InviterRow;
  plan: readonly PlannedLink[];
  utmSource: string | null;
  /** Epoch milliseconds. */
  now: number;
  outcome: Outcome;
}

/**
 * Writes new links, the times of the invitations and what is owed together, or nothing of it.
 * @throws a constraint violation when the caller may no longer, or a guest is not as the plan has it: has a link by now,
 *   was mailed it, or is gone
 */
export async function writeLinks(ctx: RequestContext, member: Member, made: Made): Promise<void> {
  const { db } = ctx;
  const { eventId } = member;
  const { plan, utmSource, now, outcome } = made;
  const isNew = plan.filter((one) => one.isNew);
  const invited = isNew.map(({ guest }) => guest.id);
  const tokens = (notified: boolean) =>
    isNew.filter((one) => one.notified === notified).map(({ guest, token }) => ({ id: token.id, guestId: guest.id }));
  const mailedLate = plan.filter((one) => one.notified && !one.isNew).map(({ token }) => token.id);
  const outboxEntries = enqueue(ctx, await mailsFor(ctx, eventId, made));
  const statements = [
    ...insertTokens(db, eventId, tokens(true), { utmSource, createdAt: now, notifiedAt: now }),
    ...insertTokens(db, eventId, tokens(false), { utmSource, createdAt: now, notifiedAt: null }),
    ...(invited.length > 0 ? [markAllInvited(db, eventId, invited, now)] : []),
    ...(mailedLate.length > 0 ? [markFirstMails(db, eventId, mailedLate, now)] : []),
    ...outboxEntries.statements,
    ...recordResult(ctx, member, outcome),
  ];
  if (statements.length === 0) return;
  await db.batch([assertRole(db, member), ...statements]);
  outboxEntries.publishAfterResponse();
}

async function mailsFor(ctx: RequestContext, eventId: string, { inviter, plan }: Made) {
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
