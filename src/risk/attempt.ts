import { AUTOMATED_AGENTS, AUTOMATED_PURPOSES } from "../../proto/fraud/automated-agents.ts";
import type { ScoredAccess } from "../adapters/scoring-engine.ts";
import type { RequestContext } from "../context.ts";
import type { accessLogs } from "../db/schema/access.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import { deviceFacts, type GuestDevice, type KnownDevice } from "../invitations/devices/queries.ts";
import { BoundedMap } from "../kernel/bounded-map.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { hit } from "../kernel/sliding-window.ts";
import type { Band, Thresholds } from "../platform/risk-bands/bands.ts";
import type { ChallengedGuest } from "./refuse.ts";

/** Fingerprint entries that are accepted from a client. All others are dropped. */
export const CLIENT_KEYS = [
  "timezone",
  "language",
  "languages",
  "platform",
  "screen",
  "color_scheme",
  "touch",
  "hardware_concurrency",
] as const;

type AccessKind = AccessLogRow["kind"];

/** Facts of an access that the Worker knows without a query. */
interface OwnFacts {
  facts: RequestFacts;
  kind: AccessKind;
  device: GuestDevice & Partial<KnownDevice>;
  /** Time at which the invitation's email was sent (epoch milliseconds), or null. */
  sentAt: number | null;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * The fingerprint of an access: the client's entries, overwritten by what the API knows itself, so that no client can
 * forge its location or its device.
 */
export function fingerprintOf(
  client: Record<string, string>,
  { facts, kind, device, sentAt, at }: OwnFacts,
): Record<string, string> {
  const own = CLIENT_KEYS.flatMap((key) => (client[key] === undefined ? [] : [[key, client[key]] as const]));
  return {
    ...Object.fromEntries(own),
    ...facts.edge,
    edge_kind: kind,
    edge_method: facts.method,
    ...deviceFacts(device, at),
    ...(sentAt === null ? {} : { sent_seconds_ago: String(Math.max(0, Math.round((at - sentAt) / 1000))) }),
  };
}

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
  /** Canonical networks from which guests need a code. */
  codeNetworks: readonly string[];
  /** Time at which the invitation's email was sent, epoch milliseconds. */
  sentAt: number | null;
  /** Time of the first view by the guest, epoch milliseconds; null if there is none yet. */
  openedAt: number | null;
  device: KnownDevice;
  /** The channels that can verify the guest. */
  challenged: ChallengedGuest;
}

/** One use of a guest's link: a view of the invitation, or an RSVP. */
export interface AccessAttempt {
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
  /** This isolate sees the link so often that the log may have no room for another row of it. */
  isFrequent: boolean;
}

/** Creates an attempt with a link at the current time, under a new ID. */
export function newAccessAttempt(
  ctx: RequestContext,
  tokenId: string,
  {
    kind,
    facts,
    fingerprint = {},
  }: Pick<AccessAttempt, "kind" | "facts"> & Partial<Pick<AccessAttempt, "fingerprint">>,
): AccessAttempt {
  const at = ctx.clock.now();
  const seemsAutomated = kind === "access" && isAutomatedRequest(facts);
  const isFrequent = countInIsolate(ctx, tokenId, at);
  return { accessLogId: newId(at), kind, at, facts, fingerprint, seemsAutomated, isFrequent };
}

/** Accesses of a link in an hour that an isolate logs without a look at what is logged of the hour. */
const UNCHECKED_AN_HOUR = 20;

const HOUR_SECONDS = 3_600;

const MAX_COUNTED_LINKS = 10_000;

const createCountedLinks = () => new BoundedMap<string, number[]>(MAX_COUNTED_LINKS);

/** Counts an access of a link in the isolate. Returns true from the 21st within an hour on. No I/O. */
function countInIsolate(ctx: RequestContext, tokenId: string, at: number): boolean {
  const links = ctx.shared(createCountedLinks);
  const { verdict, log } = hit(links.get(tokenId) ?? [], { limit: UNCHECKED_AN_HOUR, windowSeconds: HOUR_SECONDS }, at);
  links.set(tokenId, log);
  return !verdict.allowed;
}

/** The access as the engine scores it. */
export function accessOf(invitation: ScoredInvitation, attempt: AccessAttempt): ScoredAccess {
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

/** Facts about the client for the engine and the log. */
export function clientOf({ ipAddress, userAgent, referrer }: RequestFacts) {
  return { ipAddress, userAgent, referrer };
}

/** Returns Cloudflare's location of the request. The engine's own lookup may replace it. */
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

/** The body of an attempt's message, without the guest. */
export function attemptedBody(access: Omit<ScoredAccess, "eventId" | "guestId">, at: number) {
  return {
    token_id: access.tokenId,
    access_log_id: access.accessLogId,
    fingerprint: access.fingerprint,
    ip_address: access.ipAddress,
    user_agent: access.userAgent,
    referrer: access.referrer,
    occurred_at: toIsoTime(at),
  };
}

/**
 * True for an automated request that identifies itself: a link preview, a mail scanner, a prefetch or a HEAD. Uses only
 * the headers, as the engine's signal `automated_fetch` does. Other evidence of that signal is known only to the
 * engine.
 */
export function isAutomatedRequest({ method, userAgent, edge }: RequestFacts): boolean {
  if (method === "HEAD" || AUTOMATED_AGENTS.test(userAgent)) return true;
  return AUTOMATED_PURPOSES.test(`${edge.sec_purpose ?? ""} ${edge.purpose ?? ""}`);
}

type AccessLogRow = typeof accessLogs.$inferSelect;

/** A row of the access log before it is written. Without a score, the columns of the score are absent. */
export type NewAccessLog = Omit<
  typeof accessLogs.$inferInsert,
  "id" | "askedAt" | "count" | "lastAt" | "risk" | "score"
> &
  Pick<AccessLogRow, "reasons" | "automated" | "device"> & { accessLogId: string; score?: number; risk?: Band };

/** A guest who has opened the invitation, and when: epoch milliseconds. */
export type Opening = Pick<AccessLogRow, "eventId" | "guestId" | "at">;
