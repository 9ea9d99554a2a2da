import { localTime, type PassFacts, shortId } from "./pass-facts.ts";

/** Parts of a pass that fit into the link. */
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

/** Returns the venue as a name and an address, because the ticket requires both. Null for an online event. */
function placeOf(venue: string | null): { name: string; address: string } | null {
  if (venue === null || /^https?:/i.test(venue.trim())) return null;
  const comma = venue.search(/[,、，،\n]/);
  return comma < 1
    ? { name: venue, address: venue }
    : { name: venue.slice(0, comma), address: venue.slice(comma + 1).trim() };
}

/** Cuts a text to `characters` characters. The last one is `…` if any were left out. */
function clipped(text: string, characters: number): string {
  const all = Array.from(text);
  return all.length <= characters
    ? text
    : `${all
        .slice(0, characters - 1)
        .join("")
        .trimEnd()}…`;
}
