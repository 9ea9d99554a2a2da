import type { BusBody, BusMessage } from "../../proto/bus/messages.ts";
import type { accessLogs } from "../db/schema/access.ts";
import { sha256Hex } from "../kernel/bytes.ts";
import { HOUR_MS, toIsoTime } from "../kernel/clock.ts";
import { idFromBytes } from "../kernel/ids.ts";
import type { LiveActivity } from "../platform/activities/live-event.ts";
import type { PendingLiveEvent } from "../platform/activities/publish-live-events.ts";
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

/** Something about a guest's link that is as serious as a blocked access. `at` in epoch milliseconds. */
type GuestWarning = Pick<AccessLogRow, "eventId" | "guestId" | "at"> & {
  /**
   * `codes`: somebody guesses the guest's codes. `report`: the guest has said that an access was somebody else's. `asked`: a browser
   * asks the host to confirm that it is the guest's.
   */
  about: NonNullable<BusBody<"alert.risk">["about"]>;
  /** Warnings with the same key are one email. Default: the hour. */
  key?: string;
};

/** Returns a warning about a guest, for the members who have alerts of blocked accesses. */
export async function guestWarning({ eventId, guestId, about, at, key }: GuestWarning): Promise<BusMessage> {
  const id = await idOf(`${about} ${eventId} ${guestId} ${key ?? Math.floor(at / HOUR_MS)}`);
  const body = { event_id: eventId, guest_id: guestId, risk: "block" as const, happened_at: toIsoTime(at), about };
  return { type: "alert.risk", id, body };
}

async function idOf(text: string): Promise<string> {
  return idFromBytes(Uint8Array.fromHex((await sha256Hex(text)).slice(0, 32)));
}
