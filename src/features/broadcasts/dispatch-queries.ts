import { and, asc, eq, exists, isNull, lte, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { messageBatches, messages } from "../../db/schema/messages.ts";
import { sendingPauses } from "../../db/schema/sending.ts";

/** A scheduled message; the claim repeats these values as its condition. */
export type DueMessage = Awaited<ReturnType<typeof listScheduled>>[number];

/** A message that is being sent. */
export type SendingMessage = Awaited<ReturnType<typeof listSending>>[number];

export const batchColumns = {
  number: messageBatches.number,
  fromGuest: messageBatches.fromGuest,
  beforeGuest: messageBatches.beforeGuest,
};

/** Scheduled messages, soonest first. Those of hosts whose mails are paused wait until an operator lifts the pause. */
export function listScheduled(db: Database, limit: number) {
  // Not correlated: read once, and nothing while no account is paused.
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
      channel: messages.channel,
      notice: messages.notice,
    })
    .from(messages)
    .where(and(eq(messages.status, sql`'scheduled'`), sql`${messages.eventId} not in ${paused}`))
    .orderBy(asc(messages.sendAt))
    .limit(limit);
}

/** What a notice tells: the values that guests know, and the event as it is now. */
export function findNoticed(db: Database, { eventId, id }: DueMessage) {
  return db
    .select({ changedFrom: messages.changedFrom, updatedAt: aliased(messages.updatedAt, "read_at"), event: events })
    .from(messages)
    .innerJoin(events, eq(events.id, messages.eventId))
    .where(and(eq(messages.eventId, eventId), eq(messages.id, id)))
    .limit(1);
}

/** Ends a notice that has nothing to tell any more, unless a change was added to it since it was read. */
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
 * Claims a message that is due; returns no row when another Scheduler was first. One without recipients is sent at once.
 * @param content of a notice, which is decided by what became of the event
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
    .returning({ status: messages.status });
}

/** Messages that were claimed and are not finished, oldest claim first. */
export function listSending(db: Database, limit: number) {
  return db
    .select({ eventId: messages.eventId, id: messages.id, claimedAt: sql<number>`${messages.claimedAt}` })
    .from(messages)
    .where(eq(messages.status, sql`'sending'`))
    .orderBy(asc(messages.claimedAt))
    .limit(limit);
}

/** The batches of a message that are not closed. */
export function openBatches(db: Database, eventId: string, messageId: string) {
  return db
    .select(batchColumns)
    .from(messageBatches)
    .where(
      and(eq(messageBatches.eventId, eventId), eq(messageBatches.messageId, messageId), isNull(messageBatches.doneAt)),
    );
}

export function isClaimable(db: Database, due: DueMessage, now: number): SQL {
  return exists(db.select({ id: messages.id }).from(messages).where(claimCondition(due, now)));
}

/** Due, and with the audience and the channel that were read. */
export function claimCondition(due: DueMessage, now: number) {
  return and(
    eq(messages.eventId, due.eventId),
    eq(messages.id, due.id),
    eq(messages.status, "scheduled"),
    lte(messages.sendAt, now),
    eq(messages.audience, due.audience),
    sql`${messages.segment} is ${due.segment}`,
    eq(messages.channel, due.channel),
  );
}
