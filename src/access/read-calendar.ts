import type { RequestContext } from "../context.ts";
import { calendarFile } from "../events/calendar.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import { loggedDevice } from "../invitations/devices/device-facts.ts";
import { deviceExpiry } from "../invitations/devices/guest-device.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { notFound } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { slugify } from "../kernel/slug.ts";
import { isAutomatedRequest } from "../risk/automated-request.ts";
import { phoneForCodes } from "../risk/challenge-offer.ts";
import { challenged } from "../risk/refuse.ts";
import { wasRefused } from "./calendar-access.ts";
import { findCalendarEvent } from "./queries.ts";

/**
 * The calendar file of a guest's event. It is not scored: it follows the last access of the same device. A program that
 * says it is one gets it once the guest has opened the invitation: then the guest may have given it the address.
 * One round trip: the read in parallel with the rate-limit check.
 * @throws AppError 404 for a revoked link or a deleted event, 403 `access_blocked`, 429
 */
export async function readCalendar(
  ctx: RequestContext,
  { tokenId, rateLimitCheck, device, keepDevice }: GuestLink,
  facts: RequestFacts,
): Promise<{ fileName: string; text: string }> {
  const { db, clock } = ctx;
  const [[event]] = await Promise.all([findCalendarEvent(db, tokenId), rateLimitCheck]);
  if (event === undefined) throw notFound();
  const now = clock.now();
  keepDevice(device, deviceExpiry(eventWindow(event).endsAt, now));
  const unasked = isAutomatedRequest(facts) && event.openedAt === null;
  const { accesses, challenged: found } = event;
  const guest = { ...found, phone: await phoneForCodes(ctx, found) };
  if (unasked || wasRefused({ ...facts, device: loggedDevice(device) }, accesses, guest, now)) {
    throw await challenged(ctx, "access_blocked", guest);
  }
  return { fileName: `${slugify(event.name)}.ics`, text: calendarFile(event) };
}
