import { notFound } from "../../kernel/errors.ts";
import { slugify } from "../../kernel/slug.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { writeGuestTable } from "./guest-table.ts";
import { findEventClock, listGuestFacts } from "./queries.ts";

/**
 * An event's guests with all that is known of their invitations, as a CSV file. Read in one batch, so that it shows one
 * moment and fails before it begins or not at all; written piece by piece as the client takes it.
 */
export async function exportAnalytics(
  ctx: RequestContext,
  caller: EventCaller,
): Promise<{ fileName: string; pieces: Generator<string> }> {
  const { db } = ctx;
  const {
    event: [event],
    rows,
  } = await authorizeMember(ctx, caller, {
    event: findEventClock(db, caller.eventId),
    rows: listGuestFacts(db, caller.eventId),
  });
  if (event === undefined) throw notFound();
  return { fileName: `${slugify(event.name)}-analytics.csv`, pieces: writeGuestTable(rows, event.timezone) };
}
