import { toWire } from "../../kernel/clock.ts";
import type { Band } from "../events/bands.ts";
import type { PendingLiveEvent } from "../monitor/publish-live-events.ts";
import type { AccessKind } from "./fingerprint.ts";

/** A scored access with what its live event says. */
export interface PublishedScore {
  eventId: string;
  accessLogId: string;
  guestId: string;
  guestName: string;
  kind: AccessKind;
  /** Time of the access, epoch milliseconds. */
  at: number;
  score: number;
  risk: Band;
  reasons: string[];
  automated: boolean;
  geoCountry?: string | null;
  geoCity?: string | null;
}

/** The live event of a scored access, without address and token. */
export function toScoredEvent(scored: PublishedScore): PendingLiveEvent {
  return {
    eventId: scored.eventId,
    event: {
      type: "access.scored",
      at: toWire(scored.at),
      guest: { id: scored.guestId, name: scored.guestName },
      access_log_id: scored.accessLogId,
      kind: scored.kind,
      score: scored.score,
      risk: scored.risk,
      reasons: scored.reasons,
      automated: scored.automated,
      geo_country: scored.geoCountry ?? null,
      geo_city: scored.geoCity ?? null,
    },
  };
}
