import { env, exports } from "cloudflare:workers";
import { expireOffers } from "../../src/events/seats/expire-offers.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { type EveryStandingEvent, makeEveryStanding } from "../../testkit/every-standing.ts";
import { freshAddress, type Host } from "./account.ts";
import { eventually } from "./eventually.ts";
import { browserHeaders, PHONE } from "./guest-requests.ts";

/**
 * Creates an event of the host with at least one guest of each standing.
 * @param event fields of the event that differ from the default
 */
export function everyStanding(host: Host, event: object = {}): Promise<EveryStandingEvent> {
  return makeEveryStanding(
    {
      host: async (method, path, body) => bodyOf(await host.api(method, path, body), `${method} ${path}`),
      async guest(method, path, body, address) {
        const headers = { ...browserHeaders(PHONE, address), "Content-Type": "application/json" };
        const request = new Request(`https://usher.test${path}`, { method, headers, body: JSON.stringify(body) });
        return bodyOf(await exports.default.fetch(request), `${method} ${path}`);
      },
      address: freshAddress,
      expireOffer,
      eventually,
    },
    event,
  );
}

async function bodyOf<Body>(response: Response, request: string): Promise<Body> {
  if (!response.ok) throw new Error(`${request} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/** Moves the end of an offer into the past, and runs the task that expires offers. */
async function expireOffer(eventId: string, guestId: string): Promise<void> {
  const past = Date.now() - 1_000;
  await env.DB.batch(
    ["update rsvps set offer_expires_at = ?1", "update seat_offers set expires_at = ?1"].map((change) =>
      env.DB.prepare(`${change} where event_id = ?2 and guest_id = ?3`).bind(past, eventId, guestId),
    ),
  );
  const deferred: Promise<void>[] = [];
  await expireOffers(createRequestContext(env, (work) => deferred.push(work())));
  await Promise.all(deferred);
}
