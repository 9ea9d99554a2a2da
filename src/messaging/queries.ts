import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST } from "../db/joins.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { messageDeliveries, messages } from "../db/schema/messages.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { toWireOrNull } from "../kernel/clock.ts";
import { tagTerm } from "../kernel/tag-keys.ts";
import type { AuditedState } from "../platform/audit/record.ts";
import { hasOptedOut, suppressionFor } from "../sending/suppression-queries.ts";
import { type Channel, type Target, targetOf } from "./content.ts";

const TAG_PREFIX = "tag:";

export type MessageRow = typeof messages.$inferSelect;

export function findMessage(db: Database, eventId: string, messageId: string) {
  return db.select().from(messages).where(isMessage(eventId, messageId)).limit(1);
}

/** The language of an event: a BCP 47 tag. */
export function findLocale(db: Database, eventId: string) {
  return db.select({ locale: events.locale }).from(events).where(eq(events.id, eventId)).limit(1);
}

/** Results of a message: the numbers of its recipients by what became of their deliveries. */
export type MessageResults = Omit<Awaited<ReturnType<typeof countResults>>[number], "messageId">;

/**
 * Counts the recipients of messages by the status of their delivery. Returns no row for a message without deliveries.
 * @param messageIds a condition on the ID of the message
 */
export function countResults(db: Database, eventId: string, messageIds: (id: SQLiteColumn) => SQL) {
  const { messageId, status } = messageDeliveries;
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`;
  return db
    .select({
      messageId,
      sent: count(sql`${status} in ('sent', 'delivered')`).as("sent"),
      notArrived: count(sql`${status} in ('failed', 'bounced', 'complained', 'suppressed')`).as("not_arrived"),
      noAddress: count(sql`${status} = 'unreachable'`).as("no_address"),
      waiting: count(sql`${status} = 'pending'`).as("waiting"),
    })
    .from(messageDeliveries)
    .where(and(eq(messageDeliveries.eventId, eventId), messageIds(messageId)))
    .groupBy(messageId);
}

/** Counts the guests of an audience that a message would reach now, and those that it would not. */
export function countRecipients(db: Database, eventId: string, target: Target, by: Addressing) {
  return db
    .select(reached(eventId, by))
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), isInTarget(target)));
}

/** By which channel a message goes, and the number that sends text messages. */
export interface Addressing {
  channel: Channel;
  smsSender: string | null;
}

/** Columns that count guests by whether a message would reach them. */
export function reached(eventId: string, { channel, smsSender }: Addressing) {
  const address = channel === "sms" ? guests.phone : guests.email;
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  const suppressed =
    channel === "sms"
      ? hasOptedOut(sql`${guests.phone}`, smsSender)
      : sql`${suppressionFor(sql`${guests.emailKey}`, hostId)} is not null`;
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`;
  return {
    count: count(sql`${address} is not null and not (${suppressed})`),
    unreachable: count(sql`${address} is null`),
    suppressed: count(suppressed),
  };
}

/** The condition under which a guest, joined with the RSVP, is one whom a message is for. Not for chosen guests. */
export function isInTarget(target: Target): SQL {
  const { response, seat } = rsvps;
  const isIn = sql`exists (select 1 from ${checkIns} where ${checkIns.eventId} = ${guests.eventId} and ${checkIns.guestId} = ${guests.id})`;
  switch (target) {
    case "everyone":
      return sql`true`;
    case "pending":
      return sql`${response} is null`;
    case "attending_and_pending":
      return sql`(${response} is null or ${response} = 'attending')`;
    case "attending_and_maybe":
      return sql`(${response} = 'attending' or ${response} = 'maybe')`;
    case "pending_and_maybe":
      return sql`(${response} is null or ${response} = 'maybe')`;
    case "unopened":
      return sql`(${guests.invitedAt} is not null and ${guests.openedAt} is null)`;
    case "undelivered":
      return sql`${guests.deliveryStatus} in ('bounced', 'complained', 'suppressed', 'failed')`;
    case "waitlisted":
      return sql`${seat} = 'waitlisted'`;
    case "checked_in":
      return isIn;
    case "not_arrived":
      return sql`(${response} = 'attending' and ${seat} = 'confirmed' and not ${isIn})`;
  }
  const tag = tagOf(target);
  return tag === null ? sql`${response} = ${target}` : sql`instr(${guests.tagKeys}, ${tagTerm(tag)}) > 0`;
}

export function isMessage(eventId: string, messageId: string) {
  return and(eq(messages.eventId, eventId), eq(messages.id, messageId));
}

/** The tag of an audience, or null for another one. */
function tagOf(target: Target): string | null {
  return target.startsWith(TAG_PREFIX) ? target.slice(TAG_PREFIX.length) : null;
}

/**
 * Returns the audited state of a message: everything but the text. Of the text, the audit stores only the languages.
 */
export function auditedState({ channel, subject, translations, status, sendAt, ...target }: MessageRow): AuditedState {
  const languages = translations === null ? {} : { languages: Object.keys(translations).join(", ") };
  return { audience: targetOf(target), channel, subject, ...languages, status, send_at: toWireOrNull(sendAt) };
}
