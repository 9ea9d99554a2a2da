export const RESPONSES = ["attending", "declined", "maybe"] as const;
export type RsvpResponse = (typeof RESPONSES)[number];

/** The seat of an attending party: confirmed, waitlisted, or offered and not yet accepted. */
export const SEATS = ["confirmed", "waitlisted", "offered"] as const;
export type Seat = (typeof SEATS)[number];

/** A guest's standing: whether this guest comes. `src/kernel/standing.ts` has the rule. */
export const STANDINGS = [
  "walk_in",
  "coming",
  "offered",
  "waitlisted",
  "unseated",
  "maybe",
  "declined",
  "silent",
  "not_invited",
] as const;
export type Standing = (typeof STANDINGS)[number];

/** Whether an event still takes replies. `src/db/standing.ts` has the rule. */
export const REPLY_STATES = ["cancelled", "over", "closed", "full", "open"] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

/** The maximum number of people of an invitation, the guest included. The CHECK of `rsvps.heads` has it too. */
export const MAX_PARTY_SIZE = 20;
