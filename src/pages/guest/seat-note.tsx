import { dayAndTime } from "../../i18n/event-time.ts";
import type { TextId } from "../../i18n/texts.ts";
import { T, useTexts } from "../texts.tsx";
import type { InvitationDocument, Rsvp } from "./answer-terms.ts";
import { timeLeft } from "./local-time.ts";
import { PlacedTime } from "./placed-time.tsx";

/**
 * Returns the current seat of an RSVP; null for an expired offer that is not withdrawn yet.
 * @param now epoch milliseconds
 */
export function seatAt({ seat, offer_expires_at: until }: Rsvp, now: number): Rsvp["seat"] {
  return seat === "offered" && (until === null || Date.parse(until) <= now) ? null : seat;
}

/** The heading of an attending answer, by its seat. */
export function seatHeading(seat: Rsvp["seat"]): TextId {
  switch (seat) {
    case "confirmed":
      return "guest.going";
    case "waitlisted":
      return "guest.waitlisted";
    case "offered":
      return "guest.offered";
    case null:
      return "guest.offer-over";
  }
}

interface SeatNoteProps {
  rsvp: Rsvp;
  timezone: InvitationDocument["event"]["timezone"];
  /** True if the host has an email address of the guest. */
  hasEmail: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/** Status of an attending RSVP without a confirmed seat: waitlist place, or deadline of the offer. */
export function SeatNote({ rsvp, timezone, hasEmail, now }: SeatNoteProps) {
  const texts = useTexts();
  const { format } = texts;
  const { waitlist_position: place, offer_expires_at: until } = rsvp;
  const seat = seatAt(rsvp, now);
  if (seat === "waitlisted") {
    const sentences = [
      format("guest.full"),
      place === null ? "" : format("guest.place-in-line", { place }),
      format(hasEmail ? "guest.will-mail" : "guest.look-again"),
    ];
    return <p>{texts.sentences(sentences)}</p>;
  }
  if (seat === "offered" && until !== null) {
    const end = Date.parse(until);
    const time = <PlacedTime text={dayAndTime(texts, end, timezone)} at={end} timeZone={timezone} />;
    return (
      <p>
        <T id="guest.held-until" values={{ left: timeLeft(texts, end, now) }} elements={{ time }} />
      </p>
    );
  }
  return seat === null ? <p>{format("guest.offered-on")}</p> : null;
}
