import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { eventQuestions } from "../../db/schema/questions.ts";
import { rsvpRevisions, rsvps } from "../../db/schema/rsvps.ts";
import { MAX_PLUS_ONES } from "../guests/answer-queries.ts";
import { isAllowedToSend } from "../sending/queries.ts";
import { decidedSeat, type RsvpRow } from "./queries.ts";

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
    .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
    .leftJoin(
      accessTokens,
      and(
        eq(accessTokens.eventId, guests.eventId),
        eq(accessTokens.guestId, guests.id),
        isNull(accessTokens.revokedAt),
      ),
    )
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** What the write of a recorded answer repeats. */
export interface RecordCondition {
  eventId: string;
  guestId: string;
  /** The number of changes of the answer that is replaced; null: there is none. */
  revision: number | null;
  questionsVersion: number;
  plusOnes: number;
}

/** Condition: the caller has the role, the answer is the one that was read, and the party is large enough for the new one. */
export function mayRecord(roleCondition: SQL, condition: RecordCondition): SQL {
  const { eventId, guestId, revision, questionsVersion, plusOnes } = condition;
  const isGuest = and(eq(guests.eventId, eventId), eq(guests.id, guestId));
  const stored = sql`(select ${REVISION} from ${rsvps} where ${isRsvpOf(condition)})`;
  const version = sql`(select ${eventQuestions.version} from ${eventQuestions} where ${eq(eventQuestions.eventId, eventId)})`;
  return sql`${roleCondition} and ${stored} is ${revision} and coalesce(${version}, 0) = ${questionsVersion}
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

/** Inserts an answer that a host has recorded, without a seat, if the guard holds; returns no row otherwise. */
export function insertRecorded(db: Database, row: RecordedRow, guard: SQL) {
  return insertWhere(db, rsvps, row, guard).returning();
}

/** Replaces an answer, with its seat, if the guard holds; returns no row otherwise. It is no edit of the guest. */
export function updateRecorded(db: Database, { row, force }: { row: RecordedRow; force: boolean }, guard: SQL) {
  const { response, plusOnes, companions, answers, answeredBy, heads, updatedAt } = row;
  const recorded = { response, plusOnes, companions, answers, answeredBy, heads, updatedAt };
  return db
    .update(rsvps)
    .set({ ...recorded, ...seatOf(row, force), hostChangeCount: sql`${rsvps.hostChangeCount} + 1` })
    .where(and(isRsvpOf(row), guard))
    .returning();
}

/** Decides the seat of an answer that `insertRecorded` has written in the same batch. */
export function seatRecorded(db: Database, row: RecordedRow, force: boolean) {
  return db
    .update(rsvps)
    .set(seatOf(row, force))
    .where(and(isRsvpOf(row), eq(rsvps.id, row.id)));
}

/** An answer as a host has recorded it; the database decides its seat. */
export type RecordedRow = Omit<RsvpRow, "seat" | "waitlistedAt" | "offerExpiresAt">;

/** By the same rule as a guest's answer, or confirmed beyond the capacity. */
function seatOf({ eventId, heads, updatedAt }: RecordedRow, force: boolean) {
  if (force) return { seat: heads === 0 ? null : ("confirmed" as const), waitlistedAt: null, offerExpiresAt: null };
  const ofEvent = (column: SQL) => sql`(select ${column} from ${events} where ${events.id} = ${eventId})`;
  const [capacity, waitlist] = [ofEvent(sql`${events.capacity}`), ofEvent(sql`${events.waitlist}`)];
  return decidedSeat({ eventId, heads: sql`${heads}`, capacity, waitlist, now: updatedAt });
}

interface GuestIds {
  eventId: string;
  guestId: string;
}

const REVISION = sql`${rsvps.editCount} + ${rsvps.hostChangeCount}`;

function isRsvpOf({ eventId, guestId }: GuestIds) {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}
