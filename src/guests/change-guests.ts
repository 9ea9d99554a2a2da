import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { abortUnless } from "../db/abort-unless.ts";
import type { Database } from "../db/client.ts";
import { isAmong, toJsonArrays } from "../db/lists.ts";
import { one } from "../db/one.ts";
import { guests } from "../db/schema/guests.ts";
import { type Companion, rsvps } from "../db/schema/rsvps.ts";
import { SAID_NO } from "../db/standing.ts";
import { findEventSeats, seatsFreed } from "../events/seats/seats.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { AppError, type FieldProblem, notFound, nothingToChange } from "../kernel/errors.ts";
import { tagKey, tagKeys } from "../kernel/tag-keys.ts";
import { guestUpdated } from "../platform/activities/guest-activities.ts";
import type { LiveActivity } from "../platform/activities/live-event.ts";
import type { AuditedState } from "../platform/audit/record.ts";
import { isSilent } from "../platform/authorization/api-key.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { nextVersion } from "../platform/commit/unchanged.ts";
import { areAmong, type BulkGuest, listAmong, unknownGuests } from "./bulk-queries.ts";
import type { BulkChange } from "./bulk-schemas.ts";
import {
  changesLimit,
  type DefaultParty,
  findDefaultParty,
  holdsCompanions,
  insertRevisions,
  isDefaultAsRead,
  maxPlusOnes,
  partySizeBelowRsvpError,
  REDUCIBLE_RSVP,
  reducedRsvpActivities,
  withAtMost,
} from "./party.ts";
import { partyTooSmall } from "./schemas.ts";
import { MAX_TAGS } from "./tags.ts";

/** Attempts while others change the same guests between the read and the write. */
const MAX_ATTEMPTS = 4;
/** Problems in one error response. */
const MAX_PROBLEMS = 50;

/**
 * Changes tags, table or party size of many guests: all of them or none. Rejects a party smaller than a guest's RSVP.
 * With `adjust`, lowers the RSVP in the same batch instead, with a revision, and offers the freed seats to waitlisted
 * parties.
 * @throws AppError 400 without a change or with one that does not fit a guest, 404 with the unknown IDs, 409
 * `party_size_below_answers`, 409 `list_changed` if every retry conflicts with another write
 */
export const changeGuests = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    change: BulkChange,
  ): Promise<{ updated: number; adjusted: number }> => {
    const { guestIds, adjust = false, ...fields } = definedOnly(change);
    if (guestIds === undefined || Object.keys(fields).length === 0) throw nothingToChange();
    const { db, clock } = ctx;
    const { eventId } = caller;
    const { table, partySize } = change;
    const isResized = partySize !== undefined;
    const ids = [...new Set(guestIds)];
    const { member, found, answers, seats, event } = await authorizeMember(ctx, caller, {
      seats: one(findEventSeats(db, eventId)),
      event: one(findDefaultParty(db, eventId)),
      found: listAmong(db, eventId, ids),
      answers: isResized && listAnswersAmong(db, eventId, ids),
    });
    if (found.length < ids.length) throw unknownGuests(guestIds, new Map(found.map((guest) => [guest.id, guest])));
    if (event === undefined) throw notFound();
    const plan = planBulkChange(found, answers ?? [], change, event);
    if (plan.problems.length > 0) throw doesNotFit(plan);
    if (plan.lowered.length > 0 && !adjust) throw partySizeBelowRsvpError(plan.lowered);
    const capacity = plan.lowered.length === 0 ? null : (seats?.capacity ?? null);
    const now = clock.now();
    await commit(ctx, {
      by: member,
      guard: [isResized && isDefaultAsRead(event, eventId)],
      changes: {
        fields: isResized || table !== undefined ? updateGuests(db, eventId, ids, { table, partySize }, now) : [],
        tags: updateTags(db, eventId, plan.tags, now),
        answers: lowerAnswers(db, eventId, plan.lowered, now),
        limits: isResized && abortUnlessAnswersFit(db, eventId, ids),
      },
      audit: { action: "guests.updated", before: null, after: auditedState(ids, change, plan) },
      messages: seatsFreed(ctx, eventId, capacity, isSilent(caller.session)),
      activities: activitiesOf(found, change, plan, now),
      at: now,
      lost: "list_changed",
    });
    return { updated: ids.length, adjusted: plan.lowered.length };
  },
  MAX_ATTEMPTS,
);

