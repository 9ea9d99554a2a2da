import type * as z from "zod";
import { toWire } from "../../kernel/clock.ts";
import type { AccessLogRow } from "./queries.ts";
import type { AccessLog } from "./schemas.ts";

export function presentAccessLog({ log, verdict }: AccessLogRow): z.output<typeof AccessLog> {
  return {
    id: log.id,
    guest_id: log.guestId,
    token_id: log.tokenId,
    at: toWire(log.at),
    kind: log.kind,
    ip_address: log.ipAddress,
    user_agent: log.userAgent,
    referrer: log.referrer,
    fingerprint: log.fingerprint,
    score: log.score,
    risk: log.risk,
    reasons: log.reasons,
    evidence: log.evidence,
    automated: log.automated,
    geo_country: log.geoCountry,
    geo_city: log.geoCity,
    geo_lat: log.geoLat,
    geo_lon: log.geoLon,
    verdict,
  };
}
