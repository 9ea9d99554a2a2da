import { messages, type SEGMENTS, type TagAudience } from "../db/schema/messages.ts";
import { invalidField } from "../kernel/errors.ts";

export { standingsOf } from "../kernel/audience-standings.ts";

/** Guests by their standing, evaluated when the message is sent. `pending` has no RSVP yet. */
export const AUDIENCES = messages.audience.enumValues;

export type Audience = (typeof AUDIENCES)[number];

export type Segment = (typeof SEGMENTS)[number];

/** The recipients of a message. `chosen`: the guests who were named with it. */
export type Target = Audience | Segment | TagAudience | "chosen";

/** Whether guests without an RSVP who never got a link are recipients: the message would be their invitation. */
export type NotInvited = (typeof messages.notInvited.enumValues)[number];

/** The two columns in which a message's target is stored. */
export function storedTarget(target: Target): { audience: Audience; segment: Exclude<Target, Audience> | null } {
  return isAudience(target) ? { audience: target, segment: null } : { audience: "everyone", segment: target };
}

/** Returns the stored target of a message. */
export function targetOf({ audience, segment }: ReturnType<typeof storedTarget>): Target {
  return segment ?? audience;
}

export function isAudience(target: Target): target is Audience {
  return (AUDIENCES as readonly string[]).includes(target);
}

export const CHANNELS = messages.channel.enumValues;

export type Channel = (typeof CHANNELS)[number];

/** A provider takes 1,600 characters; the rest is for the values of placeholders. */
const MAX_TEXT = 1_000;

/** @throws AppError 400 `validation_failed` for an email without a subject, or an SMS that is too long */
export function assertSendable({
  channel,
  subject,
  body,
  translations,
}: Pick<typeof messages.$inferInsert, "channel" | "subject" | "body" | "translations">): void {
  if (channel === "email" && subject === "") throw invalidField("subject", "is required for email");
  if (channel !== "sms") return;
  const bodies = Object.entries(translations ?? {}).map(
    ([tag, text]) => [`translations.${tag}.body`, text.body] as const,
  );
  for (const [path, text] of [["body", body] as const, ...bodies]) {
    if (text.length > MAX_TEXT) throw invalidField(path, `must have at most ${MAX_TEXT} characters in a text message`);
  }
}
