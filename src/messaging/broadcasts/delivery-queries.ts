import { and, asc, eq, exists, gte, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventBranding, events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { messageBatches, messageDeliveries, messages } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { eventTexts } from "../../db/schema/texts.ts";
import { JOINED_BRANDING, MAIL_EVENT } from "../../db/selected-columns.ts";
import { isPaused } from "../../sending/budgets.ts";
import { hasOptedOut, suppressionFor } from "../../sending/suppression-queries.ts";

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

/** A message that is being sent, with its event. */
export function findBroadcast(db: Database, { eventId, messageId }: Batch) {
  return db
    .select({
      message: {
        slug: messages.slug,
        channel: messages.channel,
        subject: messages.subject,
        body: messages.body,
        notice: messages.notice,
        changedFrom: messages.changedFrom,
        translations: aliased(messages.translations, "message.translations"),
      },
      event: MAIL_EVENT,
      hostName: users.name,
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
    .where(and(eq(messages.eventId, eventId), eq(messages.id, messageId), eq(messages.status, "sending")))
    .limit(1);
}

/** Lists the currently pending recipients of a batch. @param smsSender the sending number of text messages */
export function listOpenRecipients(db: Database, batch: Batch, smsSender: string | null) {
  const { eventId, guestId } = messageDeliveries;
  // A guest has one valid link. A join would read a row more for each guest, in search of a second.
  const tokenId = sql<string | null>`(select token.id from ${accessTokens} token where token.event_id = ${eventId}
    and token.guest_id = ${guestId} and token.revoked_at is null limit 1)`;
  // IN over a whole key looks the key up and reads no row; as a condition, so that nothing searches for a null.
  const hasAnswered = sql`(${eventId}, ${guestId}) in (select answer.event_id, answer.guest_id from ${rsvps} answer)`;
  // Read only for a guest whose language the host has not set.
  const chosenLocale = sql<string | null>`coalesce(${guests.locale}, (select answer.locale from ${rsvps} answer
    where answer.event_id = ${eventId} and answer.guest_id = ${guestId}))`;
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${batch.eventId})`;
  return db
    .select({
      guestId,
      name: guests.name,
      greeting: guests.greeting,
      locale: chosenLocale.as("chosen_locale"),
      email: guests.email,
      phone: guests.phone,
      tokenId,
      response: messageDeliveries.response,
      hasAnswered: sql`case when ${hasAnswered} then 1 else 0 end`.mapWith(Boolean).as("has_answered"),
      suppression: suppressionFor(sql`${guests.emailKey}`, hostId).as("suppression"),
      hasOptedOut: hasOptedOut(sql`${guests.phone}`, smsSender).mapWith(Boolean).as("has_opted_out"),
    })
    .from(messageDeliveries)
    .innerJoin(guests, and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .where(and(isInBatch(batch), eq(messageDeliveries.status, "pending")))
    .orderBy(asc(guestId));
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

/**
 * Finishes a message whose batches are all closed: `failed` when a delivery failed and none succeeded, `sent`
 * otherwise. Returns no row while a batch is open. Comes after `closeBatch`.
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
  return db
    .update(messages)
    .set({
      status: sql`iif(${reached} or not ${hasDelivery(sql`('failed')`)}, 'sent', 'failed')`,
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
