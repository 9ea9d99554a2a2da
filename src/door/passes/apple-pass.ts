import { localTime, type PassFacts } from "./pass-facts.ts";

/** The account that Apple lets sign passes. */
export interface AppleIssuer {
  /** `pass.…` */
  passTypeId: string;
  teamId: string;
}

/**
 * An event ticket of Apple Wallet, as `pass.json`. Its values have no labels, which would need the phone's language.
 * The phone formats dates in the event's time zone. See https://developer.apple.com/documentation/walletpasses/pass.
 */
export function applePass({ passTypeId, teamId }: AppleIssuer, facts: PassFacts) {
  const { event, hostName, guestName, party, code, passId, validUntil, color, textColor } = facts;
  const start = localTime(event.eventDate, event.timezone);
  const date = { dateStyle: "PKDateStyleMedium", timeStyle: "PKDateStyleShort", ignoresTimeZone: true };
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: passId,
    organizationName: hostName,
    description: event.name,
    backgroundColor: rgb(color),
    foregroundColor: rgb(textColor),
    labelColor: rgb(textColor),
    relevantDate: start,
    expirationDate: localTime(validUntil, event.timezone),
    barcodes: [{ format: "PKBarcodeFormatQR", message: code, messageEncoding: "iso-8859-1" }],
    eventTicket: {
      primaryFields: [{ key: "event", value: event.name }],
      secondaryFields: [{ key: "date", value: start, ...date }],
      auxiliaryFields: [
        ...(event.venue === null ? [] : [{ key: "venue", value: event.venue }]),
        { key: "guest", value: guestName },
        { key: "party", value: party },
      ],
    },
  };
}

/** `#rrggbb` as the pass has it: `rgb(18, 52, 86)`. */
function rgb(color: string): string {
  return `rgb(${Uint8Array.fromHex(color.slice(1)).join(", ")})`;
}
