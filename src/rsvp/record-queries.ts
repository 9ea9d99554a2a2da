import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, LINK_OF_GUEST } from "../db/joins.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { eventQuestions } from "../db/schema/questions.ts";
import { rsvpRevisions, rsvps } from "../db/schema/rsvps.ts";
import { nextPlace, seatFor } from "../events/seats/seat-queries.ts";
import { MAX_PLUS_ONES } from "../guests/answer-queries.ts";
import { isAllowedToSend } from "../sending/queries.ts";
import { decidedSeat, type JudgedBy, REVISION, type RsvpRow } from "./queries.ts";

/** A guest whose answer a host records, with the answer so far. */
export type AnswerableRow = Awaited<ReturnType<typeof findAnswerable>>[number];

/** What a guest's answer is judged by, with the id of the link that holds, if there is one. */
export function findAnswerable(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: aliased(guests.name, "guest.name"),
        email: guests.email,
        partySize: guests.partySize,
        companions: aliased(guests.companions, "guest.companions"),
      },
      event: {
        id: aliased(events.id, "event.id"),
        companionNames: events.companionNames,
        capacity: events.capacity,
        waitlist: events.waitlist,
      },
      questions: { items: eventQuestions.items, version: eventQuestions.version },
      rsvp: rsvps,
      tokenId: sql<string | null>`${accessTokens.id}`.as("token.id"),
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .leftJoin(eventQuestions, eq(eventQuestions.eventId, guests.eventId))
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(accessTokens, LINK_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** What the write of a recorded answer repeats. */
export interface RecordCondition {
  eventId: string;
  guestId: string;
  /** The number of changes of the answer that is replaced; null: there is none. */
  revision: number | null;
  judgedBy: Pick<JudgedBy, "capacity" | "waitlist" | "questionsVersion">;
  plusOnes: number;
}

/**
 * Condition: the caller has the role, the answer is the one that was read, the event and its questions are as they were
 * read, and the party is large enough for the new answer.
 */
export function mayRecord(roleCondition: SQL, condition: RecordCondition): SQL {
  const { eventId, guestId, revision, judgedBy, plusOnes } = condition;
  const { capacity, waitlist, questionsVersion } = judgedBy;
  const isGuest = and(eq(guests.eventId, eventId), eq(guests.id, guestId));
  const stored = sql`(select ${REVISION} from ${rsvps} where ${isRsvpOf(condition)})`;
  const version = sql`(select ${eventQuestions.version} from ${eventQuestions} where ${eq(eventQuestions.eventId, eventId)})`;
  return sql`${roleCondition} and ${stored} is ${revision} and coalesce(${version}, 0) = ${questionsVersion}
    and exists (select 1 from ${events} where ${events.id} = ${eventId} and ${events.capacity} is ${capacity}
      and ${events.waitlist} = ${waitlist})
    and exists (select 1 from ${guests} where ${isGuest} and (${plusOnes} = 0 or ${plusOnes} <= ${MAX_PLUS_ONES}))`;
}

/** Condition: the answer is written, and its host may still send mail. */
export function mayNotify(guard: SQL, member: { userId: string; hostId: string }): SQL {
  return sql`${guard} and ${isAllowedToSend(member)}`;
}

/** Stores the answer that a host replaces as a revision, if the guard holds. Comes before `updateRecorded`. */
export function insertReplaced(db: Database, ids: GuestIds, replacedAt: number, guard: SQL) {
  return db.insert(rsvpRevisions).select(sql`
    select ${rsvps.eventId}, ${rsvps.guestId}, ${REVISION}, ${rsvps.response}, ${rsvps.plusOnes}, ${rsvps.updatedAt},
      ${replacedAt}, ${rsvps.editCount}, 'host', ${rsvps.companions}, ${rsvps.answers}, ${rsvps.answeredBy}, ${rsvps.seat}
    from ${rsvps} where ${and(isRsvpOf(ids), guard)}`);
}

/** What decides the seat of a recorded answer. */
export interface Seating {
  /** The seat where it does not depend on other guests; undefined: the write decides it. */
  seat: RsvpRow["seat"] | undefined;
  capacity: number | null;
  /** Whether an answer that does not fit waits: 1 or 0. */
  waitlist: number;
}

/**
 * Inserts an answer that a host has recorded, if the guard holds; returns no row otherwise.
 * @throws a constraint violation for an answer that finds no seat
 */
export function insertRecorded(db: Database, row: RsvpRow, { seat, ...seating }: Seating, guard: SQL) {
  const { eventId, heads, updatedAt } = row;
  const computed: Partial<Record<string, SQL>> = {
    seat: sql`decided.seat`,
    waitlistedAt: sql`iif(decided.seat = 'waitlisted', ${nextPlace(eventId, updatedAt)}, null)`,
  };
  const cells = Object.entries(getTableColumns(rsvps)).map(
    ([key, column]) => computed[key] ?? sql.param(row[key as keyof RsvpRow], column),
  );
  const decided = seat === undefined ? seatFor({ eventId, heads, ...seating }) : sql`${seat}`;
  return db
    .insert(rsvps)
    .select(sql`select ${sql.join(cells, sql`, `)} from (select ${decided} as seat) as decided where ${guard}`)
    .returning();
}

/**
 * Replaces an answer, if the guard holds; returns no row otherwise. It is no edit of the guest.
 * @throws a constraint violation for an answer that finds no seat
 */
export function updateRecorded(db: Database, row: RsvpRow, { seat, ...seating }: Seating, guard: SQL) {
  const { response, plusOnes, companions, answers, answeredBy, heads, updatedAt, eventId } = row;
  const seated =
    seat === undefined
      ? decidedSeat({ eventId, heads, ...seating, now: updatedAt })
      : { seat, waitlistedAt: null, offerExpiresAt: null };
  const recorded = { response, plusOnes, companions, answers, answeredBy, heads, updatedAt };
  return db
    .update(rsvps)
    .set({ ...recorded, ...seated, hostChangeCount: sql`${rsvps.hostChangeCount} + 1` })
    .where(and(isRsvpOf(row), guard))
    .returning();
}

interface GuestIds {
  eventId: string;
  guestId: string;
}

function isRsvpOf({ eventId, guestId }: GuestIds) {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}
