import type { InvitationDocument, Rsvp } from "./answer-terms.ts";
import { dayAndTime, timeLeft } from "./local-time.ts";

/** The seat of an answer now: an offer that ran out is none, also before it is taken back. @param now epoch milliseconds */
export function seatAt({ seat, offer_expires_at: until }: Rsvp, now: number): Rsvp["seat"] {
  return seat === "offered" && (until === null || Date.parse(until) <= now) ? null : seat;
}

/** The heading of an attending answer, by its seat. */
export function seatHeading(seat: Rsvp["seat"]): string {
  switch (seat) {
    case "confirmed":
      return "You're going";
    case "waitlisted":
      return "You're on the waitlist";
    case "offered":
      return "A place has opened up for you";
    case null:
      return "Your place wasn't confirmed in time";
  }
}

interface SeatNoteProps {
  rsvp: Rsvp;
  timezone: InvitationDocument["event"]["timezone"];
  /** Whether the host has an address of the guest's. */
  hasEmail: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/** What an attending answer without a confirmed seat waits for. */
export function SeatNote({ rsvp, timezone, hasEmail, now }: SeatNoteProps) {
  const { waitlist_position: place, offer_expires_at: until } = rsvp;
  const seat = seatAt(rsvp, now);
  if (seat === "waitlisted") {
    return (
      <p>
        The event is full right now.{place === null ? "" : ` You're number ${place} in line.`}{" "}
        {hasEmail ? "We'll email you if a place opens up." : "Look here again to see if a place has opened up."}
      </p>
    );
  }
  if (seat === "offered" && until !== null) {
    const end = Date.parse(until);
    return (
      <p>
        We're holding it for you until <strong>{dayAndTime(end, timezone)}</strong> ({timeLeft(end, now)} left).
      </p>
    );
  }
  return seat === null ? <p>It has been offered to someone else. You can ask for a place again.</p> : null;
}
