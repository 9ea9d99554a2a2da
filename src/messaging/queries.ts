import { and, asc, desc, eq, exists, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { insertWhere } from "../db/inserts.ts";
import { ANSWER_OF_GUEST } from "../db/joins.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { messageDeliveries, messages } from "../db/schema/messages.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { tagTerm } from "../kernel/tag-keys.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { isAllowedToSend } from "../sending/queries.ts";
import { hasOptedOut } from "../sending/sms-opt-out-queries.ts";
import { suppressionFor } from "../sending/suppression-queries.ts";
import { type Channel, type Target, tagOf } from "./audiences.ts";

export type MessageRow = typeof messages.$inferSelect;
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** One message of an event. */
export function findMessage(db: Database, eventId: string, messageId: string) {
  return db.select().from(messages).where(isMessage(eventId, messageId)).limit(1);
}

/** The language of an event: a BCP 47 tag. */
export function findLocale(db: Database, eventId: string) {
  return db.select({ locale: events.locale }).from(events).where(eq(events.id, eventId)).limit(1);
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

function isMessage(eventId: string, messageId: string) {
  return and(eq(messages.eventId, eventId), eq(messages.id, messageId));
}

/** A draft or a scheduled message that nobody has changed since it was read. */
function editableAsRead({ eventId, id, status, sendAt, updatedAt }: MessageRow) {
  return and(
    isMessage(eventId, id),
    eq(messages.status, status),
    sql`${messages.status} in ('draft', 'scheduled')`,
    sql`${messages.sendAt} is ${sendAt}`,
    eq(messages.updatedAt, updatedAt),
  );
}
