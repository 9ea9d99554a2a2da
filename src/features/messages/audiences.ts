/**
 * Whom a message may be for. `pending` has not answered yet; `attending_and_pending` is whom the early reminders are
 * for. Who that is in each case is worked out at the moment of sending.
 */
export const AUDIENCES = ["everyone", "attending", "pending", "declined", "maybe", "attending_and_pending"] as const;

export type Audience = (typeof AUDIENCES)[number];

export const CHANNELS = ["email", "sms"] as const;

export type Channel = (typeof CHANNELS)[number];
