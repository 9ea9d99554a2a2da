import { toWire } from "../../kernel/clock.ts";
import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import type { LiveEvent } from "./live-event.ts";
import { livePartyOf } from "./live-party.ts";
import { offerEntry } from "./offer-entry.ts";
import {
  type Before,
  listArrivals,
  listEdited,
  listLaterArrivals,
  listOffered,
  listScored,
  listSubmitted,
} from "./queries.ts";
import { presentScoredAccess } from "./scored-access.ts";

/** An activity with its position in the order. */
interface Entry extends Before {
  event: LiveEvent;
}

type Rows<Q extends (...args: never[]) => unknown> =
  Awaited<ReturnType<Q>> extends readonly (infer Row)[] ? Row : never;

/**
 * An event's activity, newest first: answers, edits, check-ins, offered seats, and every scored access, blocked ones
 * included. Reads one page of each of the six lists in one database call, and returns the newest page of them.
 */
export async function readActivity(
  ctx: RequestContext,
  caller: EventCaller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: LiveEvent[]; nextCursor: string | null }> {
  const list = `activity ${caller.eventId}`;
  const cursor = readCursor(page.cursor, ["number", "string"], list);
  const before = cursor === null ? null : { at: Number(cursor[0]), key: String(cursor[1]) };
  const { db } = ctx;
  const limit = page.limit + 1;
  const { scored, submitted, edited, arrivals, later, offered } = await authorizeMember(ctx, caller, {
    scored: listScored(db, caller.eventId, before, limit),
    submitted: listSubmitted(db, caller.eventId, before, limit),
    edited: listEdited(db, caller.eventId, before, limit),
    arrivals: listArrivals(db, caller.eventId, before, limit),
    later: listLaterArrivals(db, caller.eventId, before, limit),
    offered: listOffered(db, caller.eventId, before, limit),
  });
  const entries = [
    ...scored.map(ofAccess),
    ...submitted.map(ofAnswer),
    ...edited.map(ofEdit),
    ...arrivals.map(ofArrival),
    ...later.map(ofLaterArrival),
    ...offered.map(offerEntry),
  ];
  entries.sort((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1));
  const { rows, nextCursor } = pageOf(entries, page.limit, ({ at, key }) => [at, key], list);
  return { rows: rows.map(({ event }) => event), nextCursor };
}

function ofAccess({ guest, log }: Rows<typeof listScored>): Entry {
  const event: LiveEvent = {
    type: "access.scored",
    at: toWire(log.at),
    guest,
    access_log_id: log.id,
    ...presentScoredAccess({ ...log, score: log.score ?? 0, risk: log.risk ?? "low" }),
  };
  return { at: log.at, key: log.id, event };
}

function ofAnswer(row: Rows<typeof listSubmitted>): Entry {
  const { guest, id, at, response } = row;
  const event: LiveEvent = {
    type: "rsvp.submitted",
    at: toWire(at),
    guest,
    rsvp_id: id,
    response,
    ...livePartyOf(row),
  };
  return { at, key: id, event };
}

function ofEdit(row: Rows<typeof listEdited>): Entry {
  const { guest, id, at, revision, editCount, response } = row;
  const answer = { rsvp_id: id, response, ...livePartyOf(row), edit_count: editCount };
  return { at, key: `${id}:${revision}`, event: { type: "rsvp.updated", at: toWire(at), guest, ...answer } };
}

function ofArrival({ guest, checkIn, atFirst }: Rows<typeof listArrivals>): Entry {
  const event: LiveEvent = {
    type: "check_in.recorded",
    at: toWire(checkIn.checkedInAt),
    guest,
    check_in_id: checkIn.id,
    arrival_count: atFirst,
    walk_in: checkIn.walkIn,
  };
  return { at: checkIn.recordedAt, key: checkIn.id, event };
}

function ofLaterArrival({ guest, arrival, checkInId, total }: Rows<typeof listLaterArrivals>): Entry {
  const event: LiveEvent = {
    type: "check_in.arrived",
    at: toWire(arrival.at),
    guest,
    check_in_id: checkInId,
    arrival_id: arrival.id,
    arrival_count: arrival.count,
    total_count: total,
  };
  return { at: arrival.at, key: arrival.id, event };
}
