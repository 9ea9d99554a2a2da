/** Guests by their RSVP, evaluated when the message is sent. `pending` has no RSVP yet. */
export const AUDIENCES = [
  "everyone",
  "attending",
  "pending",
  "declined",
  "maybe",
  "attending_and_pending",
  "attending_and_maybe",
  "pending_and_maybe",
] as const;

export type Audience = (typeof AUDIENCES)[number];

/**
 * Guests by what became of them, evaluated when the message is sent. `unopened` were invited and have not opened the link;
 * of `undelivered` the invitation came back or could not be sent; `not_arrived` are coming and not checked in.
 */
export const SEGMENTS = ["unopened", "undelivered", "waitlisted", "checked_in", "not_arrived"] as const;

export type Segment = (typeof SEGMENTS)[number];

/** The guests with a tag. */
export type TagAudience = `tag:${string}`;

/** Whom a message is for; `chosen`: the guests who were named with it. */
export type Target = Audience | Segment | TagAudience | "chosen";

/** The two columns in which a message's target is stored. */
export function storedTarget(target: Target): { audience: Audience; segment: Exclude<Target, Audience> | null } {
  return isAudience(target) ? { audience: target, segment: null } : { audience: "everyone", segment: target };
}

/** The target of a message as it is stored. */
export function targetOf({ audience, segment }: ReturnType<typeof storedTarget>): Target {
  return segment ?? audience;
}

export function isAudience(target: Target): target is Audience {
  return (AUDIENCES as readonly string[]).includes(target);
}

export const CHANNELS = ["email", "sms"] as const;

export type Channel = (typeof CHANNELS)[number];
