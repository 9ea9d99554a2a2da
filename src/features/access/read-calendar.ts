import { notFound } from "../../kernel/errors.ts";
import { slugify } from "../../kernel/slug.ts";
import type { RequestContext } from "../../request-context.ts";
import { atLink, verifyGuestToken } from "../invitations/guest-link.ts";
import { calendarFile } from "./calendar.ts";
import { findCalendarEvent } from "./queries.ts";

/**
 * The calendar file behind a guest's link. One trip: the read beside the rate window.
 * @throws AppError 404 for a link that opens nothing, 429
 */
export async function readCalendar(
  anywhere: RequestContext,
  input: { token: string; rateLimitCheck: Promise<void> },
): Promise<{ fileName: string; text: string }> {
  const ctx = atLink(anywhere, input.token);
  const tokenId = await verifyGuestToken(ctx, input.token);
  if (tokenId === null) throw notFound();
  const [[event]] = await Promise.all([findCalendarEvent(ctx.replicaDb, tokenId), input.rateLimitCheck]);
  if (event === undefined) throw notFound();
  return { fileName: `${slugify(event.name)}.ics`, text: calendarFile(event) };
}
