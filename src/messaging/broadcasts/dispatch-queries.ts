import { and, asc, eq, exists, isNull, lte, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { messageBatches, messageDeliveries, messageRecipients, messages } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { sendingPauses } from "../../db/schema/sending.ts";
import { budgetOf, countRecipients, fitsBudget } from "../../sending/queries.ts";

/** Ids are hexadecimal. */
const AFTER_EVERY_ID = "~";

/** Segments that depend on the answer. */
const NEEDS_RSVP: readonly string[] = ["waitlisted", "not_arrived"];

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

/**
 * Inserts a delivery for each guest in the audience at this moment, with the RSVP where the audience or a reminder's text
 * depends on it. Comes before `claimMessage` in its batch, and writes nothing when the message cannot be claimed. Each
 * audience reads only the tables that it needs: an event has up to 5,000 guests.
 * @param inAudience whether a guest, joined with the RSVP, is in the audience
 */
export function insertRecipients(db: Database, due: DueMessage, inAudience: SQL, now: number) {
  const rest = sql`'pending', null, 0, null, null, null, ${now}`;
  const claimable = isClaimable(db, due, now);
  const rsvpJoin = sql`left join ${rsvps} on ${rsvps.eventId} = ${guests.eventId} and ${rsvps.guestId} = ${guests.id}`;
  const { eventId, id, audience, segment } = due;
  if (segment === "chosen") {
    const { guestId, messageId } = messageRecipients;
    const answer = sql`(select ${rsvps.response} from ${rsvps}
      where ${rsvps.eventId} = ${messageRecipients.eventId} and ${rsvps.guestId} = ${guestId})`;
    return db.insert(messageDeliveries).select(
      sql`select ${eventId}, ${id}, ${guestId}, ${due.slug === null ? null : answer}, ${rest} from ${messageRecipients}
        where ${messageRecipients.eventId} = ${eventId} and ${messageId} = ${id} and ${claimable}`,
    );
  }
  if (due.slug === null && (segment === null ? audience === "everyone" : !NEEDS_RSVP.includes(segment))) {
    return db.insert(messageDeliveries).select(
      sql`select ${eventId}, ${id}, ${guests.id}, null, ${rest} from ${guests}
        where ${guests.eventId} = ${eventId} and ${inAudience} and ${claimable}`,
    );
  }
  if (segment === null && (audience === "attending" || audience === "declined" || audience === "maybe")) {
    return db.insert(messageDeliveries).select(
      sql`select ${eventId}, ${id}, ${rsvps.guestId}, ${rsvps.response}, ${rest} from ${rsvps}
        where ${rsvps.eventId} = ${eventId} and ${rsvps.response} = ${audience} and ${claimable}`,
    );
  }
  return db.insert(messageDeliveries).select(
    sql`select ${eventId}, ${id}, ${guests.id}, ${rsvps.response}, ${rest} from ${guests} ${rsvpJoin}
      where ${guests.eventId} = ${eventId} and ${inAudience} and ${claimable}`,
  );
}

/**
 * As `insertRecipients`, for a notice: guests who were invited and have not declined. They know of the event, and it
 * matters to them. The message leads the join: as a condition of its own it would be read again for each guest. The index
 * has those who declined alone; without its name SQLite prefers the primary key, and reads every answer.
 */
export function insertNoticed(db: Database, due: DueMessage, now: number) {
  const { eventId, id } = due;
  return db.insert(messageDeliveries).select(
    sql`select ${eventId}, ${id}, ${guests.id}, null, 'pending', null, 0, null, null, null, ${now} from ${messages}
      cross join ${guests} on ${guests.eventId} = ${messages.eventId}
      where ${claimCondition(due, now)} and ${guests.invitedAt} is not null
        and not exists (select 1 from ${rsvps} indexed by rsvps_declined where ${rsvps.eventId} = ${guests.eventId}
          and ${rsvps.guestId} = ${guests.id} and ${rsvps.response} = 'declined')`,
  );
}

/** Splits the deliveries that were just inserted into batches of `size`, by guest id. */
export function insertBatches(db: Database, due: DueMessage, size: number, now: number) {
  const { eventId, id } = due;
  const deliveries = sql`from ${messageDeliveries}
    where ${messageDeliveries.eventId} = ${eventId} and ${messageDeliveries.messageId} = ${id}`;
  const { guestId } = messageDeliveries;
  return db
    .insert(messageBatches)
    .select(
      sql`with recursive firsts (number, guest) as (
        select 0, (select min(${guestId}) ${deliveries}) where ${isClaimable(db, due, now)}
        union all
        select number + 1, (select ${guestId} ${deliveries} and ${guestId} > guest order by ${guestId} limit 1 offset ${size - 1})
        from firsts where guest is not null
      )
      select ${eventId}, ${id}, number, guest, lead(guest, 1, ${AFTER_EVERY_ID}) over (order by number), null
      from firsts where guest is not null`,
    )
    .returning(batchColumns);
}

/**
 * Counts the recipients of a message that was just split into batches for its host, and aborts the batch when they exceed
 * the budget. All batches but the last are full, so that not every delivery is counted.
 * @throws a constraint violation when the recipients exceed the budget
 */
export function chargeRecipients(db: Database, due: DueMessage, size: number, now: number) {
  const { eventId, id } = due;
  const ofMessage = sql`${messageBatches.eventId} = ${eventId} and ${messageBatches.messageId} = ${id}`;
  const recipients = sql`coalesce((select ${messageBatches.number} * ${size} + (
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
