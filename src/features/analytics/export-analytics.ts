import { notFound } from "../../kernel/errors.ts";
import { slugify } from "../../kernel/slug.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordExport } from "../audit/record-export.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { writeGuestTable } from "./guest-table.ts";
import { findEventClock, listGuestFacts } from "./queries.ts";

/**
 * Exports an event's guests with invitation, answer and arrival as CSV. All rows are read in one batch: the file is
 * consistent, and an error comes before its first byte.
 * @returns the file, to be streamed
 * @throws AppError as `authorizeMember`
 */
export async function exportAnalytics(
  ctx: RequestContext,
  caller: EventCaller,
): Promise<{ fileName: string; text: Generator<string> }> {
  const { db } = ctx;
  const recorded = await recordExport(ctx, caller, { action: "analytics.exported", detail: "analytics" });
  const {
    event: [event],
    rows,
  } = await authorizeMember(ctx, caller, {
    event: findEventClock(db, caller.eventId),
    rows: listGuestFacts(db, caller.eventId),
    recorded: recorded.statements,
  });
  if (event === undefined) throw notFound();
  recorded.dispatch();
  return { fileName: `${slugify(event.name)}-analytics.csv`, text: writeGuestTable(rows, event.timezone) };
}
