import { and, desc, eq, lt } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { type Page, type PageQuery, pagerById } from "../kernel/cursor.ts";
import { notFound } from "../kernel/errors.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import { type DoorSummaryRow, summarize } from "./headcount-queries.ts";
import { type NamedCheckIn, selectNamed } from "./queries.ts";

/** A page of check-ins, the last recorded first, and the headcounts of the event. One database call. */
export async function readCheckIns(
  ctx: RequestContext,
  caller: DoorCaller,
  query: PageQuery,
): Promise<Page<NamedCheckIn> & { summary: DoorSummaryRow }> {
  const page = pagerById(`check-ins ${caller.eventId}`, query);
  const { db } = ctx;
  const { found, summary } = await authorizeAtDoor(ctx, caller, {
    found: listCheckIns(db, caller.eventId, page.after, page.limit),
    summary: one(summarize(db, caller.eventId)),
  });
  if (summary === undefined) throw notFound();
  return { ...page.of(found, ({ checkIn }) => checkIn.id), summary };
}

/** Check-ins of an event, the last recorded first. @param beforeId the last ID of the page before */
function listCheckIns(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return selectNamed(db)
    .where(and(eq(checkIns.eventId, eventId), beforeId === null ? undefined : lt(checkIns.id, beforeId)))
    .orderBy(desc(checkIns.id))
    .limit(limit);
}
