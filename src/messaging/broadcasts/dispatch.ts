import { aliasedTable, and, asc, eq, exists, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { abortUnless } from "../../db/abort-unless.ts";
import { aliased } from "../../db/aliased.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { insertFrom } from "../../db/inserts.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { messageBatches, messageDeliveries, messageRecipients, messages } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { sendingPauses } from "../../db/schema/sending.ts";
import { replyStateSql } from "../../db/standing.ts";
import { noticeOf } from "../../events/change-notices/notice-of.ts";
import { noticeSubject } from "../../events/change-notices/notices.ts";
import { reminderOf } from "../../events/reminders/reminders.ts";
import { HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { budgetOf, countRecipients, fitsBudget } from "../../sending/budgets.ts";
import { standingsOf, targetOf } from "../content.ts";
import { isLeftOut } from "../notice-queries.ts";
import { isInTarget, wasInvited } from "../queries.ts";
import { isReminded } from "../reminder-audience.ts";
import { type Batch, batchColumns, openBatches } from "./delivery-queries.ts";
import { journalOf } from "./journals.ts";

/**
 * Recipients per queue message. A crash loses none of them. A smaller number makes more database calls (two per batch).
 * With a larger one, a batch may exceed the time of a queue consumer.
 */
export const BATCH_SIZE = 100;

/** Puts one queue message for each batch on the queue. @throws when the queue did not take them */
async function enqueueBatches(
  { bus }: RequestContext,
  message: { eventId: string; id: string },
  batches: readonly Pick<Batch, "number" | "fromGuest" | "beforeGuest">[],
): Promise<void> {
  const toMessage = ({ number, fromGuest, beforeGuest }: (typeof batches)[number]): BusMessage => ({
    type: "message.deliver",
    id: `${message.id}:${number}`,
    body: {
      event_id: message.eventId,
      message_id: message.id,
      batch: number,
      from_guest: fromGuest,
      before_guest: beforeGuest,
    },
  });
  await bus.publish(batches.map(toMessage));
}

/** Ids are hexadecimal. */
const AFTER_EVERY_ID = "~";

/** Messages in one round: each is four statements, and an invocation has a thousand. */
const MAX_MESSAGES = 100;

/** A message that was claimed more recently than this may still be on its way to the queue. */
const MIN_CLAIM_AGE_MS = 45 * SECOND_MS;

/** A message that does not fit the host's budget of 24 hours, which is counted by the hour, is tried again then. */
const POSTPONE_MS = HOUR_MS;

/**
 * Claims every due message with its current recipients and enqueues its batches. If two Schedulers race, one gets each
 * message. `requeueStalled` finds batches that were not enqueued.
 * @returns the next due time (epoch milliseconds), null if nothing is scheduled
 */
export async function dispatchDue(ctx: RequestContext): Promise<number | null> {
  const scheduled = await listScheduled(ctx.db, MAX_MESSAGES + 1);
  const now = ctx.clock.now();
  const due = scheduled.filter(({ sendAt }) => sendAt <= now).slice(0, MAX_MESSAGES);
  await forEachMessage(
    due,
    (message) => (message.notice === null ? dispatch : dispatchNotice)(ctx, message),
    "message_dispatch_failed",
  );
  return scheduled[due.length]?.sendAt ?? null;
}

/**
 * Enqueues open batches again on which no attempt is running. Either the program crashed between the claim and the
 * queue, or the queue lost a batch. Recipients with a result are not open and get nothing again.
 * @returns when to check again at the earliest (epoch milliseconds), null if nothing is being sent
 */
export async function requeueStalled(ctx: RequestContext): Promise<number | null> {
  const sending = await listSending(ctx.db, MAX_MESSAGES);
  return forEachMessage(sending, (message) => requeueIfStalled(ctx, message), "message_requeue_failed");
}

/**
 * Handles one message after another. If one fails, logs it and continues; the next Scheduler run retries it.
 * @returns the earliest of the times that `handle` returned
 */
async function forEachMessage<Message extends { id: string }>(
  messages: readonly Message[],
  handle: (message: Message) => Promise<number | null>,
  failure: "message_dispatch_failed" | "message_requeue_failed",
): Promise<number | null> {
  let next: number | null = null;
  for (const message of messages) {
    try {
      const at = await handle(message);
      if (at !== null) next = Math.min(next ?? at, at);
    } catch (error) {
      log("error", failure, { message_id: message.id }, error);
    }
  }
  return next;
}

/**
 * Writes recipients, batches and claim together or not at all, and counts the recipients for the event's host. A
 * message that exceeds the host's budget is put off.
 */
async function dispatch(ctx: RequestContext, due: DueMessage): Promise<null> {
  const { db, clock } = ctx;
  const now = clock.now();
  try {
    const { batches, claimed } = await runBatch(db, {
      recipients:
        due.slug === null ? insertRecipients(db, due, now) : insertReminded(db, { ...due, slug: due.slug }, now),
      batches: insertBatches(db, due, now),
      charged: chargeRecipients(db, due, now),
      claimed: due.slug === null ? claimMessage(db, due, now) : claimReminder(db, { ...due, slug: due.slug }, now),
    });
    const [message] = claimed;
    if (message === undefined) return null;
    const { skipReason } = message;
    if (skipReason === null) log("info", "message_dispatched", { message_id: due.id, batches: batches.length });
    else log("info", "reminder_skipped", { message_id: due.id, reason: skipReason });
    await enqueueBatches(ctx, due, batches);
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    log("warn", "message_postponed", { message_id: due.id, reason: "sending_limit" });
    await postponeMessage(db, due, now + POSTPONE_MS, now);
  }
  return null;
}

/** @returns the time until which an attempt is running or due (epoch milliseconds), null when it was requeued */
async function requeueIfStalled(ctx: RequestContext, message: SendingMessage): Promise<number | null> {
  const { db, clock } = ctx;
  const claimedUntil = message.claimedAt + MIN_CLAIM_AGE_MS;
  const busyUntil = claimedUntil > clock.now() ? claimedUntil : await journalOf(ctx, message.id).busyUntil();
  if (busyUntil !== null) return busyUntil;
  const batches = await openBatches(db, message.eventId, message.id);
  log("warn", "message_requeued", { message_id: message.id, batches: batches.length });
  await enqueueBatches(ctx, message, batches);
  return null;
}

/**
 * Claims a due notice with its recipients and enqueues its batches. Drops it if all its changes were undone. A notice
 * does not count towards the host's email budget, so a newsletter never postpones a cancellation. Its limit is
 * `requireNotice`.
 */
async function dispatchNotice(ctx: RequestContext, due: DueMessage): Promise<null> {
  const { db, clock } = ctx;
  const [found] = await findNoticed(db, due);
  if (found === undefined) return null;
  const now = clock.now();
  const notice = found.event.deletedAt === null ? noticeOf(found.changedFrom ?? {}, found.event) : null;
  if (notice === null) {
    log("info", "notice_dropped", { message_id: due.id });
    await dropNotice(db, due, found.updatedAt, now);
    return null;
  }
  const content = { notice: notice.kind, subject: noticeSubject(notice.kind, found.event.name) };
  const leavesOut = found.skipNeverEmailed && notice.kind !== "cancelled";
  const { batches, claimed } = await runBatch(db, {
    recipients: insertNoticed(db, due, leavesOut, now),
    batches: insertBatches(db, due, now),
    claimed: claimMessage(db, due, now, content),
  });
  if (claimed.length === 0) return null;
  log("info", "message_dispatched", { message_id: due.id, batches: batches.length });
  await enqueueBatches(ctx, due, batches);
  return null;
}

/** A scheduled message; the claim repeats these values as its condition. */
type DueMessage = Awaited<ReturnType<typeof listScheduled>>[number];
type DueReminder = DueMessage & { slug: NonNullable<DueMessage["slug"]> };

/** A message that is being sent. */
type SendingMessage = Awaited<ReturnType<typeof listSending>>[number];

/**
 * Lists scheduled messages, soonest first. Skips those of hosts whose emails are paused until an operator lifts the
 * pause.
 */
function listScheduled(db: Database, limit: number) {
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
function findNoticed(db: Database, { eventId, id }: DueMessage) {
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
function dropNotice(db: Database, due: DueMessage, readAt: number, now: number) {
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(claimCondition(due, now), eq(messages.updatedAt, readAt)));
}

/** Puts a message off that does not fit the budget of its host now. */
function postponeMessage(db: Database, due: DueMessage, sendAt: number, now: number) {
  return db.update(messages).set({ sendAt, updatedAt: now }).where(claimCondition(due, now));
}

/**
 * Claims a due message. Returns no row if another Scheduler was first. A message without recipients is `sent`
 * immediately.
 * @param content of a notice, which depends on the current event
 */
function claimMessage(
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
function claimReminder(db: Database, due: DueReminder, now: number) {
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
function reasonToSkip({ eventId, slug }: DueReminder, now: number): SQL {
  const state = sql`(select ${replyStateSql(now)} from ${events}
    left join ${eventSeats} on ${eventSeats.eventId} = ${events.id} where ${events.id} = ${eventId})`;
  return reminderOf(slug).asks
    ? sql`case ${state} when 'cancelled' then 'event_cancelled' when 'over' then 'past' when 'closed' then 'closed'
        when 'full' then 'full' end`
    : sql`case ${state} when 'cancelled' then 'event_cancelled' when 'over' then 'past' end`;
}

/** Messages that were claimed and are not finished, oldest claim first. */
function listSending(db: Database, limit: number) {
  return db
    .select({ eventId: messages.eventId, id: messages.id, claimedAt: sql<number>`${messages.claimedAt}` })
    .from(messages)
    .where(eq(messages.status, sql`'sending'`))
    .orderBy(asc(messages.claimedAt))
    .limit(limit);
}

function isClaimable(db: Database, due: DueMessage, now: number): SQL {
  return exists(db.select({ id: messages.id }).from(messages).where(claimCondition(due, now)));
}

/** Due, and with the recipients and the channel that were read. */
function claimCondition(due: DueMessage, now: number) {
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

/** The join of a guest with the RSVP. */
const RSVP_JOIN = sql`left join ${rsvps} on ${rsvps.eventId} = ${guests.eventId} and ${rsvps.guestId} = ${guests.id}`;

/**
 * Inserts a delivery for each guest who is in the audience now. Run before `claimMessage` in its batch; writes nothing if
 * the message cannot be claimed. Each audience reads only the tables that it needs: an event has up to 5,000 guests.
 */
function insertRecipients(db: Database, due: DueMessage, now: number) {
  const { eventId, id, audience, segment, notInvited } = due;
  const claimable = isClaimable(db, due, now);
  const invited = wasInvited(notInvited) ?? sql`true`;
  const insert = (guestId: SQLiteColumn, from: SQL) =>
    insertFrom(db, messageDeliveries, { eventId, messageId: id, guestId, updatedAt: now }, from);
  if (segment === "chosen") {
    const { guestId, messageId } = messageRecipients;
    const guest = sql`join ${guests} on ${guests.eventId} = ${messageRecipients.eventId} and ${guests.id} = ${guestId}`;
    return insert(
      guestId,
      sql`from ${messageRecipients} ${notInvited === "include" ? sql`` : guest}
        where ${messageRecipients.eventId} = ${eventId} and ${messageId} = ${id} and ${invited} and ${claimable}`,
    );
  }
  const target = targetOf(due);
  const isMeant = sql`${isInTarget(target, now)} and ${invited} and ${claimable}`;
  if (standingsOf(target) === null) {
    return insert(guests.id, sql`from ${guests} where ${guests.eventId} = ${eventId} and ${isMeant}`);
  }
  if (segment === null && (audience === "attending" || audience === "declined" || audience === "maybe")) {
    // The standing of an RSVP without a row of `guests`, which would be read for each recipient. A guest with an
    // RSVP is not "never invited".
    const door = aliasedTable(checkIns, "door");
    const isWalkIn = sql`exists (select 1 from ${checkIns} as ${door} where ${door.eventId} = ${eventId}
      and ${door.guestId} = ${rsvps.guestId} and ${door.walkIn} = 1)`;
    const seated = audience === "attending" ? sql`and ${rsvps.seat} = 'confirmed'` : sql``;
    const answered = sql`${rsvps.eventId} = ${eventId} and ${rsvps.response} = ${audience} ${seated}`;
    return insert(rsvps.guestId, sql`from ${rsvps} where ${answered} and not ${isWalkIn} and ${claimable}`);
  }
  return insert(guests.id, sql`from ${guests} ${RSVP_JOIN} where ${guests.eventId} = ${eventId} and ${isMeant}`);
}

/** Inserts the recipients of a reminder, unless the event's state forbids it. Otherwise as `insertRecipients`. */
function insertReminded(db: Database, due: DueReminder, now: number) {
  const { eventId, id, notInvited } = due;
  const { guestId: chosen, messageId } = messageRecipients;
  const isChosen = sql`exists (select 1 from ${messageRecipients} where ${messageRecipients.eventId} = ${eventId}
    and ${messageId} = ${id} and ${chosen} = ${guests.id})`;
  const isMeant = and(
    due.segment === "chosen" ? isChosen : undefined,
    isReminded(due.slug, targetOf(due), now),
    wasInvited(notInvited),
  );
  const values = { eventId, messageId: id, guestId: guests.id, response: rsvps.response, updatedAt: now };
  return insertFrom(
    db,
    messageDeliveries,
    values,
    sql`from ${guests} ${RSVP_JOIN} where ${guests.eventId} = ${eventId} and ${isMeant}
      and ${reasonToSkip(due, now)} is null and ${isClaimable(db, due, now)}`,
  );
}

/**
 * Inserts the recipients of a notice: guests with a link who have not declined, because they know of the event. Of these,
 * the host may leave out whom no email has reached. The condition compares the RSVP by hand: a declined standing is a
 * declined RSVP, and only this form uses the index.
 * @param leavesOut whether the notice, as it was read, leaves out guests; a merged change may have included them since
 * The message leads the join; as a separate condition it would be read again for each guest. The index has only
 * declined RSVPs. Without its name, SQLite prefers the primary key and reads every RSVP.
 */
function insertNoticed(db: Database, due: DueMessage, leavesOut: boolean, now: number) {
  const { eventId, id } = due;
  return insertFrom(
    db,
    messageDeliveries,
    { eventId, messageId: id, guestId: guests.id, updatedAt: now },
    sql`from ${messages}
      cross join ${guests} on ${guests.eventId} = ${messages.eventId}
      where ${claimCondition(due, now)} and ${guests.invitedAt} is not null
        ${leavesOut ? sql`and not ${isLeftOut(sql`${messages.skipNeverEmailed}`)}` : sql``}
        and not exists (select 1 from ${rsvps} indexed by rsvps_declined where ${rsvps.eventId} = ${guests.eventId}
          and ${rsvps.guestId} = ${guests.id} and ${rsvps.response} = 'declined')`,
  );
}

/** Splits the deliveries that were just inserted into batches of `size`, by guest id. */
function insertBatches(db: Database, due: DueMessage, now: number) {
  const { eventId, id } = due;
  const deliveries = sql`from ${messageDeliveries}
    where ${messageDeliveries.eventId} = ${eventId} and ${messageDeliveries.messageId} = ${id}`;
  const { guestId } = messageDeliveries;
  const firsts = sql`with recursive firsts (number, guest) as (
      select 0, (select min(${guestId}) ${deliveries}) where ${isClaimable(db, due, now)}
      union all
      select number + 1, (select ${guestId} ${deliveries} and ${guestId} > guest order by ${guestId} limit 1 offset ${BATCH_SIZE - 1})
      from firsts where guest is not null
    )
    select * from firsts where guest is not null`;
  const beforeGuest = sql`lead(guest, 1, ${AFTER_EVERY_ID}) over (order by number)`;
  return insertFrom(
    db,
    messageBatches,
    { eventId, messageId: id, number: sql`number`, fromGuest: sql`guest`, beforeGuest },
    sql`from (${firsts})`,
  ).returning(batchColumns);
}

/**
 * Counts the recipients of a message that was just split into batches for its host, and aborts the batch when they
 * exceed the budget. All batches but the last are full, so that not every delivery is counted.
 * @throws a constraint violation when the recipients exceed the budget
 */
function chargeRecipients(db: Database, due: DueMessage, now: number) {
  const { eventId, id } = due;
  const ofMessage = sql`${messageBatches.eventId} = ${eventId} and ${messageBatches.messageId} = ${id}`;
  const recipients = sql`coalesce((select ${messageBatches.number} * ${BATCH_SIZE} + (
      select count(*) from ${messageDeliveries} where ${messageDeliveries.eventId} = ${eventId}
        and ${messageDeliveries.messageId} = ${id} and ${messageDeliveries.guestId} >= ${messageBatches.fromGuest})
    from ${messageBatches} where ${ofMessage} order by ${messageBatches.number} desc limit 1), 0)`;
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  const isClaimed = isClaimable(db, due, now);
  return [
    countRecipients(db, hostId, sql`iif(${isClaimed}, ${recipients}, 0)`, now),
    abortUnless(db, sql`(${fitsBudget(hostId, budgetOf(hostId), 0, now)} or not ${isClaimed})`),
  ] as const;
}
