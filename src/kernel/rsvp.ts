/** The responses of an RSVP. */
export const RESPONSES = ["attending", "declined", "maybe"] as const;
export type RsvpResponse = (typeof RESPONSES)[number];

/** Whether a party that comes has a seat, waits for one, or is offered one that it has not taken yet. */
export const SEATS = ["confirmed", "waitlisted", "offered"] as const;
export type Seat = (typeof SEATS)[number];
