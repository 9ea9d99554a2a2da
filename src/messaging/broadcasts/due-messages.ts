import { and, asc, eq, exists, lte, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { messages } from "../../db/schema/messages.ts";
import { sendingPauses } from "../../db/schema/sending.ts";
import { replyStateSql } from "../../db/standing.ts";
import { reminderOf } from "../../events/reminders/reminders.ts";
import { openBatches } from "./delivery-queries.ts";

/** A scheduled message; the claim repeats these values as its condition. */
export type DueMessage = Awaited<ReturnType<typeof listScheduled>>[number];

/** A due message that is a reminder. */
export type DueReminder = DueMessage & { slug: NonNullable<DueMessage["slug"]> };

/**
 * Lists scheduled messages, soonest first. Skips those of hosts whose emails are paused until an operator lifts the
 * pause.
 */
export function listScheduled(db: Database, limit: number) {
  // Not correlated, so it is read once, and reads nothing while no account is paused.
  const paused = sql`(select ${events.id} from ${sendingPauses}
    join ${events} on ${events.hostId} = ${sendingPauses.userId} and ${events.deletedAt} is null)`;
  return db
    .select({
      eventId: messages.eventId,
      id: messages.id,
      sendAt: sql<number>`${messages.sendAt}`,
      slug: messages.slug,
      audience: messages.audience,
      segment: messages.segment,
      notInvited: messages.notInvited,
      channel: messages.channel,
      notice: messages.notice,
    })
    .from(messages)
    .where(and(eq(messages.status, sql`'scheduled'`), sql`${messages.eventId} not in ${paused}`))
    .orderBy(asc(messages.sendAt))
    .limit(limit);
}

/** Reads the values that guests know and the current event, for a notice. */
export function findNoticed(db: Database, { eventId, id }: DueMessage) {
  return db
    .select({
      changedFrom: messages.changedFrom,
      skipNeverEmailed: messages.skipNeverEmailed,
      updatedAt: aliased(messages.updatedAt, "read_at"),
      event: events,
    })
    .from(messages)
    .innerJoin(events, eq(events.id, messages.eventId))
    .where(and(eq(messages.eventId, eventId), eq(messages.id, id)))
    .limit(1);
}

/** Cancels an empty notice, unless a change was added to it since it was read. */
export function dropNotice(db: Database, due: DueMessage, readAt: number, now: number) {
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(claimCondition(due, now), eq(messages.updatedAt, readAt)));
}

/** Puts a message off that does not fit the budget of its host now. */
export function postponeMessage(db: Database, due: DueMessage, sendAt: number, now: number) {
  return db.update(messages).set({ sendAt, updatedAt: now }).where(claimCondition(due, now));
}

/**
 * Claims a due message. Returns no row if another Scheduler was first. A message without recipients is `sent`
 * immediately.
 * @param content of a notice, which depends on the current event
 */
export function claimMessage(
  db: Database,
  due: DueMessage,
  now: number,
  content: Partial<Pick<typeof messages.$inferSelect, "notice" | "subject">> = {},
) {
  const hasRecipients = exists(openBatches(db, due.eventId, due.id));
  return db
    .update(messages)
    .set({
      ...content,
      status: sql`iif(${hasRecipients}, 'sending', 'sent')`,
      finishedAt: sql`iif(${hasRecipients}, null, ${now})`,
      claimedAt: now,
      updatedAt: now,
    })
    .where(claimCondition(due, now))
    .returning({ status: messages.status, skipReason: messages.skipReason });
}

/**
 * Claims a due reminder. Skips it if it may not be sent now or has no recipients. Decided here and not on an earlier read,
 * because the deadline and the seats change until then.
 */
export function claimReminder(db: Database, due: DueReminder, now: number) {
  const nobody = sql`iif(${exists(openBatches(db, due.eventId, due.id))}, null, 'nobody_left')`;
  const skipReason = sql`coalesce(${reasonToSkip(due, now)}, ${nobody})`;
  return db
    .update(messages)
    .set({
      status: sql`iif(${skipReason} is null, 'sending', 'cancelled')`,
      skipReason,
      claimedAt: now,
      updatedAt: now,
    })
    .where(claimCondition(due, now))
    .returning({ status: messages.status, skipReason: messages.skipReason });
}

/** SQL for the reason why the event's state forbids a reminder now, or null. */
export function reasonToSkip({ eventId, slug }: DueReminder, now: number): SQL {
  const state = sql`(select ${replyStateSql(now)} from ${events}
    left join ${eventSeats} on ${eventSeats.eventId} = ${events.id} where ${events.id} = ${eventId})`;
  return reminderOf(slug).asks
    ? sql`case ${state} when 'cancelled' then 'event_cancelled' when 'over' then 'past' when 'closed' then 'closed'
        when 'full' then 'full' end`
    : sql`case ${state} when 'cancelled' then 'event_cancelled' when 'over' then 'past' end`;
}

export function isClaimable(db: Database, due: DueMessage, now: number): SQL {
  return exists(db.select({ id: messages.id }).from(messages).where(claimCondition(due, now)));
}

/** Due, and with the recipients and the channel that were read. */
export function claimCondition(due: DueMessage, now: number) {
  return and(
    eq(messages.eventId, due.eventId),
    eq(messages.id, due.id),
    eq(messages.status, "scheduled"),
    lte(messages.sendAt, now),
    eq(messages.audience, due.audience),
    sql`${messages.segment} is ${due.segment}`,
    eq(messages.notInvited, due.notInvited),
    eq(messages.channel, due.channel),
  );
}
