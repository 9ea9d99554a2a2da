import { and, eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { BatchResults } from "../db/batch.ts";
import type { Database, Statement } from "../db/client.ts";
import { one } from "../db/one.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import type { GuestKey } from "../db/schema/rsvps.ts";
import { flag } from "../http/fields.ts";
import { emailKey } from "../kernel/email-address.ts";
import { forDocs } from "../kernel/for-docs.ts";
import type { UnsentReason } from "../kernel/unsent-reasons.ts";
import { type MaybeByKey, unnotifiedReason } from "../platform/authorization/api-key.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { countRecipients, findSender, maySend, SENDING_BUDGETS } from "./budgets.ts";
import { isMailboxFull, MAILS_AN_HOUR, mailsInHour } from "./mailbox-cap.ts";
import { senderStop } from "./require-sender.ts";
import { suppressionFor } from "./suppression-queries.ts";

/** Why a request that changes something emails nobody. */
const NOT_NOTIFIED_REASONS = [
  "not_requested",
  "no_address",
  "no_link",
  "no_change",
  "event_cancelled",
  "event_over",
  "walk_in",
  "missing_scope",
  "too_soon",
  "unsubscribed",
  "bounced",
  "complained",
  "email_unverified",
  "sending_paused",
  "sending_limit",
  "mailbox_limit",
  "notice_limit",
] as const satisfies readonly UnsentReason[];

export type NotNotifiedReason = (typeof NOT_NOTIFIED_REASONS)[number];

/** Whether a request that changes something also causes emails. Its change is made in either case. */
export interface Notified {
  notified: boolean;
  /** Null if it causes emails. */
  reason: NotNotifiedReason | null;
}

/** Fields of the response to a request that changes something and may email people. */
export const NOTIFIED = {
  notified: flag(
    forDocs("Whether this request causes an email. What stops an email later is shown at the guest or in the message"),
  ),
  reason: z
    .enum(NOT_NOTIFIED_REASONS)
    .nullable()
    .meta(
      forDocs({
        description:
          "Why the change causes no email; null: it causes one. `bounced`, `complained`, `unsubscribed`: of the address. `email_unverified`, `sending_paused`, `sending_limit`: of your account or the event's host. `mailbox_limit`: nine emails per hour from one host to one mailbox. `notice_limit`: six change notices in 24 hours. `too_soon`: an hour after your last change of the RSVP. `no_change`: no field that guests are notified about has changed. `missing_scope`: the API key has neither `invitations:send` nor `messages:send`",
      }),
    ),
};

export const NOTIFIED_YES: Notified = { notified: true, reason: null };

export function notNotified(reason: NotNotifiedReason): Notified {
  return { notified: false, reason };
}

/** The reads of `notifyGuest`, for the batch that authorizes the caller. None if nobody is to be emailed. */
export function notifyReads(db: Database, ids: GuestKey, userId: string, now: number, isWanted = true) {
  return {
    sender: isWanted && one(findSender(db, ids.eventId, userId, now)),
    mailbox: isWanted && one(findMailbox(db, ids, now)),
  };
}

/** The read of `notifyAddress`. @param hashes of the address, see `recipientHashes` */
export function findAddress(
  db: Database,
  { eventId, email, hashes }: { eventId: string; email: string; hashes: readonly string[] },
  now: number,
) {
  const key = sql`${emailKey(email)}`;
  const hostId = sql`${events.hostId}`;
  const sent = mailsInHour({ emailKey: key, hostId, hashes }, now);
  return db
    .select({
      suppression: suppressionFor("host", key, hostId).as("suppression"),
      isFull: sql<boolean>`${sent} >= ${MAILS_AN_HOUR}`.mapWith(Boolean).as("is_full"),
    })
    .from(events)
    .where(eq(events.id, eventId))
    .limit(1);
}

/** Decides whether an address that belongs to no guest is emailed, by the purpose `host`. */
export function notifyAddress(found: Awaited<ReturnType<typeof findAddress>>[number] | undefined): Notified {
  if (found === undefined) return NOTIFIED_YES;
  if (found.suppression !== null) return notNotified(found.suppression);
  return found.isFull ? notNotified("mailbox_limit") : NOTIFIED_YES;
}

/** The results of `notifyReads`. */
type NotifyFacts = BatchResults<ReturnType<typeof notifyReads>>;

/** Decides whether a change of the caller emails its guest, by the purpose `host`. */
export function notifyGuest(caller: MaybeByKey, { sender, mailbox }: NotifyFacts): Notified {
  if (mailbox === undefined || !mailbox.hasAddress) return notNotified("no_address");
  const stopped = unnotifiedReason(caller) ?? senderStop(sender, 1) ?? mailbox.suppression;
  if (stopped !== null) return notNotified(stopped);
  return mailbox.isFull ? notNotified("mailbox_limit") : NOTIFIED_YES;
}

/** The condition and the count of one email in the budget of the event's host, for the commit. Empty without an email. */
export function reserveOne(
  db: Database,
  member: Member,
  { sender }: Pick<NotifyFacts, "sender">,
  { notified }: Notified,
  now: number,
): { guard: SQL[]; changes: Statement[] } {
  if (!notified) return { guard: [], changes: [] };
  const budget = SENDING_BUDGETS[sender?.tier ?? "free"];
  return {
    guard: [maySend(member, budget, 1, now)],
    changes: [countRecipients(db, member.hostId, 1, now)],
  };
}

/** Reads the facts that decide whether a guest may be emailed for a host. */
export function findMailbox(db: Database, { eventId, guestId }: GuestKey, now: number) {
  const hostId = sql`${events.hostId}`;
  return db
    .select({
      hasAddress: sql<boolean>`${guests.email} is not null`.mapWith(Boolean).as("has_address"),
      suppression: suppressionFor("host", sql`${guests.emailKey}`, hostId).as("suppression"),
      isFull: isMailboxFull(hostId, now).mapWith(Boolean).as("is_full"),
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}
