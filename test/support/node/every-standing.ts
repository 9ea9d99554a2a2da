import { type EveryStandingEvent, makeEveryStanding } from "../../../testkit/every-standing.ts";
import { fetchAgain } from "../../../testkit/fetch-again.ts";
import { ownNetwork } from "../../../testkit/own-address.ts";
import type { RunningService } from "../../../testkit/running-service.ts";
import { eventually } from "../eventually.ts";
import { PHONE } from "../user-agents.ts";

type HostApi = <Body>(method: string, path: string, body?: object) => Promise<Body>;

/**
 * Creates an event of a running service with at least one guest of each standing.
 * @param host sends requests as the host
 */
export function everyStandingOf(service: RunningService, host: HostApi): Promise<EveryStandingEvent> {
  return makeEveryStanding({
    host,
    async guest<Body>(method: string, path: string, body: object, address: string): Promise<Body> {
      const response = await fetchAgain(new URL(path, service.url), {
        method,
        headers: { "Content-Type": "application/json", "User-Agent": PHONE, "CF-Connecting-IP": address },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
      return (await response.json()) as Body;
    },
    address: ownNetwork,
    // Expires an offer as the task does, which runs on the service's clock.
    async expireOffer(eventId, guestId) {
      await service.sql(
        `update rsvps set seat = null, offer_expires_at = null, waitlisted_at = null where event_id = ? and guest_id = ?`,
        eventId,
        guestId,
      );
    },
    eventually,
  });
}
