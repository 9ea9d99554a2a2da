import { sql } from "drizzle-orm";
import { aliased } from "./aliased.ts";
import { checkIns } from "./schema/check-ins.ts";
import { eventBranding, eventSeats, events } from "./schema/events.ts";
import { guests } from "./schema/guests.ts";

/** The columns of an event for its invitation, on its page and in emails. */
export const INVITATION_EVENT = {
  id: aliased(events.id, "event.id"),
  hostId: events.hostId,
  name: aliased(events.name, "event.name"),
  description: events.description,
  venue: events.venue,
  eventDate: events.eventDate,
  endTime: events.endTime,
  timezone: events.timezone,
  locale: aliased(events.locale, "event.locale"),
  addressForm: events.addressForm,
  cancelledAt: events.cancelledAt,
  cancelMessage: events.cancelMessage,
  rsvpDeadline: events.rsvpDeadline,
  calendarSequence: events.calendarSequence,
  updatedAt: aliased(events.updatedAt, "event.updatedAt"),
  smsCountries: events.smsCountries,
};

/** The columns for an email, with the address for replies and the facts that decide whether the event takes replies. */
export const MAIL_EVENT = {
  ...INVITATION_EVENT,
  replyTo: events.replyTo,
  replyToVerifiedAt: events.replyToVerifiedAt,
  deletedAt: events.deletedAt,
  capacity: events.capacity,
  waitlist: events.waitlist,
  held: sql<number>`coalesce((select ${eventSeats.held} from ${eventSeats} where ${eventSeats.eventId} = ${events.id}), 0)`.as(
    "event_held",
  ),
};

export const BRANDING = {
  primaryColor: eventBranding.primaryColor,
  font: eventBranding.font,
  logoUrl: eventBranding.logoUrl,
  coverUrl: eventBranding.coverUrl,
  theme: eventBranding.theme,
};

/**
 * The branding of a joined row. The ID is first, because Drizzle takes the row for missing when the first column is
 * null.
 */
export const JOINED_BRANDING = { eventId: eventBranding.eventId, ...BRANDING };

/** The columns of a guest for files about an event's guests. */
export const REPORTED_GUEST = {
  id: guests.id,
  name: guests.name,
  email: guests.email,
  phone: guests.phone,
  partySize: guests.partySize,
  invitedAt: guests.invitedAt,
  openedAt: guests.openedAt,
};

/** The columns of the guest's check-in. */
export const REPORTED_CHECK_IN = {
  checkedInAt: checkIns.checkedInAt,
  arrivalCount: checkIns.arrivalCount,
  walkIn: checkIns.walkIn,
};
