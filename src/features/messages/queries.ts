import { and, asc, desc, eq, exists, gt, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { messageDeliveries, messages } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { newId } from "../../kernel/ids.ts";
import type { Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { isAllowedToSend } from "../sending/queries.ts";
import { suppressionFor } from "../sending/suppression-queries.ts";
import type { Audience, Channel } from "./audiences.ts";
import type { DueReminder } from "./reminders.ts";

export type MessageRow = typeof messages.$inferSelect;
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** One message of an event. */
export function findMessage(db: Database, eventId: string, messageId: string) {
  return db.select().from(messages).where(isMessage(eventId, messageId)).limit(1);
}

/** A page of an event's messages, newest first. */
export function listMessages(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return db
    .select()
    .from(messages)
    .where(and(eq(messages.eventId, eventId), beforeId === null ? undefined : lt(messages.id, beforeId)))
    .orderBy(desc(messages.id))
    .limit(limit);
}

/** A page of a message's deliveries, by guest id. */
export function listDeliveries(
  db: Database,
  eventId: string,
  messageId: string,
  afterGuestId: string | null,
  limit: number,
) {
  const { guestId } = messageDeliveries;
  return db
    .select({ delivery: messageDeliveries, guestName: guests.name })
    .from(messageDeliveries)
    .innerJoin(guests, and(eq(guests.eventId, messageDeliveries.eventId), eq(guests.id, guestId)))
    .where(
      and(
        eq(messageDeliveries.eventId, eventId),
        eq(messageDeliveries.messageId, messageId),
        afterGuestId === null ? undefined : gt(guestId, afterGuestId),
      ),
    )
    .orderBy(asc(guestId))
    .limit(limit);
}

/** How many guests of an audience a message would reach now, and how many it would not. */
export function countRecipients(db: Database, eventId: string, audience: Audience, channel: Channel) {
  const address = channel === "sms" ? guests.phone : guests.email;
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  const suppressed = channel === "sms" ? sql`0` : sql`${suppressionFor(sql`${guests.emailKey}`, hostId)} is not null`;
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`;
  return db
    .select({
      count: count(sql`${address} is not null and not (${suppressed})`),
      unreachable: count(sql`${address} is null`),
      suppressed: count(suppressed),
    })
    .from(guests)
    .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
    .where(and(eq(guests.eventId, eventId), isInAudience(audience)));
}

/** The condition under which a guest, joined with the RSVP, is in an audience. */
export function isInAudience(audience: Audience): SQL {
  const { response } = rsvps;
  if (audience === "everyone") return sql`true`;
  if (audience === "pending") return sql`${response} is null`;
  if (audience === "attending_and_pending") return sql`(${response} is null or ${response} = 'attending')`;
  return sql`${response} = ${audience}`;
}

/** The condition that a member still has the role, and still may write to others. */
export function mayEditAndSend(db: Database, member: Member): SQL {
  return sql`(${hasRole(db, member)} and ${isAllowedToSend(member)})`;
}

/** Inserts a message if the guard holds. */
export function insertMessage(db: Database, row: MessageRow, guard: SQL) {
  return insertWhere(db, messages, row, guard).returning({ id: messages.id });
}

/** Whether this message exists: for statements after its insert in the same batch. */
export function messageExists(db: Database, eventId: string, messageId: string): SQL {
  return exists(db.select({ id: messages.id }).from(messages).where(isMessage(eventId, messageId)));
}

/** The condition under which `updateMessage` writes, for statements before it in the same batch. */
export function isUnchanged(db: Database, read: MessageRow, guard: SQL): SQL {
  return exists(
    db
      .select({ id: messages.id })
      .from(messages)
      .where(and(editableAsRead(read), guard)),
  );
}

/** Updates a message that is still editable and as it was read; returns no row when it is not. */
export function updateMessage(db: Database, read: MessageRow, changes: Partial<MessageRow>, guard: SQL) {
  return db
    .update(messages)
    .set(changes)
    .where(and(editableAsRead(read), guard))
    .returning();
}

/** Schedules one automatic reminder of an event. */
export function insertReminder(db: Database, eventId: string, reminder: DueReminder, now: number) {
  return db.insert(messages).values({
    eventId,
    id: newId(now),
    slug: reminder.slug,
    audience: reminder.audience,
    channel: "email",
    subject: reminder.subject,
    body: reminder.body,
    sendAt: reminder.sendAt,
    status: "scheduled",
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Reschedules an automatic reminder after the event was moved; one that was sent or cancelled stays so.
 * @param guard the condition under which the event has the time that the reminder was computed from
 */
export function moveReminder(db: Database, eventId: string, reminder: DueReminder, now: number, guard: SQL) {
  return db
    .update(messages)
    .set({ sendAt: reminder.sendAt, updatedAt: now })
    .where(
      and(eq(messages.eventId, eventId), eq(messages.slug, reminder.slug), eq(messages.status, "scheduled"), guard),
    );
}

/** Cancels the automatic reminders whose new time is past: all but those in `upcoming`. The guard is as in `moveReminder`. */
export function cancelReminders(db: Database, eventId: string, upcoming: readonly string[], now: number, guard: SQL) {
  const past = sql`${messages.slug} not in (select value from json_each(${JSON.stringify(upcoming)}))`;
  return cancelWhere(db, eventId, now, and(isNotNull(messages.slug), past, guard));
}

/** Cancels the drafts and scheduled messages of an event that is being deleted, if the guard holds. */
export function cancelPending(db: Database, eventId: string, now: number, guard: SQL) {
  return cancelWhere(db, eventId, now, guard);
}

function cancelWhere(db: Database, eventId: string, now: number, scope: SQL | undefined) {
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(eq(messages.eventId, eventId), sql`${messages.status} in ('draft', 'scheduled')`, scope));
}

function isMessage(eventId: string, messageId: string) {
  return and(eq(messages.eventId, eventId), eq(messages.id, messageId));
}

/** A draft or a scheduled message with the status and the time that were read: an edit may have been derived from both. */
function editableAsRead({ eventId, id, status, sendAt }: MessageRow) {
  return and(
    isMessage(eventId, id),
    eq(messages.status, status),
    sql`${messages.status} in ('draft', 'scheduled')`,
    sql`${messages.sendAt} is ${sendAt}`,
  );
}
