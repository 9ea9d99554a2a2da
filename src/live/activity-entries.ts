import { and, asc, eq, gte } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { guests } from "../db/schema/guests.ts";
import { livePartyOf } from "../guests/party.ts";
import { toIsoTime } from "../kernel/clock.ts";
import type { LiveActivity } from "../platform/activities/live-event.ts";
import { invitationOpened, presentScoredAccess } from "../risk/scored-access.ts";
import type * as lists from "./queries.ts";

/** An activity with its position in the order. */
interface Entry extends lists.Before {
  event: LiveActivity;
  /**
   * Activity that follows from this one and that the list omits: the first access of a person opened the invitation.
   */
  consequence?: LiveActivity;
}

type Rows<Q extends (...args: never[]) => unknown> =
  Awaited<ReturnType<Q>> extends readonly (infer Row)[] ? Row : never;

type AuditedAfter = Rows<typeof lists.listEventChanges>["after"];

export function ofAccess({ guest, openedAt, log }: Rows<typeof lists.listScored>): Entry {
  const event = {
    type: "access.scored" as const,
    at: toIsoTime(log.at),
    guest,
    access_log_id: log.id,
    ...presentScoredAccess({ ...log, score: log.score ?? 0, risk: log.risk ?? "low" }),
  };
  const consequence = log.kind === "access" && log.at === openedAt ? { consequence: invitationOpened(event) } : {};
  return { at: log.at, key: log.id, event, ...consequence };
}

export function ofAnswer(row: Rows<typeof lists.listSubmitted>): Entry {
  const { guest, id, at, response } = row;
  const event: LiveActivity = {
    type: "rsvp.submitted",
    at: toIsoTime(at),
    guest,
    rsvp_id: id,
    response,
    ...livePartyOf(row),
  };
  return { at, key: id, event };
}

export function ofEdit(row: Rows<typeof lists.listEdited>): Entry {
  const { guest, id, at, revision, editCount, response } = row;
  const answer = { rsvp_id: id, response, ...livePartyOf(row), edit_count: editCount };
  return { at, key: `${id}:${revision}`, event: { type: "rsvp.updated", at: toIsoTime(at), guest, ...answer } };
}

export function ofCreation({ id, name, createdAt }: Rows<typeof listCreated>): LiveActivity {
  return { type: "guest.created", at: toIsoTime(createdAt), guest: { id, name } };
}

export function ofArrival({ guest, checkIn, atFirst }: Rows<typeof lists.listArrivals>): Entry {
  const event: LiveActivity = {
    type: "check_in.recorded",
    at: toIsoTime(checkIn.checkedInAt),
    guest,
    check_in_id: checkIn.id,
    arrival_count: atFirst,
    walk_in: checkIn.walkIn,
  };
  return { at: checkIn.recordedAt, key: checkIn.id, event };
}

export function ofLaterArrival({ guest, arrival, checkInId, total }: Rows<typeof lists.listLaterArrivals>): Entry {
  const event: LiveActivity = {
    type: "check_in.arrived",
    at: toIsoTime(arrival.at),
    guest,
    check_in_id: checkInId,
    arrival_id: arrival.id,
    arrival_count: arrival.count,
    total_count: total,
  };
  return { at: arrival.at, key: arrival.id, event };
}

export function ofOffer({ guest, rsvpId, offer }: Rows<typeof lists.listOffered>): Entry {
  const event: LiveActivity = {
    type: "waitlist.offered",
    at: toIsoTime(offer.offeredAt),
    guest,
    rsvp_id: rsvpId,
    heads: offer.heads,
    offer_expires_at: toIsoTime(offer.expiresAt),
  };
  return { at: offer.offeredAt, key: `${rsvpId}:offer`, event };
}

export function ofPassedOver({ guest, rsvpId, heads, passed }: Rows<typeof lists.listPassedOver>): Entry {
  const { reason, at } = passed;
  const event: LiveActivity = { type: "waitlist.passed_over", at: toIsoTime(at), guest, heads, reason };
  return { at, key: `${rsvpId}:passed`, event };
}

export function ofChallenge({ guest, challenge, status }: Rows<typeof lists.listChallenged>): Entry {
  const { id, channel, at } = challenge;
  const event: LiveActivity = { type: `challenge.${status}`, at: toIsoTime(at), guest, challenge_id: id, channel };
  return { at, key: `${id}:${status}`, event };
}

export function ofReport({ guest, report }: Rows<typeof lists.listReported>): Entry {
  const { accessLogId, answer, at } = report;
  const event: LiveActivity = {
    type: "access.reported",
    at: toIsoTime(at),
    guest,
    access_log_id: accessLogId,
    answer,
  };
  return { at, key: `${accessLogId}:report`, event };
}

export function ofEventChange({ id, at, action, after }: Rows<typeof lists.listEventChanges>): Entry {
  const when = toIsoTime(at);
  return { at, key: id, event: action === "event.cancelled" ? cancelled(when, after) : updated(when, action, after) };
}

function cancelled(at: string, after: AuditedAfter): LiveActivity {
  const message = after?.message;
  return { type: "event.cancelled", at, message: typeof message === "string" ? message : null };
}

function updated(at: string, action: string, after: AuditedAfter): LiveActivity {
  const changed = action === "event.reinstated" ? ["status"] : Object.keys(after ?? {});
  return { type: "event.updated", at, changed };
}

/** The guests who were added to an event since an ID was made. */
export function listCreated(db: Database, eventId: string, fromId: string) {
  return db
    .select({ id: guests.id, name: guests.name, createdAt: guests.createdAt })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), gte(guests.id, fromId)))
    .orderBy(asc(guests.id));
}
