import type { Database } from "../db/client.ts";
import {
  ofAccess,
  ofAnswer,
  ofArrival,
  ofChallenge,
  ofEdit,
  ofEventChange,
  ofLaterArrival,
  ofOffer,
  ofReport,
} from "./activity-entries.ts";
import {
  type Before,
  listArrivals,
  listChallenged,
  listEdited,
  listEventChanges,
  listLaterArrivals,
  listOffered,
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
    codesSent: listChallenged(db, eventId, "sent", before, limit),
    codesEnded: listChallenged(db, eventId, "ended", before, limit),
    reported: listReported(db, eventId, before, limit),
    changes: listEventChanges(db, eventId, before, limit),
  };
}

type Lists = { [Name in keyof ReturnType<typeof activityLists>]: Awaited<ReturnType<typeof activityLists>[Name]> };

/** The entries of all lists, newest first. */
export function entriesOf(lists: Lists) {
  const { scored, submitted, edited, arrivals, later, offered, codesSent, codesEnded, reported, changes } = lists;
  return [
    ...scored.map(ofAccess),
    ...submitted.map(ofAnswer),
    ...edited.map(ofEdit),
    ...arrivals.map(ofArrival),
    ...later.map(ofLaterArrival),
    ...offered.map(ofOffer),
    ...codesSent.map(ofChallenge),
    ...codesEnded.map(ofChallenge),
    ...reported.map(ofReport),
    ...changes.map(ofEventChange),
  ].sort((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1));
}
