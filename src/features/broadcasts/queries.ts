import { and, asc, eq, exists, gte, isNull, lt, lte, notExists, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventBranding, events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { messageBatches, messageDeliveries, messages, suppressions } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";

/** Ids are hexadecimal. */
const AFTER_EVERY_ID = "~";

/** A message as those who claim it have read it. */
export type DueMessage = Awaited<ReturnType<typeof listScheduled>>[number];
/** A message that is being sent. */
export type SendingMessage = Awaited<ReturnType<typeof listSending>>[number];
/** What a message says, and about which event. */
export type Head = Awaited<ReturnType<typeof findHead>>[number];
/** A recipient to whom nothing was sent yet. */
export type RecipientRow = Awaited<ReturnType<typeof listOpenRecipients>>[number];

/** One part of a message's recipients. */
export interface Batch {
  eventId: string;
  messageId: string;
  number: number;
  /** Its recipients' ids, from this one… */
  fromGuest: string;
  /** …to before this text. */
  beforeGuest: string;
}

const wholeBatch = {
  number: messageBatches.number,
  fromGuest: messageBatches.fromGuest,
  beforeGuest: messageBatches.beforeGuest,
};

/** How a try left one recipient. `pending` comes again. */
export interface Settled {
  guestId: string;
  status: "pending" | "sent" | "failed" | "suppressed" | "unreachable";
  reason: string | null;
  provider: string | null;
  providerMessageId: string | null;
  /** How often it was handed to a server. */
  attempts: number;
}

/** What is scheduled, soonest first. */
export function listScheduled(db: Database, limit: number) {
  return db
    .select({
      eventId: messages.eventId,
      id: messages.id,
      sendAt: sql<number>`${messages.sendAt}`,
      slug: messages.slug,
      audience: messages.audience,
      channel: messages.channel,
    })
    .from(messages)
    .where(eq(messages.status, sql`'scheduled'`))
    .orderBy(asc(messages.sendAt))
    .limit(limit);
}

/**
 * Writes a row for everybody in the audience at this moment, with the answer where the audience or a reminder's words
 * depend on it. Comes before `claimMessage` in its batch, and writes nothing when the message is not there to be
 * claimed. Reads no table that it can do without: there may be five thousand of them.
 * @param inAudience whether a guest, joined with the answer, is meant
 */
export function insertRecipients(db: Database, due: DueMessage, inAudience: SQL, now: number) {
  const rest = sql`'pending', null, 0, null, null, null, ${now}`;
  const claimable = isClaimable(db, due, now);
  const answers = sql`left join ${rsvps} on ${rsvps.eventId} = ${guests.eventId} and ${rsvps.guestId} = ${guests.id}`;
  const { eventId, id, audience } = due;
  if (audience === "everyone" && due.slug === null) {
    return db.insert(messageDeliveries).select(
      sql`select ${eventId}, ${id}, ${guests.id}, null, ${rest} from ${guests}
        where ${guests.eventId} = ${eventId} and ${claimable}`,
    );
  }
  if (audience === "attending" || audience === "declined" || audience === "maybe") {
    return db.insert(messageDeliveries).select(
      sql`select ${eventId}, ${id}, ${rsvps.guestId}, ${rsvps.response}, ${rest} from ${rsvps}
        where ${rsvps.eventId} = ${eventId} and ${rsvps.response} = ${audience} and ${claimable}`,
    );
  }
  return db.insert(messageDeliveries).select(
    sql`select ${eventId}, ${id}, ${guests.id}, ${rsvps.response}, ${rest} from ${guests} ${answers}
      where ${guests.eventId} = ${eventId} and ${inAudience} and ${claimable}`,
  );
}

/** Cuts the recipients that were just written into batches of `size`, by their ids. */
export function insertBatches(db: Database, due: DueMessage, size: number, now: number) {
  const { eventId, id } = due;
  const theirs = sql`from ${messageDeliveries}
    where ${messageDeliveries.eventId} = ${eventId} and ${messageDeliveries.messageId} = ${id}`;
  const { guestId } = messageDeliveries;
  return db
    .insert(messageBatches)
    .select(
      sql`with recursive firsts (number, guest) as (
        select 0, (select min(${guestId}) ${theirs}) where ${isClaimable(db, due, now)}
        union all
        select number + 1, (select ${guestId} ${theirs} and ${guestId} > guest order by ${guestId} limit 1 offset ${size - 1})
        from firsts where guest is not null
      )
      select ${eventId}, ${id}, number, guest, lead(guest, 1, ${AFTER_EVERY_ID}) over (order by number), null
      from firsts where guest is not null`,
    )
    .returning(wholeBatch);
}

/** Takes a message that is due; returns no row when somebody else was first. One for nobody is at its end at once. */
export function claimMessage(db: Database, due: DueMessage, now: number) {
  const somebody = exists(openBatches(db, due.eventId, due.id));
  return db
    .update(messages)
    .set({
      status: sql`iif(${somebody}, 'sending', 'sent')`,
      finishedAt: sql`iif(${somebody}, null, ${now})`,
      claimedAt: now,
      updatedAt: now,
    })
    .where(claimable(due, now))
    .returning({ status: messages.status });
}

/** Messages that were claimed and are not at their end, those that have waited longest first. */
export function listSending(db: Database, limit: number) {
  return db
    .select({ eventId: messages.eventId, id: messages.id, claimedAt: sql<number>`${messages.claimedAt}` })
    .from(messages)
    .where(eq(messages.status, sql`'sending'`))
    .orderBy(asc(messages.claimedAt))
    .limit(limit);
}

/** The batches of a message that are not done. */
export function openBatches(db: Database, eventId: string, messageId: string) {
  return db
    .select(wholeBatch)
    .from(messageBatches)
    .where(
      and(eq(messageBatches.eventId, eventId), eq(messageBatches.messageId, messageId), isNull(messageBatches.doneAt)),
    );
}

/** A message that is being sent, with its event. */
export function findHead(db: Database, { eventId, messageId }: Batch) {
  return db
    .select({
      message: {
        slug: messages.slug,
        channel: messages.channel,
        subject: messages.subject,
        body: messages.body,
      },
      event: {
        id: events.id,
        hostId: events.hostId,
        name: aliased(events.name, "event.name"),
        venue: events.venue,
        eventDate: events.eventDate,
        endTime: events.endTime,
        timezone: events.timezone,
        deletedAt: events.deletedAt,
      },
      hostName: users.name,
      branding: {
        primaryColor: eventBranding.primaryColor,
        font: eventBranding.font,
        logoUrl: eventBranding.logoUrl,
        coverUrl: eventBranding.coverUrl,
      },
    })
    .from(messages)
    .innerJoin(events, eq(events.id, messages.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .leftJoin(eventBranding, eq(eventBranding.eventId, events.id))
    .where(and(eq(messages.eventId, eventId), eq(messages.id, messageId), eq(messages.status, "sending")))
    .limit(1);
}

/** The recipients of a batch who have nothing yet, as they are at this moment. */
export function listOpenRecipients(db: Database, batch: Batch) {
  const { eventId, guestId } = messageDeliveries;
  // A join would look for a second valid link of each guest, which costs a row more; there is none.
  const tokenId = sql<string | null>`(select token.id from ${accessTokens} token where token.event_id = ${eventId}
    and token.guest_id = ${guestId} and token.revoked_at is null limit 1)`;
  return db
    .select({
      guestId,
      name: guests.name,
      email: guests.email,
      phone: guests.phone,
      tokenId,
      response: messageDeliveries.response,
      suppression: suppressions.reason,
    })
    .from(messageDeliveries)
    .innerJoin(guests, and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .leftJoin(suppressions, eq(suppressions.emailKey, guests.emailKey))
    .where(and(isIn(batch), eq(messageDeliveries.status, "pending")))
    .orderBy(asc(guestId));
}

/** Writes how a try left its recipients. One who is settled already, by a provider's report, stays so. */
export function settleRecipients(db: Database, batch: Batch, settled: readonly Settled[], now: number) {
  // One object that is asked by guest: joined with a list, each row would be compared with all of the list.
  const said = JSON.stringify(Object.fromEntries(settled.map(({ guestId, ...how }) => [guestId, how])));
  const path = (field: string) => sql`'$."' || ${messageDeliveries.guestId} || '"${sql.raw(field)}'`;
  const value = (field: keyof Settled) => sql`json_extract(${said}, ${path(`.${field}`)})`;
  return db
    .update(messageDeliveries)
    .set({
      status: value("status"),
      reason: value("reason"),
      provider: value("provider"),
      providerMessageId: value("providerMessageId"),
      attempts: sql`${messageDeliveries.attempts} + ${value("attempts")}`,
      updatedAt: now,
    })
    .where(and(isIn(batch), eq(messageDeliveries.status, "pending"), sql`json_type(${said}, ${path("")}) is not null`));
}

/** Gives up on whoever of a batch has nothing yet. The last answer of a server stays as the reason. */
export function failOpenRecipients(db: Database, batch: Batch, reason: string, now: number) {
  return db
    .update(messageDeliveries)
    .set({ status: "failed", reason: sql`coalesce(${messageDeliveries.reason}, ${reason})`, updatedAt: now })
    .where(and(isIn(batch), eq(messageDeliveries.status, "pending")));
}

/** Nobody of a batch is left to be written to. */
export function closeBatch(db: Database, { eventId, messageId, number }: Batch, now: number) {
  return db
    .update(messageBatches)
    .set({ doneAt: now })
    .where(
      and(
        eq(messageBatches.eventId, eventId),
        eq(messageBatches.messageId, messageId),
        eq(messageBatches.number, number),
        isNull(messageBatches.doneAt),
      ),
    );
}

/**
 * Ends a message whose batches are all done: as failed when there was somebody to write to and it reached not one.
 * Returns no row while a batch is open. Comes after `closeBatch`.
 */
export function finishMessage(db: Database, { eventId, messageId }: Batch, now: number) {
  const some = (statuses: SQL) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(messageDeliveries)
        .where(
          and(
            eq(messageDeliveries.eventId, eventId),
            eq(messageDeliveries.messageId, messageId),
            sql`${messageDeliveries.status} in ${statuses}`,
          ),
        ),
    );
  const reached = some(sql`('sent', 'delivered', 'bounced', 'complained')`);
  return db
    .update(messages)
    .set({
      status: sql`iif(${reached} or not ${some(sql`('failed')`)}, 'sent', 'failed')`,
      finishedAt: now,
      updatedAt: now,
    })
    .where(
      and(
        eq(messages.eventId, eventId),
        eq(messages.id, messageId),
        eq(messages.status, "sending"),
        notExists(openBatches(db, eventId, messageId)),
      ),
    )
    .returning({ status: messages.status });
}

/** The recipients of a batch. Its bounds are values, for an update whose condition asks a table reads each row twice. */
function isIn({ eventId, messageId, fromGuest, beforeGuest }: Batch) {
  return and(
    eq(messageDeliveries.eventId, eventId),
    eq(messageDeliveries.messageId, messageId),
    gte(messageDeliveries.guestId, fromGuest),
    lt(messageDeliveries.guestId, beforeGuest),
  );
}

function isClaimable(db: Database, due: DueMessage, now: number): SQL {
  return exists(db.select({ id: messages.id }).from(messages).where(claimable(due, now)));
}

/** Due, and for the same people by the same channel as was read. */
function claimable(due: DueMessage, now: number) {
  return and(
    eq(messages.eventId, due.eventId),
    eq(messages.id, due.id),
    eq(messages.status, "scheduled"),
    lte(messages.sendAt, now),
    eq(messages.audience, due.audience),
    eq(messages.channel, due.channel),
  );
}
