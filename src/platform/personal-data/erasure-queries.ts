import { and, eq, exists, gt, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { deadLetters, messageDeliveries, messages } from "../../db/schema/messages.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { HAS_FACTOR } from "../authorization/queries.ts";

/** Journals that an erasure empties at most: a message that is being sent is among the newest of its event. */
const MAX_JOURNALS = 50;

/** Deletes the dead letters about an event if the write condition is true. */
export function deleteDeadLetters(db: Database, eventId: string, guard: SQL) {
  const about = sql`instr(${deadLetters.body}, ${eventId}) > 0 and ${deadLetters.body} ->> '$.body.event_id' = ${eventId}`;
  return db.delete(deadLetters).where(and(about, guard));
}

/** Returns a row if the guest (without one, the event) is not deleted, so its data must not be erased. */
export function findUndeleted(db: Database, eventId: string, guestId: string | undefined) {
  const isOpenEvent = and(eq(events.id, eventId), isNull(events.deletedAt));
  const guest = and(eq(guests.eventId, eventId), eq(guests.id, guestId ?? ""));
  const isListed = exists(db.select({ id: guests.id }).from(guests).where(guest));
  return db
    .select({ one: sql<number>`1` })
    .from(events)
    .where(guestId === undefined ? isOpenEvent : isListed)
    .limit(1);
}

/** The messages of an event whose delivery journal may still have entries. @param since epoch milliseconds */
export function listJournaled(db: Database, eventId: string, since: number) {
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.eventId, eventId),
        isNotNull(messages.claimedAt),
        or(isNull(messages.finishedAt), gt(messages.finishedAt, since)),
      ),
    )
    .limit(MAX_JOURNALS);
}

/** Times before which an event was closed to be erased, in epoch milliseconds: with guests, and without. */
export interface ClosedBefore {
  any: number;
  empty: number;
}

/** An event without guests that was closed longer ago waits as long as the others, so that few rows are read. */
const EMPTY_LOOKED_AT_MS = DAY_MS;

/** Selects events that are to be erased. */
export function listPurgeable(db: Database, { any, empty }: ClosedBefore, limit: number) {
  const closed = db.select({ id: events.id }).from(events).where(isClosedBefore(any)).limit(limit);
  const recently = and(isClosedBefore(empty), gt(events.deletedAt, empty - EMPTY_LOOKED_AT_MS), hasNoGuests());
  return [closed, db.select({ id: events.id }).from(events).where(recently).limit(limit)] as const;
}

/** Condition: the event is to be erased. */
export function isPurgeable(db: Database, eventId: string, closedBefore: ClosedBefore): SQL {
  return exists(
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.id, eventId), isOver(closedBefore))),
  );
}

function isOver({ any, empty }: ClosedBefore) {
  return or(isClosedBefore(any), and(isClosedBefore(empty), hasNoGuests()));
}

function isClosedBefore(moment: number) {
  return and(isNotNull(events.deletedAt), lt(events.deletedAt, moment));
}

function hasNoGuests(): SQL {
  return sql`not exists (select 1 from ${guests} where ${guests.eventId} = ${events.id})`;
}

/** Guests with everything about them by cascade, and other rows, that one statement deletes. */
const GUESTS_PER_PART = 200;
const ROWS_PER_PART = 2_000;

/**
 * Statements that delete a part of a closed event's largest tables, and return what they deleted: nothing in the end.
 */
export function deletePartOfPurgeable(db: Database, eventId: string, closedBefore: ClosedBefore) {
  const guard = isPurgeable(db, eventId, closedBefore);
  const part = sql`select ${messageDeliveries.messageId}, ${messageDeliveries.guestId} from ${messageDeliveries}
    where ${messageDeliveries.eventId} = ${eventId} limit ${ROWS_PER_PART}`;
  const someOf = (
    id: typeof guests.id | typeof accessLogs.id,
    table: typeof guests | typeof accessLogs,
    limit: number,
  ) => sql`${id} in (select ${id} from ${table} where ${table.eventId} = ${eventId} limit ${limit})`;
  return [
    db
      .delete(accessLogs)
      .where(and(eq(accessLogs.eventId, eventId), someOf(accessLogs.id, accessLogs, ROWS_PER_PART), guard))
      .returning({ id: accessLogs.id }),
    db
      .delete(messageDeliveries)
      .where(
        and(
          eq(messageDeliveries.eventId, eventId),
          sql`(${messageDeliveries.messageId}, ${messageDeliveries.guestId}) in (${part})`,
          guard,
        ),
      )
      .returning({ id: messageDeliveries.guestId }),
    db
      .delete(guests)
      .where(and(eq(guests.eventId, eventId), someOf(guests.id, guests, GUESTS_PER_PART), guard))
      .returning({ id: guests.id }),
  ] as const;
}

/** Deletes the row of a closed event, and by cascade everything that refers to it. */
export function deletePurgeable(db: Database, eventId: string, closedBefore: ClosedBefore) {
  return db.delete(events).where(and(eq(events.id, eventId), isOver(closedBefore)));
}

/**
 * A user's role on an event, open or closed and not erased yet, and whether the user has the second factor that it
 * requires.
 */
export function findRoleOnAny(db: Database, eventId: string, userId: string) {
  return db
    .select({ role: eventCollaborators.role, hasFactor: sql<number>`${HAS_FACTOR}`.as("has_factor") })
    .from(eventCollaborators)
    .innerJoin(events, eq(events.id, eventCollaborators.eventId))
    .innerJoin(users, eq(users.id, eventCollaborators.userId))
    .where(and(eq(eventCollaborators.eventId, eventId), eq(eventCollaborators.userId, userId)))
    .limit(1);
}

/** Condition: `findRoleOnAny` returns an owner with the second factor. */
export function mayErase(db: Database, eventId: string, userId: string): SQL {
  const found = findRoleOnAny(db, eventId, userId).as("found");
  return exists(db.select({ one: sql`1` }).from(found).where(sql`role = 'owner' and has_factor`));
}

/**
 * Closes an event.
 * @param closedAt a time so far in the past that the event cannot be restored and is erased immediately
 */
export function closeForGood(db: Database, eventId: string, closedAt: number) {
  return db.update(events).set({ deletedAt: closedAt }).where(eq(events.id, eventId));
}
