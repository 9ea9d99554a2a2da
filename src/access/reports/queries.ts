import { and, eq, isNull } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { users } from "../../db/schema/accounts.ts";
import { accessReports } from "../../db/schema/challenges.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { shownName } from "../../db/shown-name.ts";

/** A reported access with its guest, event, RSVP and report. */
export type ReportedRow = Awaited<ReturnType<typeof findReported>>[number];

const REPORTED = {
  event: {
    id: aliased(events.id, "event.id"),
    hostId: events.hostId,
    name: aliased(events.name, "event.name"),
    venue: events.venue,
    eventDate: events.eventDate,
    endTime: events.endTime,
    timezone: events.timezone,
    locale: aliased(events.locale, "event.locale"),
    addressForm: events.addressForm,
    capacity: events.capacity,
  },
  hostName: shownName(),
  guest: {
    eventId: aliased(guests.eventId, "guest.event_id"),
    id: aliased(guests.id, "guest.id"),
    name: guests.name,
    email: guests.email,
    locale: aliased(guests.locale, "guest.locale"),
  },
  token: {
    id: aliased(accessTokens.id, "token.id"),
    utmSource: accessTokens.utmSource,
    revokedAt: accessTokens.revokedAt,
  },
  access: {
    id: aliased(accessLogs.id, "access.id"),
    kind: accessLogs.kind,
    at: aliased(accessLogs.at, "access.at"),
    device: aliased(accessLogs.device, "access.device"),
    ipAddress: accessLogs.ipAddress,
    userAgent: aliased(accessLogs.userAgent, "access.user_agent"),
    geoCity: accessLogs.geoCity,
    geoCountry: accessLogs.geoCountry,
  },
  rsvp: rsvps,
  checkedInAt: checkIns.checkedInAt,
  report: { answer: accessReports.answer, reportedAt: accessReports.reportedAt },
};

/** Selects the access of a report with its guest, event and RSVP, and the report if it is stored. */
export function findReported(db: Database, { tokenId, accessLogId }: { tokenId: string; accessLogId: string }) {
  return db
    .select(REPORTED)
    .from(accessTokens)
    .innerJoin(guests, and(eq(guests.eventId, accessTokens.eventId), eq(guests.id, accessTokens.guestId)))
    .innerJoin(events, and(eq(events.id, accessTokens.eventId), isNull(events.deletedAt)))
    .innerJoin(users, eq(users.id, events.hostId))
    .innerJoin(
      accessLogs,
      and(
        eq(accessLogs.eventId, accessTokens.eventId),
        eq(accessLogs.guestId, accessTokens.guestId),
        eq(accessLogs.id, accessLogId),
      ),
    )
    .leftJoin(rsvps, and(eq(rsvps.eventId, accessTokens.eventId), eq(rsvps.guestId, accessTokens.guestId)))
    .leftJoin(checkIns, and(eq(checkIns.eventId, accessTokens.eventId), eq(checkIns.guestId, accessTokens.guestId)))
    .leftJoin(
      accessReports,
      and(
        eq(accessReports.eventId, accessTokens.eventId),
        eq(accessReports.guestId, accessTokens.guestId),
        eq(accessReports.accessLogId, accessLogId),
      ),
    )
    .where(eq(accessTokens.id, tokenId))
    .limit(1);
}
