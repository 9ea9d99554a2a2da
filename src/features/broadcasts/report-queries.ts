import { type AnyColumn, and, desc, eq, gte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { guests } from "../../db/schema/guests.ts";
import { messageDeliveries, messages } from "../../db/schema/messages.ts";

/** One recipient of a message. */
export interface RecipientKey {
  eventId: string;
  messageId: string;
  guestId: string;
}

/** What a provider tells of a recipient after it had taken the message. */
interface Report {
  status: "delivered" | "failed" | "bounced" | "complained";
  reason: string | null;
  bounceType: string | null;
}

const { eventId, messageId, guestId, status, provider, providerMessageId, attempts, updatedAt } = messageDeliveries;

/**
 * The newest message that an address got by mail since a moment, on whatever event; the one that the provider's id
 * names goes first.
 */
export function findReportedRecipient(
  db: Database,
  emailKey: string,
  about: { providerMessageId: string | null; since: number },
) {
  const isNamed = sql<number>`coalesce(${providerMessageId} = ${about.providerMessageId}, 0)`;
  return db
    .select({ eventId, messageId, guestId, isNamed: isNamed.as("is_named"), at: updatedAt })
    .from(guests)
    .innerJoin(messages, and(eq(messages.eventId, guests.eventId), eq(messages.channel, "email")))
    .innerJoin(messageDeliveries, isDelivery({ eventId: guests.eventId, messageId: messages.id, guestId: guests.id }))
    .where(and(eq(guests.emailKey, emailKey), wasWrittenTo(about.since)))
    .orderBy(desc(isNamed), desc(updatedAt))
    .limit(1);
}

/** The text that a report is about: named by its recipient or, where that is not known, by the provider's id alone. */
export function findReportedText(db: Database, about: RecipientKey | string, sid: string, since: number) {
  const named =
    typeof about === "string"
      ? and(eq(provider, sql`'twilio'`), eq(providerMessageId, sid))
      : // The report may come before the provider's answer is noted.
        and(isDelivery(about), sql`coalesce(${providerMessageId}, ${sid}) = ${sid}`);
  return db
    .select({ eventId, messageId, guestId })
    .from(messageDeliveries)
    .where(and(named, wasWrittenTo(since)))
    .limit(1);
}

/** Notes a report, where it is news: a mail that came back is not delivered by a report that was late. */
export function reportRecipient(db: Database, key: RecipientKey, report: Report, now: number) {
  const before: Record<Report["status"], SQL> = {
    delivered: sql`('pending', 'sent')`,
    failed: sql`('pending', 'sent')`,
    bounced: sql`('pending', 'sent', 'delivered')`,
    complained: sql`('pending', 'sent', 'delivered', 'bounced')`,
  };
  const { reason, bounceType } = report;
  return db
    .update(messageDeliveries)
    .set({ status: report.status, reason, updatedAt: now, ...(bounceType === null ? {} : { bounceType }) })
    .where(and(isDelivery(key), sql`${status} in ${before[report.status]}`));
}

function wasWrittenTo(since: number) {
  return and(gte(updatedAt, since), or(sql`${attempts} > 0`, eq(status, "pending")));
}

/** The one row of a recipient, named by values or by columns of other tables. */
function isDelivery(key: { [K in keyof RecipientKey]: string | AnyColumn }) {
  return and(sql`${eventId} = ${key.eventId}`, sql`${messageId} = ${key.messageId}`, sql`${guestId} = ${key.guestId}`);
}
