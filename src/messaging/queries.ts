import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST } from "../db/joins.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { messageDeliveries, messages } from "../db/schema/messages.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { ANY_TIME, HAS_LINK, hasStanding, standingOfGuest } from "../db/standing.ts";
import { toWireOrNull } from "../kernel/clock.ts";
import { tagTerm } from "../kernel/tag-keys.ts";
import type { AuditedState } from "../platform/audit/record.ts";
import { hasOptedOut, suppressionFor } from "../sending/suppression-queries.ts";
import { type Channel, type NotInvited, standingsOf, type Target, targetOf } from "./content.ts";

const TAG_PREFIX = "tag:";

export type MessageRow = typeof messages.$inferSelect;

export function findMessage(db: Database, eventId: string, messageId: string) {
  return db.select().from(messages).where(isMessage(eventId, messageId)).limit(1);
}

/** The language of an event, a BCP 47 tag, and how it addresses guests. */
export function findLocale(db: Database, eventId: string) {
  const { locale, addressForm } = events;
  return db.select({ locale, addressForm }).from(events).where(eq(events.id, eventId)).limit(1);
}

/** Results of a message: the numbers of its recipients by the status of their deliveries. */
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

/** Counts the guests of an audience, `isInTarget`, that a message would reach now, and those that it would not. */
export function countRecipients(db: Database, eventId: string, inTarget: SQL, by: Addressing) {
  return db
    .select(reached(eventId, by))
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), inTarget));
}

/** By which channel a message goes, whether it also goes to guests who were never invited, and the number that sends text messages. */
export interface Addressing {
  channel: Channel;
  notInvited: NotInvited;
  smsSender: string | null;
}

/** Columns that count guests by whether a message would reach them. */
export function reached(eventId: string, { channel, notInvited, smsSender }: Addressing) {
  const address = channel === "sms" ? guests.phone : guests.email;
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  const suppressed =
    channel === "sms"
      ? hasOptedOut(sql`${guests.phone}`, smsSender)
      : sql`${suppressionFor("host", sql`${guests.emailKey}`, hostId)} is not null`;
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`;
  const isIn = wasInvited(notInvited) ?? sql`true`;
  return {
    count: count(sql`${isIn} and ${address} is not null and not (${suppressed})`),
    unreachable: count(sql`${isIn} and ${address} is null`),
    suppressed: count(sql`${isIn} and ${suppressed}`),
    notInvited: count(sql`not ${wasInvited("skip")}`),
  };
}

/**
 * The condition that a message leaves out guests who were never invited; undefined if it includes them. A guest whose RSVP
 * a host recorded is not one of them: the guest knows of the event. The link is asked first, because it is in the row.
 */
export function wasInvited(notInvited: NotInvited): SQL | undefined {
  if (notInvited === "include") return undefined;
  return sql`(${HAS_LINK} or ${standingOfGuest()} <> 'not_invited')`;
}

/** The condition under which a guest, joined with the RSVP, is one whom a message is for. Not for chosen guests. */
export function isInTarget(target: Target, now: number): SQL {
  const standings = standingsOf(target);
  const isIn = sql`exists (select 1 from ${checkIns} where ${checkIns.eventId} = ${guests.eventId} and ${checkIns.guestId} = ${guests.id})`;
  if (target === "not_arrived") return sql`(${hasStanding(["coming"], ANY_TIME)} and not ${isIn})`;
  if (standings !== null) return hasStanding(standings, now);
  switch (target) {
    case "unopened":
      return sql`(${HAS_LINK} and ${guests.openedAt} is null)`;
    case "undelivered":
      return sql`${guests.deliveryStatus} in ('bounced', 'complained', 'suppressed', 'failed')`;
    case "checked_in":
      return isIn;
  }
  const tag = tagOf(target);
  return tag === null ? sql`true` : sql`instr(${guests.tagKeys}, ${tagTerm(tag)}) > 0`;
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
export function auditedState({ channel, subject, translations, status, sendAt, ...row }: MessageRow): AuditedState {
  const languages = translations === null ? {} : { languages: Object.keys(translations).join(", ") };
  const to = { audience: targetOf(row), not_invited: row.notInvited };
  return { ...to, channel, subject, ...languages, status, send_at: toWireOrNull(sendAt) };
}
