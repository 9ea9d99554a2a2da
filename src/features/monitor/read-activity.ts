import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
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
import type { LiveEvent } from "./live-event.ts";
import {
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

/**
 * An event's activity, newest first: answers, edits, check-ins, offered seats, codes, reports, changes of the event, and every
 * scored access, blocked ones included. Reads one page of each of the lists in one database call, and returns the newest page of them.
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
  const { scored, submitted, edited, arrivals, later, offered, codesSent, codesEnded, reported, changes } =
    await authorizeMember(ctx, caller, {
      scored: listScored(db, caller.eventId, before, limit),
      submitted: listSubmitted(db, caller.eventId, before, limit),
      edited: listEdited(db, caller.eventId, before, limit),
      arrivals: listArrivals(db, caller.eventId, before, limit),
      later: listLaterArrivals(db, caller.eventId, before, limit),
      offered: listOffered(db, caller.eventId, before, limit),
      codesSent: listChallenged(db, caller.eventId, "sent", before, limit),
      codesEnded: listChallenged(db, caller.eventId, "ended", before, limit),
      reported: listReported(db, caller.eventId, before, limit),
      changes: listEventChanges(db, caller.eventId, before, limit),
    });
  const entries = [
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
  ];
  entries.sort((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1));
  const { rows, nextCursor } = pageOf(entries, page.limit, ({ at, key }) => [at, key], list);
  return { rows: rows.map(({ event }) => event), nextCursor };
}
