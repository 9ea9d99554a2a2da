import { dayAndTime } from "../../i18n/event-time.ts";
import type { TextId } from "../../i18n/texts.ts";
import { type RsvpStanding, seatAt, standingOfRsvp } from "../../kernel/standing.ts";
import { T, useTexts } from "../texts.tsx";
import type { InvitationDocument, Rsvp } from "./answer-terms.ts";
import { timeLeft } from "./local-time.ts";
import { PlacedTime } from "./placed-time.tsx";

/** Returns the standing that an RSVP gives its guest now. @param now epoch milliseconds */
export function standingAt({ response, seat, offer_expires_at: until }: Rsvp, now: number): RsvpStanding {
  const offerExpiresAt = until === null ? null : Date.parse(until);
  return standingOfRsvp({ response, seat: seatAt({ seat, offerExpiresAt }, now) });
}

/** The heading of an RSVP, by its standing. */
export const HEADINGS = {
  coming: "guest.going",
  waitlisted: "guest.waitlisted",
  offered: "guest.offered",
  unseated: "guest.offer-over",
  maybe: "guest.said-maybe",
  declined: "guest.said-no",
} as const satisfies Record<RsvpStanding, TextId>;

interface SeatNoteProps {
  rsvp: Rsvp;
  timezone: InvitationDocument["event"]["timezone"];
  /** True if the host has an email address of the guest. */
  hasEmail: boolean;
  /** True if the guest can still say yes again. */
  canAskAgain: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/** Status of an attending RSVP without a confirmed seat: waitlist place, deadline of the offer, or its end. */
export function SeatNote({ rsvp, timezone, hasEmail, canAskAgain, now }: SeatNoteProps) {
  const texts = useTexts();
  const { format } = texts;
  const { waitlist_position: place, offer_expires_at: until } = rsvp;
  const standing = standingAt(rsvp, now);
  if (standing === "waitlisted") {
    const sentences = [
      format("guest.full"),
      place === null ? "" : format("guest.place-in-line", { place }),
      format(hasEmail ? "guest.will-mail" : "guest.look-again"),
    ];
    return <p>{texts.sentences(sentences)}</p>;
  }
  if (standing === "offered" && until !== null) {
    const end = Date.parse(until);
    const time = <PlacedTime text={dayAndTime(texts, end, timezone)} at={end} timeZone={timezone} />;
    return (
      <p>
        <T id="guest.held-until" values={{ left: timeLeft(texts, end, now) }} elements={{ time }} />
      </p>
    );
  }
  if (standing !== "unseated") return null;
  return <p>{texts.sentences([format("guest.offered-on"), canAskAgain ? format("guest.ask-seat") : ""])}</p>;
}
