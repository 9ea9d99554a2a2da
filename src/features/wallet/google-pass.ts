import { localTime } from "./local-time.ts";
import { shortId } from "./pass-id.ts";

/** What a guest's pass says. Times in epoch milliseconds. */
export interface PassFacts {
  event: {
    id: string;
    name: string;
    venue: string | null;
    eventDate: number;
    endTime: number | null;
    timezone: string;
    /** The language of the event's own texts, BCP 47. */
    locale: string;
  };
  hostName: string;
  guestName: string;
  /** Who comes, in the guest's language. */
  party: string;
  /** The guest's language, BCP 47. */
  language: string;
  /** The text of the door code. */
  code: string;
  /** Letters, digits, `-` and `_` that say nothing of the guest: one for each guest and link. */
  passId: string;
  /** Until when the code is good. */
  validUntil: number;
  /** `#rrggbb`. */
  color: string;
}

/** How much of it there is room for. */
export interface PassRoom {
  /** Characters of each text. */
  characters: number;
  hasVenue: boolean;
}

/**
 * An event ticket of Google Wallet: a class for the event and an object for the guest, as the payload of a save link; see
 * https://developers.google.com/wallet/tickets/events/rest.
 */
export function googlePass(issuerId: string, facts: PassFacts, { characters, hasVenue }: PassRoom) {
  const { event, hostName, guestName, party, language, code, passId, validUntil, color } = facts;
  const clip = (text: string) => clipped(text, characters);
  const text = (value: string, spoken: string) => ({ defaultValue: { language: spoken, value: clip(value) } });
  const at = (moment: number) => localTime(moment, event.timezone);
  const classId = `${issuerId}.${shortId(event.id)}`;
  const venue = hasVenue ? placeOf(event.venue) : null;
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: clip(hostName),
        reviewStatus: "UNDER_REVIEW",
        eventName: text(event.name, event.locale),
        hexBackgroundColor: color,
        ...(venue && { venue: { name: text(venue.name, event.locale), address: text(venue.address, event.locale) } }),
        dateTime: {
          start: at(event.eventDate),
          ...(event.endTime !== null && { end: at(event.endTime) }),
        },
      },
    ],
    eventTicketObjects: [
      {
        id: `${issuerId}.${passId}`,
        classId,
        state: "ACTIVE",
        ticketHolderName: clip(guestName),
        ticketType: text(party, language),
        barcode: { type: "QR_CODE", value: code },
        validTimeInterval: { end: { date: at(validUntil) } },
      },
    ],
  };
}

/** The venue as a name and an address, which the ticket has both; null for an event online. */
function placeOf(venue: string | null): { name: string; address: string } | null {
  if (venue === null || /^https?:/i.test(venue.trim())) return null;
  const comma = venue.search(/[,、，،\n]/);
  return comma < 1
    ? { name: venue, address: venue }
    : { name: venue.slice(0, comma), address: venue.slice(comma + 1).trim() };
}

/** At most so many characters, the last one `…` where some are left out. */
function clipped(text: string, characters: number): string {
  const all = Array.from(text);
  return all.length <= characters
    ? text
    : `${all
        .slice(0, characters - 1)
        .join("")
        .trimEnd()}…`;
}
