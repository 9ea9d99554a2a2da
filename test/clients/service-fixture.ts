import { createClient, type UsherClient } from "../../clients/typescript/src/package.ts";
import { signUpVerified } from "../../testkit/e2e-fixture.ts";
import { ownAddress } from "../../testkit/own-address.ts";
import type { RunningService } from "../../testkit/running-service.ts";

/** Handles a request of a test's `fetch`; undefined sends it. */
type Step = (request: Request) => Promise<Response | undefined> | Response | undefined;

/** A `fetch` that records requests. It has its own client address, because sign-ins are limited by address. */
export interface RecordingFetch {
  fetch(request: Request): Promise<Response>;
  /** Requests such as `POST /events`, in order. */
  sent: string[];
  keys: (string | null)[];
}

/** @param step called with each request before it is sent */
export function recordingFetch(step: Step = () => undefined): RecordingFetch {
  const address = ownAddress();
  const sent: string[] = [];
  const keys: (string | null)[] = [];
  return {
    sent,
    keys,
    async fetch(request) {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      keys.push(request.headers.get("Idempotency-Key"));
      const from = new Request(request);
      from.headers.set("CF-Connecting-IP", address);
      return (await step(from)) ?? fetch(from);
    },
  };
}

/** Returns a `fetch` that sends matching requests and loses their first `times` responses. */
export function losingResponses(of: string, times = 1): RecordingFetch {
  let left = times;
  return recordingFetch(async (request) => {
    if (`${request.method} ${new URL(request.url).pathname}` !== of || left-- <= 0) return undefined;
    await fetch(request);
    throw new TypeError("the connection was lost");
  });
}

const PASSWORD = "an evening in the orangery";
let hosts = 0;

/** Creates a host with a verified email address. */
export async function newHost(service: RunningService): Promise<{ email: string; password: string }> {
  const account = { email: `client-${++hosts}-${process.pid}@example.com`, password: PASSWORD, name: "Robin Marsh" };
  await signUpVerified(service, ownAddress(), account);
  return { email: account.email, password: PASSWORD };
}

export async function clientOf(service: RunningService, by: RecordingFetch = recordingFetch()): Promise<UsherClient> {
  return createClient({ baseUrl: service.url, credentials: await newHost(service), fetch: by.fetch });
}

/** An event in a month. */
export const EVENT = {
  name: "Orangery Supper",
  event_date: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  timezone: "Europe/Berlin",
};
