import { or, type SQL, sql } from "drizzle-orm";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { deliveries, messageBatches, messageDeliveries, messages } from "../db/schema/messages.ts";
import { pastInvitations, sendingHours } from "../db/schema/sending.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import { PURPOSES, type Purpose } from "../platform/mail/purposes.ts";

/**
 * Emails of one host to one mailbox in an hour, all events together. Broadcasts are outside, which are reminders, change
 * notices and messages to more than `FEW_RECIPIENTS`.
 */
export const MAILS_AN_HOUR = 9;

/** With more recipients, the budget of the tier `pro` allows no more messages per day to one mailbox than the cap does. */
const FEW_RECIPIENTS = 20;

/** A mailbox, and the host who writes to it. */
export interface Mailbox {
  emailKey: SQL;
  hostId: SQL;
  /**
   * Hashes of the address, for emails to people who are not guests, to guests who have another address now, and to
   * deleted guests. None: only emails to guests with the address are counted.
   */
  hashes?: readonly string[];
  /** The ID of a message that is being sent: of other messages that are, only earlier ones count. */
  messageId?: string;
}

const CAPPED = (Object.keys(PURPOSES) as Purpose[]).filter((purpose) => PURPOSES[purpose].isCapped);

/** Condition: the purpose of an email counts. */
const IS_CAPPED = sql.raw(`(${CAPPED.map((name) => `mail.purpose = '${name}'`).join(" or ")})`);

/** Condition: an email counts, and has left or is leaving. */
const IS_COUNTED = sql`mail.channel = 'email' and ${IS_CAPPED} and mail.attempts > 0 and mail.status <> 'suppressed'`;

/** Condition on a row `written` of messages that were claimed: an email that a host wrote to a few guests. */
export const IS_TO_FEW = sql`(written.channel = 'email' and written.slug is null and written.notice is null
  and not exists (select 1 from ${messageBatches} second where second.event_id = written.event_id
    and second.message_id = written.id and second.number = 1)
  and (select count(*) <= ${sql.raw(String(FEW_RECIPIENTS))} from (select 1 from ${messageDeliveries} one
    where one.event_id = written.event_id and one.message_id = written.id limit ${sql.raw(String(FEW_RECIPIENTS + 1))})))`;

/**
 * SQL for the number of emails that a mailbox got from a host in the last hour. Finds the guests with the address by
 * index, on all events of the host. A message to a few guests counts unless it was dropped, a broadcast does not.
 */
export function mailsInHour({ emailKey, hostId, hashes = [], messageId }: Mailbox, now: SQL | number): SQL<number> {
  const since = sql`${now} - ${HOUR_MS}`;
  // Each table has its own name, because the columns that are passed in are those of an outer query.
  const mails = sql`(select count(*) from ${deliveries} mail
    where mail.event_id = mailbox.event_id and mail.guest_id = mailbox.id and mail.created_at > ${since}
      and ${IS_COUNTED})`;
  const isEarlier = messageId === undefined ? sql`` : sql`and (mail.status <> 'pending' or written.id < ${messageId})`;
  const written = sql`(select count(*) from ${messages} written
    join ${messageDeliveries} mail on mail.event_id = written.event_id and mail.message_id = written.id
      and mail.guest_id = mailbox.id and mail.status <> 'suppressed' ${isEarlier}
    where written.event_id = mailbox.event_id and written.claimed_at > ${since} and ${IS_TO_FEW})`;
  const toGuests = sql`(select coalesce(sum(${mails} + ${written}), 0) from guests mailbox
    join ${events} own on own.id = mailbox.event_id and own.host_id = ${hostId}
    where mailbox.email_key = ${emailKey})`;
  if (hashes.length === 0) return sql<number>`${toGuests}`;
  // Compared one by one: a list would be a separate table, whose rows are read.
  const isTo = or(...hashes.map((hash) => sql`mail.recipient_hash = ${hash}`));
  const isGuests = sql`exists (select 1 from ${guests} holder where holder.event_id = mail.event_id
    and holder.id = mail.guest_id and holder.email_key = ${emailKey})`;
  const toOthers = sql`(select count(*) from ${deliveries} mail
    join ${events} own on own.id = mail.event_id and own.host_id = ${hostId}
    where ${isTo} and mail.created_at > ${since} and not ${isGuests} and ${IS_COUNTED})`;
  const toDeleted = sql`(select count(*) from ${pastInvitations} mail
    where ${isTo} and mail.host_id = ${hostId} and mail.created_at > ${since} and ${IS_CAPPED})`;
  return sql<number>`(${toGuests} + ${toOthers} + ${toDeleted})`;
}

/**
 * Condition: the host has sent enough in the last two hours to fill a mailbox. For a list of guests, before
 * `isMailboxFull`, which reads rows for each of them. It is read once. Replies count once a day, so `stopSql` may still
 * stop an email to a guest who has sent many.
 */
export function mayHaveFullMailbox(hostId: SQL, now: number): SQL {
  return sql`(select coalesce(sum(${sendingHours.recipients}), 0) >= ${MAILS_AN_HOUR} from ${sendingHours}
    where ${sendingHours.userId} = ${hostId} and ${sendingHours.hour} >= ${Math.floor(now / HOUR_MS) - 1})`;
}

/** Condition on a row of `guests`: the host has sent the guest's mailbox the emails of an hour. */
export function isMailboxFull(hostId: SQL, now: SQL | number): SQL {
  return sql`(${mailsInHour({ emailKey: sql`${guests.emailKey}`, hostId }, now)} >= ${MAILS_AN_HOUR})`;
}
