import { aliased } from "./aliased.ts";
import { checkIns } from "./schema/check-ins.ts";
import { eventBranding, events } from "./schema/events.ts";
import { guests } from "./schema/guests.ts";

/** What an invitation says about its event, on its page and in mails. */
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
  cancelledAt: events.cancelledAt,
  cancelMessage: events.cancelMessage,
  rsvpDeadline: events.rsvpDeadline,
  calendarSequence: events.calendarSequence,
  updatedAt: aliased(events.updatedAt, "event.updatedAt"),
  smsCountries: events.smsCountries,
};

/** The same for a mail, with the address for replies. */
export const MAIL_EVENT = {
  ...INVITATION_EVENT,
  replyTo: events.replyTo,
  replyToVerifiedAt: events.replyToVerifiedAt,
  deletedAt: events.deletedAt,
};

export const BRANDING = {
  primaryColor: eventBranding.primaryColor,
  font: eventBranding.font,
  logoUrl: eventBranding.logoUrl,
  coverUrl: eventBranding.coverUrl,
  theme: eventBranding.theme,
};

/** The branding of a joined row. The id is first, because Drizzle takes the row for missing when the first column is null. */
export const JOINED_BRANDING = { eventId: eventBranding.eventId, ...BRANDING };

/** What a file about an event's guests says of each of them. */
export const REPORTED_GUEST = {
  id: guests.id,
  name: guests.name,
  email: guests.email,
  phone: guests.phone,
  partySize: guests.partySize,
  invitedAt: guests.invitedAt,
  openedAt: guests.openedAt,
};

/** And of the check-in. */
export const REPORTED_CHECK_IN = {
  checkedInAt: checkIns.checkedInAt,
  arrivalCount: checkIns.arrivalCount,
  walkIn: checkIns.walkIn,
};
