import type { ScoredAccess } from "../../adapters/scoring-engine.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { toWire } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Thresholds } from "../events/bands.ts";
import { type AccessKind, fingerprintOf } from "./fingerprint.ts";

/** The invitation behind the link of an access, as far as its risk goes. */
export interface ScoredInvitation {
  eventId: string;
  hostId: string;
  guestId: string;
  guestName: string;
  tokenId: string;
  thresholds: Thresholds;
  /** Canonical networks that the event trusts. */
  allowlist: readonly string[];
  /** When the invitation's mail was sent, epoch milliseconds. */
  sentAt: number | null;
}

/** One use of a guest's link: a view of the invitation, or an RSVP. */
export interface Attempt {
  kind: AccessKind;
  facts: RequestFacts;
  fingerprint: Record<string, string>;
}

/** The access as the engine scores it, under a new id. */
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

/** The location that Cloudflare gives for the request; the engine's geo lookup may replace it. */
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

/** The body of `access.attempted`. */
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
