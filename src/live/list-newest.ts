import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { firstIdOf, idTime } from "../kernel/ids.ts";
import type { LiveActivity } from "../platform/activities/live-event.ts";
import { publishInOrder } from "../platform/outbox/store-activities.ts";
import {
  listCreated,
  ofAccess,
  ofAnswer,
  ofArrival,
  ofChallenge,
  ofCreation,
  ofEdit,
  ofEventChange,
  ofLaterArrival,
  ofOffer,
  ofPassedOver,
  ofReport,
} from "./activity-entries.ts";
import type { Before } from "./queries.ts";
import {
  listArrivals,
  listChallenged,
  listEdited,
  listEventChanges,
  listLaterArrivals,
  listOffered,
  listPassedOver,
  listReported,
  listScored,
  listSubmitted,
} from "./queries.ts";

/** The statements that read a page of each list of an event's activity. */
export function activityLists(db: Database, eventId: string, before: Before | null, limit: number) {
  return {
    scored: listScored(db, eventId, before, limit),
    submitted: listSubmitted(db, eventId, before, limit),
    edited: listEdited(db, eventId, before, limit),
    arrivals: listArrivals(db, eventId, before, limit),
    later: listLaterArrivals(db, eventId, before, limit),
    offered: listOffered(db, eventId, before, limit),
    passedOver: listPassedOver(db, eventId, before, limit),
    codesSent: listChallenged(db, eventId, "sent", before, limit),
    codesEnded: listChallenged(db, eventId, "ended", before, limit),
    reported: listReported(db, eventId, before, limit),
    changes: listEventChanges(db, eventId, before, limit),
  };
}

type Lists = { [Name in keyof ReturnType<typeof activityLists>]: Awaited<ReturnType<typeof activityLists>[Name]> };

/** The entries of all lists, newest first. */
export function entriesOf(lists: Lists) {
  const { scored, submitted, edited, arrivals, later, offered, passedOver, codesSent, codesEnded, reported, changes } =
    lists;
  return [
    ...scored.map(ofAccess),
    ...submitted.map(ofAnswer),
    ...edited.map(ofEdit),
    ...arrivals.map(ofArrival),
    ...later.map(ofLaterArrival),
    ...offered.map(ofOffer),
    ...passedOver.map(ofPassedOver),
    ...codesSent.map(ofChallenge),
    ...codesEnded.map(ofChallenge),
    ...reported.map(ofReport),
    ...changes.map(ofEventChange),
  ].sort((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1));
}

/** The ID of a message can be older than the time of its change. */
const MARGIN_MS = 5 * SECOND_MS;

/** Rows of each list in one read. */
const PAGE = 200;

/** Publishes the event's activities since the oldest of these messages. Idempotent. */
export async function publishSince(
  ctx: RequestContext,
  eventId: string,
  messages: readonly Pick<BusMessage, "id">[],
): Promise<void> {
  const since = Math.min(...messages.map(({ id }) => idTime(id))) - MARGIN_MS;
  const created = await listCreated(ctx.db, eventId, firstIdOf(since));
  await publishInOrder(ctx, eventId, [...created.map(ofCreation), ...(await activitiesSince(ctx, eventId, since))]);
}

/** Activities of an event since a time (epoch milliseconds), oldest first, as the database has them. */
async function activitiesSince(ctx: RequestContext, eventId: string, since: number): Promise<LiveActivity[]> {
  const found: LiveActivity[] = [];
  for (let before = null; ; ) {
    const entries = await listNewest(ctx.db, eventId, before, PAGE);
    const recent = entries.slice(0, PAGE).filter(({ at }) => at >= since);
    // The newest first until the end, and what follows from an access after it.
    found.push(
      ...recent.flatMap(({ event, consequence }) => (consequence === undefined ? event : [consequence, event])),
    );
    const last = recent.at(-1);
    if (last === undefined || recent.length < PAGE) return found.reverse();
    before = { at: last.at, key: last.key };
  }
}

/** The newest entries of an event, in one database call: at least `limit` of them if there are as many. */
async function listNewest(db: Database, eventId: string, before: Before | null, limit: number) {
  return entriesOf(await runBatch(db, activityLists(db, eventId, before, limit)));
}
