import type { ScoredAccess } from "../../adapters/scoring-engine.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { toWire } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { ScoredInvitation } from "./assess.ts";
import { type AccessKind, fingerprintOf } from "./fingerprint.ts";

/** Somebody's way in: opening the invitation, or answering it. */
export interface Attempt {
  kind: AccessKind;
  facts: RequestFacts;
  fingerprint: Record<string, string>;
}

/** What the engine is asked about, under an id of its own. */
export function accessOf(
  invitation: ScoredInvitation,
  { kind, facts, fingerprint }: Attempt,
  now: number,
): ScoredAccess {
  const { eventId, guestId, tokenId, sentAt } = invitation;
  return {
    eventId,
    guestId,
    tokenId,
    accessLogId: newId(now),
    fingerprint: fingerprintOf(fingerprint, facts, kind, sentAt, now),
    ipAddress: facts.ipAddress,
    userAgent: facts.userAgent,
    referrer: facts.referrer,
  };
}

/** Where the edge itself saw the access come from. The engine's database may tell more, later. */
export function placeOf(edge: Record<string, string>) {
  const { edge_country, edge_city, edge_lat, edge_lon } = edge;
  if (edge_lat === undefined || edge_lon === undefined) return {};
  return {
    geoCountry: edge_country ?? null,
    geoCity: edge_city ?? null,
    geoLat: Number(edge_lat),
    geoLon: Number(edge_lon),
  };
}

/** The access as the bus carries it. */
export function attemptedMessage(access: ScoredAccess, now: number) {
  return {
    event_id: access.eventId,
    guest_id: access.guestId,
    token_id: access.tokenId,
    access_log_id: access.accessLogId,
    fingerprint: access.fingerprint,
    ip_address: access.ipAddress,
    user_agent: access.userAgent,
    referrer: access.referrer,
    occurred_at: toWire(now),
  };
}
