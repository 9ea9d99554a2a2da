import { toWire } from "../kernel/clock.ts";
import type { PendingLiveEvent } from "../platform/activities/publish-live-events.ts";
import type { Band } from "../platform/risk-bands/bands.ts";
import { invitationOpened } from "./invitation-opened.ts";
import { presentScoredAccess, type ScoredAccess } from "./scored-access.ts";

/** A scored access with what its live event says. */
export interface PublishedScore extends ScoredAccess<number, Band> {
  eventId: string;
  accessLogId: string;
  guestId: string;
  guestName: string;
  /** Time of the access, epoch milliseconds. */
  at: number;
}

/**
 * The live events of a scored access, without address and token.
 * @param opens whether it opened the invitation: a person's view that was let in
 */
export function scoredEvents(scored: PublishedScore, opens: boolean): PendingLiveEvent[] {
  const { eventId, accessLogId, guestId, guestName, at } = scored;
  const event = {
    type: "access.scored" as const,
    at: toWire(at),
    guest: { id: guestId, name: guestName },
    access_log_id: accessLogId,
    ...presentScoredAccess(scored),
  };
  return [{ eventId, event }, ...(opens ? [{ eventId, event: invitationOpened(event) }] : [])];
}
