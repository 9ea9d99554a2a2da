import { and, eq, type SQL, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import type { Bindable } from "../db/prepared-statement.ts";
import { type EventRow, events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { type Companion, type GuestKey, rsvpRevisions, rsvps } from "../db/schema/rsvps.ts";
import { isAnswerOf } from "../events/seats/seats.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { LiveActivity } from "../platform/activities/live-event.ts";

/** Plus-ones that a guest may bring if neither the guest nor the event has a limit. */
const DEFAULT_MAX_PLUS_ONES = 10;

/** The values that limit the plus-ones of an invitation. */
export interface PartyLimit {
  /** The number of people that the invitation is for; null if the host set none. */
  partySize: number | null;
  /** The companions whom the host named, without the guest. */
  companions: readonly { name: string }[];
}

/** The event's limit for guests without their own. */
export type DefaultParty = Pick<EventRow, "defaultPartySize">;

/**
 * Returns how many plus-ones a guest may bring. The first limit that is set decides: the guest's party size, the number
 * of companions whom the host named, the event's default, 10. The trigger `guests_party_changed` has the same order.
 */
export function maxPlusOnes(party: PartyLimit, { defaultPartySize }: DefaultParty): number {
  return ownMaxPlusOnes(party) ?? (defaultPartySize === null ? DEFAULT_MAX_PLUS_ONES : defaultPartySize - 1);
}

/** Returns the plus-ones by a guest's own limit; null: the event's default counts. */
function ownMaxPlusOnes({ partySize, companions }: PartyLimit): number | null {
  if (partySize !== null) return partySize - 1;
  return companions.length > 0 ? companions.length : null;
}

/**
 * True if a change of a guest sets another limit. If false, an RSVP above the limit is older than the event's default
 * and stays.
 */
export function changesLimit(before: PartyLimit, after: PartyLimit): boolean {
  return ownMaxPlusOnes(before) !== ownMaxPlusOnes(after);
}

/** Whether a party has a place for each companion whom the host named. A party without a size has. */
export function holdsCompanions({ partySize, companions }: PartyLimit): boolean {
  return partySize === null || companions.length === 0 || partySize >= 1 + companions.length;
}

/** Returns the companions with at most `plusOnes` attending: the last ones are set to not attending. */
export function withAtMost(companions: readonly Companion[], plusOnes: number): Companion[] {
  let left = plusOnes;
  return companions.map((companion) => ({ ...companion, attending: companion.attending && left-- > 0 }));
}

/** An RSVP with more plus-ones than a party size allows. */
export type LargeAnswer = Awaited<ReturnType<typeof findAnswer>>[number];

/** A guest, and the new maximum of plus-ones. */
export type Party = GuestKey & { maxPlusOnes: number };

/** The columns of an RSVP that limit a smaller party. */
export const REDUCIBLE_RSVP = {
  id: rsvps.id,
  guest: { id: rsvps.guestId, name: guests.name },
  response: rsvps.response,
  plusOnes: rsvps.plusOnes,
  companions: rsvps.companions,
  answeredBy: rsvps.answeredBy,
  seat: rsvps.seat,
  newDevice: rsvps.newDevice,
  editCount: rsvps.editCount,
  hostChangeCount: rsvps.hostChangeCount,
  updatedAt: aliased(rsvps.updatedAt, "answered_at"),
};

/** Selects the facts of a guest's RSVP that limit a smaller party. */
export function findAnswer(db: Database, eventId: string, guestId: string) {
  return db
    .select({ ...REDUCIBLE_RSVP, capacity: events.capacity })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .where(isAnswerOf(eventId, guestId))
    .limit(1);
}

/** Selects the event's limit for guests without their own. */
export function findDefaultParty(db: Database, eventId: string) {
  const { defaultPartySize } = events;
  return db.select({ defaultPartySize }).from(events).where(eq(events.id, eventId)).limit(1);
}

/** Condition: the event's limit is unchanged since it was read. */
export function isDefaultAsRead({ defaultPartySize }: DefaultParty, eventId: string): SQL {
  return sql`(select ${events.defaultPartySize} from ${events} where ${eq(events.id, eventId)}) is ${defaultPartySize}`;
}

/** SQL for the revision of an RSVP: the number of its changes. */
export const REVISION = sql`${rsvps.editCount} + ${rsvps.hostChangeCount}`;

/** Condition: the RSVP is unchanged since it was read, or there is still none. */
export function isAnswerAsRead(
  { eventId, guestId }: GuestKey,
  rsvp: Pick<typeof rsvps.$inferSelect, "id" | "editCount" | "hostChangeCount" | "updatedAt"> | null,
): SQL {
  const stored = sql`select 1 from ${rsvps} where ${isAnswerOf(eventId, guestId)}`;
  if (rsvp === null) return sql`not exists (${stored})`;
  const { id, editCount, hostChangeCount, updatedAt } = rsvp;
  return sql`exists (${stored} and ${rsvps.id} = ${id} and ${REVISION} = ${editCount + hostChangeCount}
    and ${rsvps.updatedAt} = ${updatedAt})`;
}

/**
 * Stores RSVPs as revisions before they are replaced.
 * @param from `from rsvps … where …`, which selects the RSVPs
 * @param eventId null from the query aborts the batch
 */
export function insertRevisions(
  db: Database,
  {
    replacedBy,
    replacedAt,
    eventId = sql`${rsvps.eventId}`,
  }: { replacedBy: typeof rsvps.$inferSelect.answeredBy; replacedAt: Bindable<number>; eventId?: SQL },
  from: SQL,
) {
  const { guestId, response, plusOnes, updatedAt, editCount, companions, answers, answeredBy, seat } = rsvps;
  const { riskScore, newDevice } = rsvps;
  const answer = {
    guestId,
    response,
    plusOnes,
    editCount,
    companions,
    answers,
    answeredBy,
    seat,
    riskScore,
    newDevice,
  };
  const replaced = { replacedBy: sql`${sql.raw(`'${replacedBy}'`)}`, replacedAt };
  return insertFrom(
    db,
    rsvpRevisions,
    { eventId, ...answer, revision: REVISION, recordedAt: updatedAt, ...replaced },
    from,
  );
}

/** Stores an RSVP as a revision that the host replaced. Run it before the update. */
export function insertHostRevision(db: Database, { eventId, guestId }: GuestKey, replacedAt: number) {
  const from = sql`from ${rsvps} where ${isAnswerOf(eventId, guestId)}`;
  return insertRevisions(db, { replacedBy: "host", replacedAt }, from);
}

/**
 * Lowers the plus-ones of a large RSVP to the new maximum of its party. Does not count as an edit of the guest.
 * @param companions the companions of the RSVP; at most the new maximum attend
 */
export function lowerPlusOnes(
  db: Database,
  party: Party,
  { companions, updatedAt }: { companions: Companion[]; updatedAt: number },
) {
  return db
    .update(rsvps)
    .set({
      plusOnes: party.maxPlusOnes,
      companions,
      heads: sql`iif(${rsvps.heads} = 0, 0, ${1 + party.maxPlusOnes})`,
      hostChangeCount: sql`${rsvps.hostChangeCount} + 1`,
      updatedAt,
    })
    .where(isAnswerOf(party.eventId, party.guestId));
}

type StoredParty = Pick<typeof rsvps.$inferSelect, "plusOnes" | "companions" | "answeredBy" | "seat" | "newDevice">;

/** The people of an RSVP, for an activity. Omits answers to questions, because the monitor does not show them. */
export function livePartyOf({ plusOnes, companions, answeredBy, seat, newDevice }: StoredParty) {
  return {
    plus_ones: plusOnes,
    companions: companions.map(({ name, attending }) => ({ name, attending })),
    answered_by: answeredBy,
    seat,
    new_device: newDevice,
  };
}

/** An RSVP that was read, and its lowered party. */
interface Lowered {
  answer: Omit<LargeAnswer, "capacity">;
  maxPlusOnes: number;
  companions: Companion[];
}

/** The activities of lowered answers. @param now epoch milliseconds */
export function reducedRsvpActivities(lowered: readonly Lowered[], now: number): LiveActivity[] {
  return lowered.map(({ answer, maxPlusOnes: plusOnes, companions }) => {
    const { id, guest, response, editCount } = answer;
    const party = livePartyOf({ ...answer, plusOnes, companions });
    const event = { type: "rsvp.updated" as const, at: toIsoTime(now), guest, rsvp_id: id, response, ...party };
    return { ...event, edit_count: editCount };
  });
}

/** Returns the 409 that lists the guests whose RSVPs exceed the smaller party. */
export function partySizeBelowRsvpError(lowered: readonly Pick<Lowered, "answer" | "maxPlusOnes">[]): AppError {
  const guests = lowered.map(({ answer: { guest, plusOnes }, maxPlusOnes }) => ({
    ...guest,
    plus_ones: plusOnes,
    max_plus_ones: maxPlusOnes,
  }));
  return new AppError("party_size_below_answers", { guests });
}
