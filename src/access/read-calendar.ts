import { and, eq, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { users } from "../db/schema/accounts.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { shownName } from "../db/shown-name.ts";
import { calendarFile, calendarOrganizer } from "../events/calendar.ts";
import { recipientTexts } from "../events/placeholders/recipient-texts.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import { deviceExpiry, loggedDevice, stepUpFrom } from "../invitations/devices/queries.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { notFound } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { slugify } from "../kernel/slug.ts";
import { isAutomatedRequest } from "../risk/attempt.ts";
import { challenged, phoneForCodes } from "../risk/refuse.ts";
import { canBeAsked } from "../sending/suppression-queries.ts";
import { type LoggedDevice, wasRefused } from "./calendar-access.ts";

/** Accesses beyond the newest of a link decide nothing. */
const MAX_ACCESSES = 100;

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
  const { hostName, isHostVerified, guestLocale } = event;
  const texts = () => recipientTexts(ctx, { guest: guestLocale, event });
  const organizer = await calendarOrganizer(ctx, { event, hostName, isHostVerified }, texts);
  return { fileName: `${slugify(event.name)}.ics`, text: calendarFile(event, organizer) };
}

/**
 * The last accesses of people to a link, newest first. Empty unless an access was denied or the event asks for codes
 * below `high`. Most links therefore only need one lookup in an index without an entry.
 */
const ACCESSES_IF_BLOCKED = sql<LoggedDevice[]>`case when exists (
  select 1 from ${accessLogs} as blocked where blocked.token_id = ${accessTokens.id} and blocked.risk = 'block' and blocked.automated = 0
) or ${stepUpFrom()} in ('low', 'medium') or ${events.stepUpFrom} = 'high' and exists (
  select 1 from ${accessLogs} as asked where asked.event_id = ${accessTokens.eventId} and asked.risk = 'high'
    and asked.token_id = ${accessTokens.id} and asked.automated = 0
) then (
  select json_group_array(json_object('ipAddress', last.ip_address, 'userAgent', last.user_agent, 'risk', last.risk, 'at', last.at, 'device', last.device,
    'isTrusted', json(iif(last.proved = 'true' or last.reasons in ('["allowlisted"]', '["scoring_disabled"]'), 'true', 'false'))))
  from (
    select log.ip_address, log.user_agent, log.risk, log.at, log.device, log.reasons,
      log.fingerprint ->> 'edge_device_proved' as proved from ${accessLogs} as log
    where log.event_id = ${accessTokens.eventId} and log.guest_id = ${accessTokens.guestId}
      and log.token_id = ${accessTokens.id} and log.automated = 0
    order by log.id desc limit ${sql.raw(String(MAX_ACCESSES))}
  ) as last
) else '[]' end`.mapWith((list: string) => JSON.parse(list) as LoggedDevice[]);

/** The event of a link that is not revoked, as a calendar file needs it, and what decides who gets the file. */
function findCalendarEvent(db: Database, tokenId: string) {
  return CALENDAR_EVENT(db, { tokenId });
}

const CALENDAR_EVENT = prepared((db, { tokenId }: Placeholders<{ tokenId: string }>) =>
  db
    .select({
      id: aliased(events.id, "event.id"),
      name: aliased(events.name, "event.name"),
      description: events.description,
      venue: events.venue,
      eventDate: events.eventDate,
      endTime: events.endTime,
      calendarSequence: events.calendarSequence,
      cancelledAt: events.cancelledAt,
      updatedAt: aliased(events.updatedAt, "event.updatedAt"),
      replyTo: events.replyTo,
      replyToVerifiedAt: events.replyToVerifiedAt,
      hostName: shownName(),
      isHostVerified: users.emailVerified,
      locale: aliased(events.locale, "event.locale"),
      addressForm: events.addressForm,
      guestLocale: aliased(guests.locale, "guest.locale"),
      openedAt: guests.openedAt,
      challenged: {
        eventId: aliased(events.id, "challenged.eventId"),
        guestId: aliased(guests.id, "challenged.guestId"),
        hostId: events.hostId,
        stepUpFrom: stepUpFrom().as("step_up"),
        email: guests.email,
        isMailable: canBeAsked().mapWith(Boolean).as("is_mailable"),
        phone: guests.phone,
        timezone: aliased(events.timezone, "challenged.timezone"),
        smsCountries: events.smsCountries,
      },
      accesses: ACCESSES_IF_BLOCKED.as("accesses"),
    })
    .from(accessTokens)
    .innerJoin(guests, and(eq(guests.eventId, accessTokens.eventId), eq(guests.id, accessTokens.guestId)))
    .innerJoin(events, and(eq(events.id, accessTokens.eventId), isNull(events.deletedAt)))
    .innerJoin(users, eq(users.id, events.hostId))
    .where(and(eq(accessTokens.id, tokenId), isNull(accessTokens.revokedAt)))
    .limit(1),
);
