import { and, asc, eq, exists, gte, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST } from "../../db/joins.ts";
import { users } from "../../db/schema/accounts.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { eventBranding, events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { deliveries, messageBatches, messageDeliveries, messages } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { eventTexts } from "../../db/schema/texts.ts";
import { JOINED_BRANDING, MAIL_EVENT } from "../../db/selected-columns.ts";
import { shownName } from "../../db/shown-name.ts";
import { IS_OFFERED, standingSql } from "../../db/standing.ts";
import type { Standing } from "../../kernel/rsvp.ts";
import type { UnsentReason } from "../../kernel/unsent-reasons.ts";
import { isPaused } from "../../sending/budgets.ts";
import { IS_TO_FEW, MAILS_AN_HOUR, mailsInHour } from "../../sending/mailbox-cap.ts";
import { hasOptedOut, suppressionsOf } from "../../sending/suppression-queries.ts";

export const batchColumns = {
  number: messageBatches.number,
  fromGuest: messageBatches.fromGuest,
  beforeGuest: messageBatches.beforeGuest,
};

/** The batches of a message that are not closed. */
export function openBatches(db: Database, eventId: string, messageId: string) {
  return db
    .select(batchColumns)
    .from(messageBatches)
    .where(
      and(eq(messageBatches.eventId, eventId), eq(messageBatches.messageId, messageId), isNull(messageBatches.doneAt)),
    );
}

/** A message that is being sent: its text, its event and the host. */
export type Broadcast = Awaited<ReturnType<typeof findBroadcast>>[number];

/** A recipient whose delivery is still pending. */
export type RecipientRow = Awaited<ReturnType<typeof listOpenRecipients>>[number];

/** Where a recipient stands when the message is sent. Times in epoch milliseconds. */
interface RecipientState {
  standing: Standing;
  /** People of the RSVP. */
  heads: number;
  /** Of an offered seat: until when it is held, and when the offer was last emailed. */
  offerExpiresAt: number | null;
  offerMailedAt: number | null;
  /** 1 if the guest was checked in, otherwise 0. */
  hasArrived: 0 | 1;
}

/** A recipient who can be reached. */
export interface Recipient extends RecipientRow {
  tokenId: string;
  /** An email address or a phone number, by the message's channel. */
  address: string;
}

/** One part of a message's recipients. */
export type Batch = Omit<typeof messageBatches.$inferSelect, "doneAt">;

/** The result of an attempt for one recipient. `pending` is retried. */
export type DeliveryUpdate = Pick<
  typeof messageDeliveries.$inferSelect,
  "guestId" | "reason" | "provider" | "providerMessageId" | "attempts"
> & {
  status: "pending" | "sent" | "failed" | "suppressed" | "unreachable";
};

