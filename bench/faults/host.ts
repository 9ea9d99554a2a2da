import { setTimeout as pause } from "node:timers/promises";
import type { KillableWorker } from "./killable-worker.ts";

/** Timeout, longer than any response takes. */
const REQUEST_TIMEOUT_MS = 15_000;
/** Pause before a request is repeated while the Worker restarts. */
const RETRY_MS = 50;
const DAY_MS = 86_400_000;
/** Maximum number of guests of an event. */
export const MAX_GUESTS = 5_000;

/** A host of the largest tier, whose requests are repeated until the Worker responds. */
export interface Host {
  url: string;
  token: string;
  /** Number of events created so far. */
  events: number;
  makeEvent(): Promise<string>;
  /** Creates an event with the maximum number of guests, each with a link. */
  inviteAll(): Promise<{ eventId: string; guests: InvitedGuest[] }>;
}

export interface InvitedGuest {
  id: string;
  /** The token in the guest's link. */
  token: string;
}

/** A response, or `unknown` when the connection broke: the request may have been executed. */
export type Outcome = { status: number; body: string } | "unknown";

/** Signs a host up, in, and to the largest tier. */
export async function makeHost(worker: KillableWorker): Promise<Host> {
  const credentials = { email: "host@kill.example", password: "correct horse battery staple" };
  await sendUntilAnswered(worker.url, "POST", "/auth/signup", { ...credentials, name: "Robin Marsh" });
  await worker.sql("update users set email_verified = 1");
  const { access_token: token } = JSON.parse(await sendUntilAnswered(worker.url, "POST", "/auth/login", credentials));
  await worker.sql(
    `insert into subscriptions (provider_subscription_id, user_id, tier, status, granting, provider_customer_id,
       provider_updated_at, created_at, updated_at)
     select 'sub_' || id, id, 'business', 'active', 1, 'cus_' || id, 1, 1, 1 from users`,
  );
  const host: Host = {
    url: worker.url,
    token,
    events: 0,
    async makeEvent() {
      host.events += 1;
      const event = {
        name: `Event ${host.events}`,
        event_date: new Date(Date.now() + 30 * DAY_MS).toISOString(),
      };
      const { id } = JSON.parse(
        await sendUntilAnswered(worker.url, "POST", "/events", event, token, crypto.randomUUID()),
      );
      return id;
    },
    async inviteAll() {
      const eventId = await host.makeEvent();
      const rows = Array.from({ length: MAX_GUESTS }, (_, index) => `Guest ${index},guest-${index}@kill.example,4`);
      const headers = { authorization: `Bearer ${token}`, "content-type": "text/csv" };
      const list = ["name,email,party_size", ...rows].join("\r\n");
      const imported = await send(host.url, "POST", `/events/${eventId}/guests/import`, list, headers);
      if (imported === "unknown" || imported.status !== 201) throw new Error("the guest list was not imported");
      const path = `/events/${eventId}/guests/invitations/bulk`;
      const { items } = JSON.parse(await sendUntilAnswered(host.url, "POST", path, { notify: false }, token)) as {
        items: { guest_id: string; link: string }[];
      };
      return { eventId, guests: items.map((item) => ({ id: item.guest_id, token: item.link.split("/i/")[1] ?? "" })) };
    },
  };
  return host;
}

/** Sends a request once. @returns `unknown` when the connection broke before the response was complete */
export async function send(
  url: string,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Outcome> {
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      body: body ?? null,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { status: response.status, body: await response.text() };
  } catch {
    await pause(RETRY_MS);
    return "unknown";
  }
}

/** Sends JSON until there is a response. @throws Error with the response if the status is not 2xx */
export async function sendUntilAnswered(
  url: string,
  method: string,
  path: string,
  body: object,
  token?: string,
  key?: string,
): Promise<string> {
  const headers = {
    "content-type": "application/json",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { "idempotency-key": key } : {}),
  };
  for (;;) {
    const outcome = await send(url, method, path, JSON.stringify(body), headers);
    if (outcome === "unknown") continue;
    if (outcome.status >= 300) throw new Error(`${method} ${path} returned ${outcome.status}: ${outcome.body}`);
    return outcome.body;
  }
}
