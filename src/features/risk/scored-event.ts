import { toWire } from "../../kernel/clock.ts";
import type { Band } from "../events/bands.ts";
import type { PendingLiveEvent } from "../monitor/publish-live-events.ts";
import { presentScoredAccess, type ScoredAccess } from "../monitor/scored-access.ts";

/** A scored access with what its live event says. */
export interface PublishedScore extends ScoredAccess<number, Band> {
  eventId: string;
  accessLogId: string;
  guestId: string;
  guestName: string;
  /** Time of the access, epoch milliseconds. */
  at: number;
}

/** The live event of a scored access, without address and token. */
export function toScoredEvent(scored: PublishedScore): PendingLiveEvent {
  const { eventId, accessLogId, guestId, guestName, at } = scored;
  return {
    eventId,
    event: {
      type: "access.scored",
      at: toWire(at),
      guest: { id: guestId, name: guestName },
      access_log_id: accessLogId,
      ...presentScoredAccess(scored),
    },
  };
}
