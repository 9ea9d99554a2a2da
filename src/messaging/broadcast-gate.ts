import type { MessageTranslations } from "../db/schema/messages.ts";
import { type Audience, type Channel, isAudience, targetOf } from "./audiences.ts";
import type { SendMode } from "./sending-time.ts";

/** What a message says, to whom and how. */
interface Content {
  audience: Audience;
  segment: Parameters<typeof targetOf>[0]["segment"];
  channel: Channel;
  subject: string;
  body: string;
  translations: MessageTranslations | null;
}

const ANSWERS = ["attending", "declined", "maybe", "pending"] as const;

type Answer = (typeof ANSWERS)[number];

/**
 * Whether a change makes of a message what only a tier with broadcasts may send: other words, another channel, more
 * people, or a time of the host's own choosing right now. A reminder that is moved or cancelled stays a reminder.
 * @param mode as in the request
 */
export function isBroadcast(
  before: Content & { slug: string | null; status: string },
  after: Content,
  mode: SendMode | undefined,
): boolean {
  if (mode === "send_now") return true;
  // A draft of the host's own from a tier that had broadcasts.
  if (mode === "schedule" && before.slug === null && before.status === "draft") return true;
  const translated = [before, after].map(({ translations }) => JSON.stringify(translations));
  const saysTheSame = before.subject === after.subject && before.body === after.body && translated[0] === translated[1];
  return !saysTheSame || before.channel !== after.channel || isWider(before, after);
}

/** Whether a message reaches guests whom it did not reach. Of those of a state or a tag, nobody knows. */
function isWider(before: Content, after: Content): boolean {
  const [was, is] = [targetOf(before), targetOf(after)];
  if (!isAudience(was) || !isAudience(is)) return was !== is;
  return ANSWERS.some((answer) => reaches(is, answer) && !reaches(was, answer));
}

function reaches(audience: Audience, answer: Answer): boolean {
  return audience === "everyone" || audience.split("_and_").includes(answer);
}
