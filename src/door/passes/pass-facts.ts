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
  /** `#rrggbb`, readable on `color`. */
  textColor: string;
}
