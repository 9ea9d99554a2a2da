import type { SQL } from "drizzle-orm";
import { and, eq, exists, isNull, lte, or, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database, Statement } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { guests } from "../db/schema/guests.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import type { EventCaller, Member } from "../platform/authorization/authorize-member.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { INVITATION_PAUSE_MS, SENDING_BUDGETS } from "../sending/budgets.ts";
import { countRecipients, findSender, maySend } from "../sending/queries.ts";
import { requireSender } from "../sending/require-sender.ts";
import { invitationMail } from "./invitation-mail.ts";
import { decideMail, type MailDecision } from "./mail-decision.ts";
import { findInvitee, type InviteeRow, markQueued, type TokenRow } from "./queries.ts";

/** Attempts while concurrent requests mail or change the same guest between the read and the write. */
const MAX_TRIES = 3;

/** What was read of a guest and of the account that would mail the guest. */
interface Found {
  invitee: InviteeRow;
  sender: Awaited<ReturnType<typeof findSender>>;
}

/** The mail of a request for one guest's link, or why there is none. */
export interface PlannedMail {
  mail: MailDecision;
  /** What the batch has to make sure of before it writes: all of it still holds. Empty without a mail. */
  conditions: SQL[];
  /** For the batch that writes the link. */
  statements: Statement[];
  publishAfterResponse(): void;
}

/** The reads of a request for one guest's link, for the batch that authorizes its caller. */
export function inviteeReads(ctx: RequestContext, caller: EventCaller, guestId: string) {
  const { db, clock } = ctx;
  const { eventId, session } = caller;
  return {
    invitee: findInvitee(db, eventId, guestId, clock.now()),
    sender: findSender(db, eventId, session.userId, clock.now()),
  };
}

/**
 * Decides whether the guest is mailed the link.
 * @throws AppError 403 `email_unverified`, `sending_paused`, 429 `sending_limit` when the guest would be mailed and the
 *   caller may not
 */
export async function planMail(
  ctx: RequestContext,
  member: Member,
  { invitee, sender: [sender] }: Found,
  token: Pick<TokenRow, "id" | "createdAt">,
  notify: boolean,
): Promise<PlannedMail> {
  const { db, clock } = ctx;
  const now = clock.now();
  const { guest, event, suppression, recent } = invitee;
  const mail = decideMail(event, { ...guest, suppression, recent }, notify, now);
  if (!mail.notified) return { mail, conditions: [], statements: [], publishAfterResponse: () => undefined };
  requireSender(sender, 1, now);
  const outboxEntries = enqueue(ctx, await invitationMail(ctx, invitee, token));
  return {
    mail,
    conditions: [
      isMailable(db, guest.eventId, guest.id, now),
      maySend(member, SENDING_BUDGETS[sender?.tier ?? "free"], 1, now),
    ],
    statements: [
      ...outboxEntries.statements,
      countRecipients(db, member.hostId, 1, now),
      markQueued(db, guest.eventId, [guest.id], now),
    ],
    publishAfterResponse: outboxEntries.publishAfterResponse,
  };
}

/**
 * Runs a read and a write that a concurrent request can abort by a violated constraint, until the write succeeds. An
 * attempt that would write the same as an aborted one is refused: not the guest had changed, but the caller's role.
 * @param attempt calls `decided` with what it is about to write, in a few words
 * @throws AppError 404 for a role that was lost, 409 `links_changed` when others win every attempt, and whatever the
 *   attempt throws
 */
export async function untilWritten<T>(attempt: (decided: (decision: string) => void) => Promise<T>): Promise<T> {
  let aborted: string | null = null;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    let decision: string | null = null;
    try {
      return await attempt((made) => {
        if (made === aborted) throw notFound();
        decision = made;
      });
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      aborted = decision;
    }
  }
  throw new AppError("links_changed");
}

/**
 * The condition that no invitation to the guest's address was asked for within the pause, except one that was not sent.
 * `decideMail` decides the same from what was read.
 */
function isMailable(db: Database, eventId: string, guestId: string, now: number): SQL {
  const isUnsent = sql`(${guests.deliveryStatus} = 'failed' or ${guests.deliveryStatus} = 'suppressed')`;
  return exists(
    db
      .select({ one: sql`1` })
      .from(guests)
      .where(
        and(
          eq(guests.eventId, eventId),
          eq(guests.id, guestId),
          or(isNull(guests.mailedAt), lte(guests.mailedAt, now - INVITATION_PAUSE_MS), isUnsent),
        ),
      ),
  );
}
