export const RESPONSES = ["attending", "declined", "maybe"] as const;
export type RsvpResponse = (typeof RESPONSES)[number];

/** The seat of an attending party: confirmed, waitlisted, or offered and not yet accepted. */
export const SEATS = ["confirmed", "waitlisted", "offered"] as const;
export type Seat = (typeof SEATS)[number];
