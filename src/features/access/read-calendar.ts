import type { RequestFacts } from "../../http/request-facts.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { slugify } from "../../kernel/slug.ts";
import type { RequestContext } from "../../request-context.ts";
import { loggedDevice } from "../devices/device-facts.ts";
import { deviceExpiry } from "../devices/guest-device.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { isAutomatedRequest } from "../risk/automated-request.ts";
import { calendarFile } from "./calendar.ts";
import { wasBlocked } from "./calendar-access.ts";
import { findCalendarEvent } from "./queries.ts";

/**
 * The calendar file of a guest's event. It is not scored: it follows the last access of the same device. A program that
 * says it is one gets it once the guest has opened the invitation: then the guest may have given it the address.
 * One round trip: the read in parallel with the rate-limit check.
 * @throws AppError 404 for a revoked link or a deleted event, 403 `access_blocked`, 429
 */
export async function readCalendar(
  { replicaDb, clock }: RequestContext,
  { tokenId, rateLimitCheck, device, keepDevice }: GuestLink,
  facts: RequestFacts,
): Promise<{ fileName: string; text: string }> {
  const [[event]] = await Promise.all([findCalendarEvent(replicaDb, tokenId), rateLimitCheck]);
  if (event === undefined) throw notFound();
  const now = clock.now();
  keepDevice(device, deviceExpiry(event, now));
  const unasked = isAutomatedRequest(facts) && event.openedAt === null;
  if (unasked || wasBlocked({ ...facts, device: loggedDevice(device) }, event.accesses, now))
    throw new AppError("access_blocked");
  return { fileName: `${slugify(event.name)}.ics`, text: calendarFile(event) };
}
