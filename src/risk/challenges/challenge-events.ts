import { toIsoTime } from "../../kernel/clock.ts";
import type { LiveActivity } from "../../platform/outbox/store-activities.ts";
import type { ChallengeChannel } from "../refuse.ts";

/** Outcome of a challenge. `at` in epoch milliseconds. */
export interface ChallengeEvent {
  type: "challenge.sent" | "challenge.passed" | "challenge.failed";
  id: string;
  channel: ChallengeChannel;
  at: number;
}

/** Activities for the monitors of an event about a guest's challenges. */
export function challengeActivities(
  { guest }: { guest: { id: string; name: string } },
  happened: readonly ChallengeEvent[],
): LiveActivity[] {
  return happened.map(({ type, id, channel, at }) => ({
    type,
    at: toIsoTime(at),
    guest: { id: guest.id, name: guest.name },
    challenge_id: id,
    channel,
  }));
}