/** A message that is being sent, or that waits, with its event. */
export function findBroadcast(
  db: Database,
  { eventId, messageId }: Pick<Batch, "eventId" | "messageId">,
  status: "sending" | "scheduled" = "sending",
) {
  return db
    .select({
      message: {
        slug: messages.slug,
        audience: messages.audience,
        segment: messages.segment,
        channel: messages.channel,
        claimedAt: messages.claimedAt,
        subject: messages.subject,
        body: messages.body,
        notice: messages.notice,
        changedFrom: messages.changedFrom,
        translations: aliased(messages.translations, "message.translations"),
      },
      event: MAIL_EVENT,
      hostName: shownName(),
      isHostVerified: users.emailVerified,
      reminderFooter: eventTexts.reminderFooter,
      translations: eventTexts.translations,
      isPaused: isPaused(sql`${events.hostId}`, sql`${events.hostId}`).mapWith(Boolean).as("is_paused"),
      branding: JOINED_BRANDING,
    })
    .from(messages)
    .innerJoin(events, eq(events.id, messages.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .leftJoin(eventBranding, eq(eventBranding.eventId, events.id))
    .leftJoin(eventTexts, eq(eventTexts.eventId, events.id))
    .where(and(eq(messages.eventId, eventId), eq(messages.id, messageId), eq(messages.status, status)))
    .limit(1);
}

/** Lists the currently pending recipients of a batch. @param smsSender the sending number of text messages */
export function listOpenRecipients(db: Database, batch: Batch, smsSender: string | null, now: number) {
  const { eventId, guestId } = messageDeliveries;
  // A guest has one valid link. A join would read a row more for each guest, in search of a second.
  const tokenId = sql<string | null>`(select token.id from ${accessTokens} token where token.event_id = ${eventId}
    and token.guest_id = ${guestId} and token.revoked_at is null limit 1)`;
  // IN over a whole key looks the key up and reads no row; as a condition, so that nothing searches for a null.
  const hasAnswered = sql`(${eventId}, ${guestId}) in (select answer.event_id, answer.guest_id from ${rsvps} answer)`;
  // Read only for a guest whose language the host has not set. The index has only guests who chose a language. Without
  // its name, SQLite prefers the primary key and reads every RSVP.
  const chosenLocale = sql<string | null>`coalesce(${guests.locale}, (select answer.locale from ${rsvps} answer
    indexed by rsvps_locale
    where answer.event_id = ${eventId} and answer.guest_id = ${guestId} and answer.locale is not null))`;
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${batch.eventId})`;
  // By response: the index has only declined RSVPs, see `insertNoticed`.
  const hasDeclined = sql`exists (select 1 from ${rsvps} answer indexed by rsvps_declined
    where answer.event_id = ${eventId} and answer.guest_id = ${guestId} and answer.response = 'declined')`;
  // The message is not correlated, so it is read once.
  const dependsOnState = sql`case (select ${WHOSE_STATE} from ${messages}
    where ${messages.eventId} = ${batch.eventId} and ${messages.id} = ${batch.messageId})
    when 'everyone' then 1 when 'declined' then ${hasDeclined} else 0 end`;
  return db
    .select({
      guestId,
      name: guests.name,
      greeting: guests.greeting,
      locale: chosenLocale.as("chosen_locale"),
      email: guests.email,
      phone: guests.phone,
      tokenId,
      invitedAt: guests.invitedAt,
      openedAt: guests.openedAt,
      // Null if the message goes to guests of all standings: reading the RSVP costs a row.
      state: sql<RecipientState | null>`iif(${dependsOnState}, ${currentState(now)}, null)`
        .mapWith((state: string): RecipientState => JSON.parse(state))
        .as("recipient_state"),
      hasAnswered: sql`case when ${hasAnswered} then 1 else 0 end`.mapWith(Boolean).as("has_answered"),
      suppressions: suppressionsOf(sql`${guests.emailKey}`, hostId).as("suppressions"),
      isMailboxFull: isOverCap(batch, hostId, now).mapWith(Boolean).as("is_mailbox_full"),
      hasOptedOut: hasOptedOut(sql`${guests.phone}`, smsSender).mapWith(Boolean).as("has_opted_out"),
    })
    .from(messageDeliveries)
    .innerJoin(guests, and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .where(and(isInBatch(batch), eq(messageDeliveries.status, "pending")))
    .orderBy(asc(guestId));
}

/**
 * Condition: the message is an email to a few guests, and this one's mailbox has had the host's emails of an hour. Reads
 * nothing about the guests of another message.
 */
function isOverCap({ eventId, messageId }: Batch, hostId: SQL, now: number): SQL {
  const isToFew = sql`(select ${IS_TO_FEW} from ${messages} written
    where written.event_id = ${eventId} and written.id = ${messageId})`;
  const sent = mailsInHour({ emailKey: sql`${guests.emailKey}`, hostId, messageId }, now);
  return sql`iif(${isToFew}, ${sent} >= ${MAILS_AN_HOUR}, 0)`;
}

/** SQL for the recipients of a message whose state is read before it is sent: `everyone`, `declined` guests, or null. */
const WHOSE_STATE = sql`case when ${messages.notice} is not null then 'declined'
  when ${messages.slug} is not null or ${messages.audience} <> 'everyone'
    or ${messages.segment} in ('waitlisted', 'offered', 'not_arrived') then 'everyone' end`;

/** SQL for the `RecipientState` of the row's guest, as JSON. */
function currentState(now: number): SQL {
  const mailed = sql`select max(${deliveries.claimedAt}) from ${deliveries} where ${deliveries.eventId} = ${guests.eventId}
    and ${deliveries.guestId} = ${guests.id} and ${deliveries.kind} = 'seat_offer'
    and ${deliveries.status} in ('sent', 'delivered')`;
  const hasArrived = sql`exists (select 1 from ${checkIns} where ${checkIns.eventId} = ${guests.eventId}
    and ${checkIns.guestId} = ${guests.id})`;
  return sql`(select json_object('standing', ${standingSql(now)}, 'heads', coalesce(${rsvps.heads}, 0),
    'offerExpiresAt', ${rsvps.offerExpiresAt}, 'offerMailedAt', iif(${IS_OFFERED}, (${mailed}), null),
    'hasArrived', ${hasArrived})
    from (select 1) left join ${rsvps} on ${ANSWER_OF_GUEST})`;
}

/** Writes the results of an attempt. A delivery that is final already, by a provider's report, stays so. */
export function updateDeliveries(db: Database, batch: Batch, updates: readonly DeliveryUpdate[], now: number) {
  // A JSON object by guest ID, because a join with a list compares each row with the whole list.
  const byGuest = JSON.stringify(Object.fromEntries(updates.map(({ guestId, ...update }) => [guestId, update])));
  const path = (field: string) => sql`'$."' || ${messageDeliveries.guestId} || '"${sql.raw(field)}'`;
  const value = (field: keyof DeliveryUpdate) => sql`json_extract(${byGuest}, ${path(`.${field}`)})`;
  return db
    .update(messageDeliveries)
    .set({
      status: value("status"),
      reason: value("reason"),
      provider: value("provider"),
      providerMessageId: value("providerMessageId"),
      attempts: sql`${messageDeliveries.attempts} + ${value("attempts")}`,
      updatedAt: now,
    })
    .where(
      and(
        isInBatch(batch),
        eq(messageDeliveries.status, "pending"),
        sql`json_type(${byGuest}, ${path("")}) is not null`,
      ),
    );
}

/** Marks a batch as done: none of its recipients is pending. Its bounds are IDs of guests, who may be erased later. */
export function closeBatch(db: Database, { eventId, messageId, number }: Batch, now: number) {
  return db
    .update(messageBatches)
    .set({ doneAt: now, fromGuest: "", beforeGuest: "" })
    .where(
      and(
        eq(messageBatches.eventId, eventId),
        eq(messageBatches.messageId, messageId),
        eq(messageBatches.number, number),
        isNull(messageBatches.doneAt),
      ),
    );
}

/** Reasons why a recipient of a claimed message is not sent the message after all. */
const STATE_REASONS = [
  "standing_changed",
  "offer_mailed",
  "closed",
  "full",
  "event_over",
  "event_cancelled",
] as const satisfies readonly UnsentReason[];
export type StateReason = (typeof STATE_REASONS)[number];

/**
 * Finishes a message whose batches are all closed: `failed` when a delivery failed and none succeeded, `cancelled` for a
 * reminder that no longer suited any recipient, `sent` otherwise. Returns no row while a batch is open. Comes after `closeBatch`.
 */
export function finishMessage(db: Database, { eventId, messageId }: Batch, now: number) {
  const hasDelivery = (statuses: SQL) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(messageDeliveries)
        .where(
          and(
            eq(messageDeliveries.eventId, eventId),
            eq(messageDeliveries.messageId, messageId),
            sql`${messageDeliveries.status} in ${statuses}`,
          ),
        ),
    );
  const reached = hasDelivery(sql`('sent', 'delivered', 'bounced', 'complained')`);
  const reasons = sql.raw(STATE_REASONS.map((reason) => `'${reason}'`).join(", "));
  const isUnsuited = sql`(${messages.slug} is not null and not exists (select 1 from ${messageDeliveries}
    where ${messageDeliveries.eventId} = ${eventId} and ${messageDeliveries.messageId} = ${messageId}
      and coalesce(${messageDeliveries.reason}, '') not in (${reasons})))`;
  return db
    .update(messages)
    .set({
      status: sql`case when ${isUnsuited} then 'cancelled'
        when ${reached} or not ${hasDelivery(sql`('failed')`)} then 'sent' else 'failed' end`,
      skipReason: sql`iif(${isUnsuited}, 'nobody_left', null)`,
      finishedAt: now,
      updatedAt: now,
    })
    .where(
      and(
        eq(messages.eventId, eventId),
        eq(messages.id, messageId),
        eq(messages.status, "sending"),
        notExists(openBatches(db, eventId, messageId)),
      ),
    )
    .returning({ status: messages.status });
}

/** The deliveries of a batch. Its bounds are values: an update whose condition reads a table reads each row twice. */
export function isInBatch({ eventId, messageId, fromGuest, beforeGuest }: Batch) {
  return and(
    eq(messageDeliveries.eventId, eventId),
    eq(messageDeliveries.messageId, messageId),
    gte(messageDeliveries.guestId, fromGuest),
    lt(messageDeliveries.guestId, beforeGuest),
  );
}
