/**
 * Guests by their RSVP, evaluated when the message is sent. `pending` has no RSVP yet; `attending_and_pending` is the
 * audience of the early reminders.
 */
export const AUDIENCES = ["everyone", "attending", "pending", "declined", "maybe", "attending_and_pending"] as const;

export type Audience = (typeof AUDIENCES)[number];

export const CHANNELS = ["email", "sms"] as const;

export type Channel = (typeof CHANNELS)[number];