/** 400 with the guests whom the change does not fit. */
function doesNotFit({ problems }: BulkPlan): AppError {
  const message = "Some of the guests can't be changed so, and nothing was written.";
  return new AppError("validation_failed", { errors: problems.slice(0, MAX_PROBLEMS) }, message);
}

/**
 * Plans a bulk change of guests as they were read.
 * @param answers the attending and maybe RSVPs of the guests; none if the party stays unchanged
 */
function planBulkChange(
  found: readonly BulkGuest[],
  answers: readonly BulkAnswer[],
  { guestIds, addTags = [], removeTags = [], partySize }: BulkChange,
  event: DefaultParty,
): BulkPlan {
  const guests = new Map(found.map((guest) => [guest.id, guest]));
  const tags = found.flatMap(({ id, tags: before }) => {
    const after = changedTags(before, addTags, removeTags);
    return isSame(before, after) ? [] : [{ guestId: id, before, after }];
  });
  const tooMany = new Set(tags.filter(({ after }) => after.length > MAX_TAGS).map(({ guestId }) => guestId));
  const problems = guestIds.flatMap((id, index): FieldProblem[] => {
    const path = `guest_ids.${index}`;
    const guest = guests.get(id);
    const isTooSmall =
      partySize !== undefined && guest !== undefined && !holdsCompanions({ partySize, companions: guest.companions });
    return [
      ...(tooMany.has(id) ? [{ path, message: `would have more than ${MAX_TAGS} tags` }] : []),
      ...(isTooSmall ? [{ path, message: partyTooSmall(guest.companions, "needs a party of") }] : []),
    ];
  });
  const lowered = answers.flatMap((answer): LoweredAnswer[] => {
    const guest = guests.get(answer.guest.id);
    if (guest === undefined || partySize === undefined) return [];
    const party = { partySize, companions: guest.companions };
    const most = maxPlusOnes(party, event);
    if (answer.plusOnes <= most || !changesLimit(guest, party)) return [];
    return [{ answer, maxPlusOnes: most, companions: withAtMost(answer.companions, most) }];
  });
  return { tags, lowered, problems };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** Returns an activity per changed guest and RSVP. */
function activitiesOf(found: readonly BulkGuest[], change: BulkChange, plan: BulkPlan, now: number): LiveActivity[] {
  const { table, partySize } = change;
  const tags = new Map(plan.tags.map(({ guestId, after }) => [guestId, after]));
  const updated = found.flatMap((guest) => {
    const after = tags.get(guest.id);
    const fields = definedOnly({ table, partySize, tags: after });
    return guestUpdated(guest, fields, now);
  });
  return [...reducedRsvpActivities(plan.lowered, now), ...updated];
}

function auditedState(
  ids: readonly string[],
  { addTags, removeTags, table, partySize }: BulkChange,
  { lowered }: BulkPlan,
): AuditedState {
  return {
    guests: ids.length,
    ...(addTags === undefined ? {} : { tags_added: addTags.join("; ") }),
    ...(removeTags === undefined ? {} : { tags_removed: removeTags.join("; ") }),
    ...(table === undefined ? {} : { table }),
    ...(partySize === undefined ? {} : { party_size: partySize, answers_lowered: lowered.length }),
  };
}

/** The effects of a bulk change on its guests. */
interface BulkPlan {
  /** Guests whose tags change. */
  tags: TagChange[];
  /** Answers that are larger than the new party. */
  lowered: LoweredAnswer[];
  /** The reasons to reject the change, by the position of a guest's ID in the request. */
  problems: FieldProblem[];
}

/** Facts of a guest's RSVP that limit a bulk change. */
type BulkAnswer = Awaited<ReturnType<typeof listAnswersAmong>>[number];

/** The previous and the new tags of a guest. */
interface TagChange {
  guestId: string;
  before: readonly string[];
  after: readonly string[];
}

/** An RSVP with more plus-ones than its new party, and its new companions. */
interface LoweredAnswer {
  answer: BulkAnswer;
  maxPlusOnes: number;
  companions: Companion[];
}

/** Lists the attending and maybe RSVPs of the given guests. */
function listAnswersAmong(db: Database, eventId: string, guestIds: readonly string[]) {
  return db
    .select(REDUCIBLE_RSVP)
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .where(and(eq(rsvps.eventId, eventId), isAmong(rsvps.guestId, guestIds), not(SAID_NO)));
}

/**
 * Statements that set fields of all guests to the same values. They abort the batch if one of the guests no longer
 * exists.
 */
function updateGuests(
  db: Database,
  eventId: string,
  guestIds: readonly string[],
  fields: { table?: string | null | undefined; partySize?: number | null | undefined },
  now: number,
) {
  return [
    db
      .update(guests)
      .set({ ...fields, updatedAt: nextVersion(guests, now) })
      .where(areAmong(eventId, guestIds)),
    abortUnlessWritten(db, guestIds.length),
  ] as const;
}

/** Statements that set the tags of guests. They abort the batch if a guest's tags changed since they were read. */
function updateTags(db: Database, eventId: string, changes: readonly TagChange[], now: number) {
  const rows = changes.map(({ guestId, before, after }) =>
    JSON.stringify([guestId, JSON.stringify(before), JSON.stringify(after), tagKeys(after)]),
  );
  return toJsonArrays(rows).flatMap((list) => [
    db
      .update(guests)
      .set({ tags: sql`given.value ->> 2`, tagKeys: sql`given.value ->> 3`, updatedAt: nextVersion(guests, now) })
      .from(givenRows(eventId, list))
      .where(
        and(
          sql`${guests.eventId} = given.event_id`,
          sql`${guests.id} = given.value ->> 0`,
          sql`${guests.tags} = given.value ->> 1`,
        ),
      ),
    abortUnlessWritten(db, lengthOf(list)),
  ]);
}

/**
 * Statements that lower RSVPs, each after a revision. They abort the batch if an RSVP has changed since it was read.
 * They do not count as edits of the guests.
 */
function lowerAnswers(db: Database, eventId: string, lowered: readonly LoweredAnswer[], now: number) {
  const rows = lowered.map(({ answer, maxPlusOnes, companions }) =>
    JSON.stringify([answer.guest.id, maxPlusOnes, JSON.stringify(companions), answer.plusOnes, answer.updatedAt]),
  );
  const isAsRead = and(
    sql`${rsvps.eventId} = given.event_id`,
    sql`${rsvps.guestId} = given.value ->> 0`,
    sql`${rsvps.plusOnes} = given.value ->> 3`,
    sql`${rsvps.updatedAt} = given.value ->> 4`,
  );
  return toJsonArrays(rows).flatMap((list) => [
    insertRevisions(
      db,
      { replacedBy: "host", replacedAt: now },
      sql`from ${givenRows(eventId, list)} cross join ${rsvps} where ${isAsRead}`,
    ),
    db
      .update(rsvps)
      .set({
        plusOnes: sql`given.value ->> 1`,
        companions: sql`given.value ->> 2`,
        heads: sql`iif(${rsvps.heads} = 0, 0, 1 + (given.value ->> 1))`,
        hostChangeCount: sql`${rsvps.hostChangeCount} + 1`,
        updatedAt: now,
      })
      .from(givenRows(eventId, list))
      .where(isAsRead),
    abortUnlessWritten(db, lengthOf(list)),
  ]);
}

/**
 * Aborts the batch if an RSVP that arrived since the read has more plus-ones than its party allows. A trigger stores
 * that maximum with the RSVP. Run after `updateGuests` and `lowerAnswers`.
 */
function abortUnlessAnswersFit(db: Database, eventId: string, guestIds: readonly string[]) {
  const ofGuests = and(eq(rsvps.eventId, eventId), isAmong(rsvps.guestId, guestIds), not(SAID_NO));
  return abortUnless(
    db,
    sql`not exists (select 1 from ${rsvps} where ${ofGuests} and ${rsvps.plusOnes} > ${rsvps.maxPlusOnes})`,
  );
}

/** Aborts the batch unless the statement before wrote this many rows. */
function abortUnlessWritten(db: Database, rows: number) {
  return abortUnless(db, sql`changes() = ${rows}`);
}

/**
 * The elements of a list, to join with rows of the event. With the limit, SQLite looks up each row by `given.event_id`
 * and an ID. Without it, SQLite reads the list once per row of the event, which takes twenty seconds for 5,000 of both.
 */
function givenRows(eventId: string, list: string): SQL {
  return sql`(select value, ${eventId} as event_id from json_each(${list}) limit -1) as given`;
}

function lengthOf(list: string): number {
  return (JSON.parse(list) as unknown[]).length;
}

/**
 * Tags with some added at the end and others removed, case ignored. A tag that is there keeps its place and its case.
 */
function changedTags(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const gone = new Set(removed.map(tagKey));
  const kept = tags.filter((tag) => !gone.has(tagKey(tag)));
  const present = new Set(kept.map(tagKey));
  return [...kept, ...added.filter((tag) => !present.has(tagKey(tag)))];
}
