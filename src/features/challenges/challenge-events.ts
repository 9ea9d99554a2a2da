import { toWire } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { publishLiveEvents } from "../monitor/publish-live-events.ts";
import type { ChallengeChannel } from "../risk/challenge-offer.ts";

/** What became of a challenge. `at` in epoch milliseconds. */
export interface ChallengeEvent {
  type: "challenge.sent" | "challenge.passed" | "challenge.failed";
  id: string;
  channel: ChallengeChannel;
  at: number;
}

interface Whose {
  event: { id: string };
  guest: { id: string; name: string };
}

/** Tells the monitors of an event what became of a guest's challenges, after the response. */
export function publishChallenges(
  ctx: RequestContext,
  { event, guest }: Whose,
  happened: readonly ChallengeEvent[],
): void {
  const live = happened.map(({ type, id, channel, at }) => ({
    eventId: event.id,
    event: { type, at: toWire(at), guest: { id: guest.id, name: guest.name }, challenge_id: id, channel },
  }));
  ctx.defer(() => publishLiveEvents(ctx, live));
}
