import type { Services } from "../../services.ts";
import { claim } from "../idempotency/claim.ts";
import type { EventCaller } from "../members/as-member.ts";
import { requireStanding } from "../members/queries.ts";
import { owe } from "../outbox/owe.ts";
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
export async function writeLinks(services: Services, caller: EventCaller, made: Made): Promise<void> {
  const { db } = services;
  const { eventId } = caller;
  const { plan, utmSource, now, outcome } = made;
  const isNew = plan.filter((one) => one.isNew);
  const invited = isNew.map(({ guest }) => guest.id);
  const tokens = (notified: boolean) =>
    isNew.filter((one) => one.notified === notified).map(({ guest, token }) => ({ id: token.id, guestId: guest.id }));
  const mailedLate = plan.filter((one) => one.notified && !one.isNew).map(({ token }) => token.id);
  const owed = owe(services, await mailsFor(services, eventId, made));
  const statements = [
    ...insertTokens(db, eventId, tokens(true), { utmSource, createdAt: now, notifiedAt: now }),
    ...insertTokens(db, eventId, tokens(false), { utmSource, createdAt: now, notifiedAt: null }),
    ...(invited.length > 0 ? [markAllInvited(db, eventId, invited, now)] : []),
    ...(mailedLate.length > 0 ? [markFirstMails(db, eventId, mailedLate, now)] : []),
    ...owed.statements,
    ...claim(services, caller, outcome),
  ];
  if (statements.length === 0) return;
  await db.batch([requireStanding(db, caller), ...statements]);
  owed.dispatch();
}

async function mailsFor(services: Services, eventId: string, { inviter, plan }: Made) {
  const event = { name: inviter.name, venue: inviter.venue, eventDate: inviter.eventDate };
  const mails = await Promise.all(
    plan
      .filter(({ notified }) => notified)
      .map(({ guest: { id, name, email }, token }) =>
        invitationMail(services, { guest: { eventId, id, name, email }, event, hostName: inviter.hostName }, token),
      ),
  );
  return mails.flat();
}
