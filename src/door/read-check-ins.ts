import { and, desc, eq, lt } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { foldText } from "../guests/search.ts";
import { type Page, type PageQuery, pagerById } from "../kernel/cursor.ts";
import { notFound } from "../kernel/errors.ts";
import { searchNames, searchPieces } from "../kernel/name-search.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import { type DoorSummaryRow, summarize } from "./headcount-queries.ts";
import { type NamedCheckIn, selectNamed } from "./queries.ts";
import { searchGuests } from "./search-queries.ts";

/** Number of matches that fit on a phone's screen. For more, the host types more letters. */
const MAX_MATCHES = 20;

/** A page of check-ins, the last recorded first, and the headcounts of the event. One database call. */
export async function readCheckIns(
  ctx: RequestContext,
  caller: DoorCaller,
  query: PageQuery,
): Promise<Page<NamedCheckIn> & { summary: DoorSummaryRow }> {
  const page = pagerById(`check-ins ${caller.eventId}`, query);
  const { db } = ctx;
  const {
    found,
    summary: [summary],
  } = await authorizeAtDoor(ctx, caller, {
    found: listCheckIns(db, caller.eventId, page.after, page.limit),
    summary: summarize(db, caller.eventId),
  });
  if (summary === undefined) throw notFound();
  return { ...page.of(found, ({ checkIn }) => checkIn.id), summary };
}

/**
 * Finds guests by name, best match first, for a lost phone or a code that does not scan. `createNameMatcher` is the
 * rule.
 */
export async function findAtDoor(ctx: RequestContext, caller: DoorCaller, name: string) {
  const fold = foldText(name);
  const { candidates } = await authorizeAtDoor(ctx, caller, {
    candidates: searchGuests(ctx.db, caller.eventId, fold, searchPieces(fold)),
  });
  return searchNames(candidates, ({ guest }) => guest.name, name, MAX_MATCHES);
}

/** Check-ins of an event, the last recorded first. @param beforeId the last ID of the page before */
function listCheckIns(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return selectNamed(db)
    .where(and(eq(checkIns.eventId, eventId), beforeId === null ? undefined : lt(checkIns.id, beforeId)))
    .orderBy(desc(checkIns.id))
    .limit(limit);
}
