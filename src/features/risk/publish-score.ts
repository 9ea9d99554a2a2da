import { toWire } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Band } from "../events/bands.ts";
import type { LiveEvent } from "../monitor/live-event.ts";
import type { AccessKind } from "./fingerprint.ts";

/** A scored access as the monitors of its event are told. */
export interface PublishedScore {
  eventId: string;
  accessLogId: string;
  guestId: string;
  guestName: string;
  kind: AccessKind;
  /** When it happened, epoch milliseconds. */
  at: number;
  score: number;
  risk: Band;
  reasons: string[];
  automated: boolean;
  geoCountry?: string | null;
  geoCity?: string | null;
}

/** Tells everybody who watches their events that accesses were scored. */
export async function publishScores(
  ctx: Pick<RequestContext, "monitor">,
  scores: readonly PublishedScore[],
): Promise<void> {
  const byEvent = Map.groupBy(scores, ({ eventId }) => eventId);
  await Promise.all([...byEvent].map(([eventId, found]) => ctx.monitor.publish(eventId, ...found.map(toScoredEvent))));
}

/** A scored access as a frame. No address and no secret goes along. */
export function toScoredEvent(scored: PublishedScore): LiveEvent {
  return {
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
  };
}
