import type { Audience, Channel } from "./audiences.ts";
import type { SendMode } from "./sending-time.ts";

/** What a message says, to whom and how. */
interface Content {
  audience: Audience;
  channel: Channel;
  subject: string;
  body: string;
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
  const saysTheSame = before.subject === after.subject && before.body === after.body;
  return !saysTheSame || before.channel !== after.channel || isWider(before.audience, after.audience);
}

/** Whether an audience reaches guests whom the other one does not. */
function isWider(before: Audience, after: Audience): boolean {
  return ANSWERS.some((answer) => reaches(after, answer) && !reaches(before, answer));
}

function reaches(audience: Audience, answer: Answer): boolean {
  if (audience === "everyone") return true;
  if (audience === "attending_and_pending") return answer === "attending" || answer === "pending";
  return audience === answer;
}
