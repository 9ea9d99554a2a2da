import { notFound } from "../../kernel/errors.ts";
import { slugify } from "../../kernel/slug.ts";
import type { RequestContext } from "../../request-context.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { calendarFile } from "./calendar.ts";
import { findCalendarEvent } from "./queries.ts";

/**
 * The calendar file of a guest's event. One round trip: the read in parallel with the rate-limit check.
 * @throws AppError 404 for a revoked link or a deleted event, 429
 */
export async function readCalendar(
  { replicaDb }: RequestContext,
  { tokenId, rateLimitCheck }: GuestLink,
): Promise<{ fileName: string; text: string }> {
  const [[event]] = await Promise.all([findCalendarEvent(replicaDb, tokenId), rateLimitCheck]);
  if (event === undefined) throw notFound();
  return { fileName: `${slugify(event.name)}.ics`, text: calendarFile(event) };
}
