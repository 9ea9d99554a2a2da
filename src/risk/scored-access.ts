import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import type { accessLogs } from "../db/schema/access.ts";
import { sha256Hex } from "../kernel/bytes.ts";
import { networkAround } from "../kernel/cidr.ts";
import { HOUR_MS, MINUTE_MS, toIsoTime } from "../kernel/clock.ts";
import { idFromBytes } from "../kernel/ids.ts";
import type { LiveActivity } from "../platform/activities/live-event.ts";
import type { PendingLiveEvent } from "../platform/activities/publish-live-events.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import type { Band } from "../platform/risk-bands/bands.ts";

type AccessLogRow = typeof accessLogs.$inferSelect;

/** Place of an access; null if unknown. */
export type Place = Pick<AccessLogRow, "geoCountry" | "geoCity" | "geoLat" | "geoLon">;

/** Facts about an access. Score and band are null before it is scored. */
type ScoredAccess<Score extends number | null, Risk extends Band | null> = Place &
  Pick<AccessLogRow, "kind" | "reasons" | "automated"> & { score: Score; risk: Risk };

/** The facts of an access on the wire, for the activity message, the activity list and the access log. */
export function presentScoredAccess<Score extends number | null, Risk extends Band | null>(
  access: ScoredAccess<Score, Risk>,
) {
  return {
    kind: access.kind,
    score: access.score,
    risk: access.risk,
    reasons: access.reasons,
    automated: access.automated,
    geo_country: access.geoCountry,
    geo_city: access.geoCity,
    geo_lat: access.geoLat,
    geo_lon: access.geoLon,
  };
}

/** A scored access with the facts of its activity. */
type PublishedScore = ScoredAccess<number, Band> &
  Pick<AccessLogRow, "eventId" | "guestId" | "at"> & { accessLogId: string; guestName: string };

/**
 * The activities of a scored access, without address and token.
 * @param opens whether it opened the invitation: a person's view that got in
 */
export function scoredEvents(scored: PublishedScore, opens: boolean): PendingLiveEvent[] {
  const { eventId, accessLogId, guestId, guestName, at } = scored;
  const event = {
    type: "access.scored" as const,
    at: toIsoTime(at),
    guest: { id: guestId, name: guestName },
    access_log_id: accessLogId,
    ...presentScoredAccess(scored),
  };
  return [{ eventId, event }, ...(opens ? [{ eventId, event: invitationOpened(event) }] : [])];
}

/**
 * The activity of a person who opened an invitation by this access and got in. It counts once per guest, by its key.
 */
export function invitationOpened({ at, guest }: Extract<LiveActivity, { type: "access.scored" }>): LiveActivity {
  return { type: "invitation.opened", at, guest };
}

/** An access that a person made and that has its band. `at` in epoch milliseconds. */
type RiskyAccess = Pick<AccessLogRow, "eventId" | "guestId" | "risk" | "automated" | "at">;

/**
 * Returns the message that notifies members of a risky access. None for any other. Its ID is derived from the guest and
 * the hour, and an ID is emailed once. A member therefore gets one email per guest and hour, however often the link is
 * opened.
 */
export async function riskAlerts({ eventId, guestId, risk, automated, at }: RiskyAccess): Promise<BusMessage[]> {
  if (automated || (risk !== "high" && risk !== "block")) return [];
  const id = await idOf(`risk ${eventId} ${guestId} ${Math.floor(at / HOUR_MS)}`);
  return [{ type: "alert.risk", id, body: { event_id: eventId, guest_id: guestId, risk, happened_at: toIsoTime(at) } }];
}

/** Number of guests with first RSVPs from one network, within `BURST_MS`, from which the host gets an item. */
export const MANY_REPLIES = 10;
export const BURST_MS = 10 * MINUTE_MS;

/** The network of an address: the IPv4 address itself, or the first 64 bits of an IPv6 address. Null for other text. */
export function networkOf(address: string | null | undefined): string | null {
  return networkAround(address ?? "", { ipv4: 32, ipv6: 64 });
}

type CountedReply = Pick<AccessLogRow, "eventId" | "kind" | "at"> & {
  [K in "evidence" | "ipAddress"]?: AccessLogRow[K] | undefined;
};

/**
 * Returns the message that has the first RSVPs of a network counted, after an RSVP whose score says that they are many. It
 * costs the guest's request neither a call nor a row: the message is published after the response, and the next RSVP
 * of the network replaces one that is lost.
 */
export function repliesOfNetwork(
  ctx: Pick<RequestContext, "clock">,
  { eventId, kind, evidence, ipAddress, at }: CountedReply,
): BusMessage[] {
  const repeated = evidence?.repeated_access;
  const guests = kind === "rsvp" && isRecord(repeated) ? repeated.answers_for_guests : undefined;
  const network = networkOf(ipAddress);
  if (typeof guests !== "number" || guests < MANY_REPLIES || network === null) return [];
  return [busMessage(ctx, "network.replied", { event_id: eventId, network, happened_at: toIsoTime(at) })];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Something about a guest's link that is as serious as a blocked access. `at` in epoch milliseconds. */
type GuestWarning = Pick<AccessLogRow, "eventId" | "guestId" | "at"> & {
  /**
   * `codes`: somebody guesses the guest's codes. `report`: the guest has said that an access was somebody else's. `asked`: a browser
   * asks the host to confirm that it is the guest's.
   */
  about: "codes" | "report" | "asked";
  /** Warnings with the same key are one email. Default: the hour. */
  key?: string;
};

/**
 * Returns the alert about a network from which many guests replied, or whose replies a member has undone. It is emailed
 * once per event, network and `key`.
 */
export async function networkAlert(facts: {
  eventId: string;
  network: string;
  about: "replies" | "undone";
  replies: number;
  at: number;
  key: number;
}): Promise<BusMessage> {
  const { eventId, network, about, replies, at, key } = facts;
  const id = await idOf(`${about} ${eventId} ${network} ${key}`);
  const body = { event_id: eventId, risk: "block" as const, happened_at: toIsoTime(at), about, replies };
  return { type: "alert.risk", id, body };
}

/** Returns a warning about a guest, for the members who have alerts of blocked accesses. */
export async function guestWarning({ eventId, guestId, about, at, key }: GuestWarning): Promise<BusMessage> {
  const id = await idOf(`${about} ${eventId} ${guestId} ${key ?? Math.floor(at / HOUR_MS)}`);
  const body = { event_id: eventId, guest_id: guestId, risk: "block" as const, happened_at: toIsoTime(at), about };
  return { type: "alert.risk", id, body };
}

async function idOf(text: string): Promise<string> {
  return idFromBytes(Uint8Array.fromHex((await sha256Hex(text)).slice(0, 32)));
}
