import type { ScoredAccess } from "../adapters/scoring-engine.ts";
import type { RequestContext } from "../context.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import type { KnownDevice } from "../invitations/devices/guest-device.ts";
import { toWire } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Thresholds } from "../platform/risk-bands/bands.ts";
import { isAutomatedRequest } from "./automated-request.ts";
import type { ChallengedGuest } from "./challenge-offer.ts";
import { type AccessKind, fingerprintOf } from "./fingerprint.ts";

/** The reason in the log of an access until there is a score. */
export const UNSCORED = "engine_unavailable";

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
  /** When the guest first opened it, as far as is known, epoch milliseconds. */
  openedAt: number | null;
  device: KnownDevice;
  /** How the guest can prove who it is. */
  challenged: ChallengedGuest;
}

/** One use of a guest's link: a view of the invitation, or an RSVP. */
export interface Attempt {
  accessLogId: string;
  kind: AccessKind;
  /** Epoch milliseconds. */
  at: number;
  facts: RequestFacts;
  /** The client's own entries; `fingerprintOf` completes them. */
  fingerprint: Record<string, string>;
  /**
   * Whether the headers say that a program made it. Until there is a score, they decide: an automated fetch never counts as
   * the guest's.
   */
  seemsAutomated: boolean;
}

/** An attempt of now, under a new id. */
export function newAttempt(
  { clock }: Pick<RequestContext, "clock">,
  { kind, facts, fingerprint = {} }: Pick<Attempt, "kind" | "facts"> & Partial<Pick<Attempt, "fingerprint">>,
): Attempt {
  const at = clock.now();
  const seemsAutomated = kind === "access" && isAutomatedRequest(facts);
  return { accessLogId: newId(at), kind, at, facts, fingerprint, seemsAutomated };
}

/** The access as the engine scores it. */
export function accessOf(invitation: ScoredInvitation, attempt: Attempt): ScoredAccess {
  const { eventId, guestId, tokenId, sentAt, device } = invitation;
  const { accessLogId, kind, facts, at } = attempt;
  return {
    eventId,
    guestId,
    tokenId,
    accessLogId,
    fingerprint: fingerprintOf(attempt.fingerprint, { facts, kind, device, sentAt, at }),
    ...clientOf(facts),
  };
}

/** What the engine and the log know of the client. */
export function clientOf({ ipAddress, userAgent, referrer }: RequestFacts) {
  return { ipAddress, userAgent, referrer };
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

/** What its body says beside the guest. */
export function attemptedBody(access: Omit<ScoredAccess, "eventId" | "guestId">, at: number) {
  return {
    token_id: access.tokenId,
    access_log_id: access.accessLogId,
    fingerprint: access.fingerprint,
    ip_address: access.ipAddress,
    user_agent: access.userAgent,
    referrer: access.referrer,
    occurred_at: toWire(at),
  };
}
