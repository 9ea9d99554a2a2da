import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { guests } from "../db/schema/guests.ts";
import type { EventCaller, Member } from "../platform/authorization/authorize-member.ts";
import type { Part } from "../platform/commit/commit.ts";
import { tierLimitReached } from "../platform/tiers/limits.ts";
import { countRecipients, findSender, maySend, SENDING_BUDGETS, type SenderRow } from "../sending/budgets.ts";
import { requireSender } from "../sending/require-sender.ts";
import { invitationMail } from "./invitation-mail.ts";
import { decideMail, type MailDecision } from "./mail-decision.ts";
import { findInvitee, type InviteeRow, markQueued, showRefused, type TokenRow } from "./queries.ts";
import { fitsTier } from "./tier-excess.ts";

/** Attempts while concurrent requests mail or change the same guest between the read and the write. */
export const MAX_ATTEMPTS = 3;

/** The guest, and the account that would send the email. */
interface Found {
  invitee: InviteeRow;
  sender: SenderRow | undefined;
}

/** The email of a request for one guest's link, or why there is none. */
export interface PlannedMail {
  mail: MailDecision;
  /** Joins the commit that writes the link. Empty without an email. */
  part: Part;
}

/** The reads of a request for one guest's link, for the batch that authorizes its caller. */
export function inviteeReads(ctx: RequestContext, caller: EventCaller, guestId: string) {
  const { db, clock } = ctx;
  const { eventId, session } = caller;
  return {
    invitee: one(findInvitee(db, eventId, guestId, clock.now())),
    sender: one(findSender(db, eventId, session.userId, clock.now())),
  };
}

/**
 * Returns the condition of a new link. None for a guest who has a valid link, or whom the tier's limit does not concern.
 * @throws AppError 402 `tier_limit` for a guest without a link whom the door added above the tier's guest limit
 */
export function linkCondition(ctx: RequestContext, { invitee, sender }: Found): SQL | null {
  const { guest, token, overTier, tierExcess } = invitee;
  if (token !== null) return null;
  const tier = sender?.tier ?? "free";
  if (tierExcess !== null) throw tierLimitReached(ctx.config.PUBLIC_URL, tier, "guests", tierExcess);
  return overTier ? fitsTier(guest.eventId) : null;
}

/**
 * Decides whether the guest is emailed the link.
 * @throws AppError 403 `email_unverified`, `sending_paused`, 429 `sending_limit` if the guest would be emailed and the
 *   caller may not send
 */
export async function planMail(
  ctx: RequestContext,
  member: Member,
  { invitee, sender }: Found,
  token: Pick<TokenRow, "id" | "createdAt">,
  notify: boolean,
): Promise<PlannedMail> {
  const { db, clock } = ctx;
  const now = clock.now();
  const { guest, event, suppression, isMailboxFull, recent } = invitee;
  const mail = decideMail(event, { ...guest, suppression, isMailboxFull, recent }, notify, now);
  if (!mail.notified) return { mail, part: { changes: showRefused(db, guest.eventId, [{ id: guest.id, mail }], now) } };
  requireSender(sender, 1, now);
  return {
    mail,
    part: {
      guard: [isMailAsRead(guest), maySend(member, SENDING_BUDGETS[sender?.tier ?? "free"], 1, now)],
      changes: [countRecipients(db, member.hostId, 1, now), markQueued(db, guest.eventId, [guest.id], now)],
      messages: await invitationMail(ctx, invitee, token),
    },
  };
}

/** Condition: no other request has mailed the guest since the guest was read. */
function isMailAsRead({ eventId, id, mailedAt, deliveryStatus }: InviteeRow["guest"]): SQL {
  return sql`exists (select 1 from ${guests} where ${and(eq(guests.eventId, eventId), eq(guests.id, id))}
    and ${guests.mailedAt} is ${mailedAt} and ${guests.deliveryStatus} is ${deliveryStatus})`;
}
