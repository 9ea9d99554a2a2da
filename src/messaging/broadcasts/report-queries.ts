import { type AnyColumn, and, desc, eq, gte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { type deliveries, messageDeliveries, type messageRecipients, messages } from "../../db/schema/messages.ts";
import { isReplaceableBy, type ReportedStatus } from "../../sending/delivery-queries.ts";

export type RecipientKey = Pick<typeof messageRecipients.$inferSelect, "eventId" | "messageId" | "guestId">;

/** A provider's report about a delivery, after the provider accepted the message. */
type Report = Pick<typeof messageDeliveries.$inferSelect, "reason" | "bounceType"> & { status: ReportedStatus };

const { eventId, messageId, guestId, status, provider, providerMessageId, attempts, updatedAt } = messageDeliveries;

/**
 * The email delivery of a message to an address that a report is about, on any event of the shard: the one with the
 * provider's ID.
 * @param report.mayGuess whether the newest delivery to the address is returned if none has the provider's ID
 */
export function findReportedRecipient(
  db: Database,
  emailKey: string,
  report: { providerMessageId: string | null; since: number; mayGuess: boolean },
) {
  const matchesId = sql<number>`coalesce(${providerMessageId} = ${report.providerMessageId}, 0)`;
  return db
    .select({
      eventId,
      messageId,
      guestId,
      hostId: events.hostId,
      matchesId: matchesId.as("matches_id"),
      at: updatedAt,
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .innerJoin(messages, and(eq(messages.eventId, guests.eventId), eq(messages.channel, "email")))
    .innerJoin(messageDeliveries, isDelivery({ eventId: guests.eventId, messageId: messages.id, guestId: guests.id }))
    .where(
      and(
        eq(guests.emailKey, emailKey),
        wasSentSince(report.since),
        report.mayGuess ? undefined : hasSecretId(messageDeliveries, report.providerMessageId),
      ),
    )
    .orderBy(desc(matchesId), desc(updatedAt))
    .limit(1);
}

/**
 * Condition: an email has this ID, and only the hosted email API and the host know it. Other ways of sending store the
 * `Message-ID` of the email, which each reply and forward contains.
 */
export function hasSecretId(table: typeof messageDeliveries | typeof deliveries, id: string | null): SQL {
  return sql`(${table.provider} = 'hosted' and ${table.providerMessageId} = ${id})`;
}

/**
 * Reads the SMS delivery of a signed report: by its recipient or, if the recipient is unknown, by the provider's ID.
 */
export function findReportedSms(db: Database, key: RecipientKey | string, sid: string, since: number) {
  const isReported =
    typeof key === "string"
      ? hasSid(sid)
      : // The report may come before the provider's id is stored.
        and(isDelivery(key), sql`coalesce(${providerMessageId}, ${sid}) = ${sid}`);
  return db
    .select({ eventId, messageId, guestId })
    .from(messageDeliveries)
    .where(and(isReported, wasSentSince(since)))
    .limit(1);
}

/**
 * The SMS delivery of an unsigned report: the one with the provider's ID, if its guest has the number of the report.
 */
export function findSmsByIdAndNumber(db: Database, report: { sid: string; phone: string | null }, since: number) {
  return db
    .select({ eventId, messageId, guestId })
    .from(messageDeliveries)
    .innerJoin(guests, and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .where(and(hasSid(report.sid), sql`${guests.phone} = ${report.phone}`, wasSentSince(since)))
    .limit(1);
}

function hasSid(sid: string) {
  return and(eq(provider, sql`'twilio'`), eq(providerMessageId, sid));
}

/** The condition that `reportRecipient` changes the delivery, for a statement before it. */
export function isRecipientReportable(key: RecipientKey, reported: Report["status"]): SQL {
  return sql`exists (select 1 from ${messageDeliveries}
    where ${isDelivery(key)} and ${isReplaceableBy(status, reported)})`;
}

/** Applies a report, unless a later status is stored already. */
export function reportRecipient(db: Database, key: RecipientKey, report: Report, now: number) {
  const { reason, bounceType } = report;
  return db
    .update(messageDeliveries)
    .set({ status: report.status, reason, updatedAt: now, ...(bounceType === null ? {} : { bounceType }) })
    .where(and(isDelivery(key), isReplaceableBy(status, report.status)));
}

function wasSentSince(since: number) {
  return and(gte(updatedAt, since), or(sql`${attempts} > 0`, eq(status, "pending")));
}

/** The delivery with this key, given as values or as columns of other tables. */
function isDelivery(key: { [K in keyof RecipientKey]: string | AnyColumn }) {
  return and(sql`${eventId} = ${key.eventId}`, sql`${messageId} = ${key.messageId}`, sql`${guestId} = ${key.guestId}`);
}
