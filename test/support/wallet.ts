import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import type { env } from "cloudflare:workers";
import worker from "../../src/worker.ts";
import { signedInHost } from "./account.ts";
import { guestBrowser, YES } from "./devices.ts";
import { addGuest, issueLink, makeEvent } from "./guest.ts";

const EVENT = {
  name: "Orangery Supper",
  event_date: "2031-06-12T16:30:00Z",
  end_time: "2031-06-12T21:00:00Z",
  timezone: "Europe/Berlin",
  venue: "Orangerie, Gartenweg 4, Berlin",
};

/** Sends a request to a Worker with these variables. Redirects are not followed. */
export async function sendTo(variables: typeof env, path: string, init: RequestInit): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(`https://usher.test${path}`, { redirect: "manual", ...init });
  const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, variables, context);
  await waitOnExecutionContext(context);
  return response;
}

/** Creates an attending guest with a browser, and returns the URL of the wallet pass. */
export async function goingGuest(
  wallet: "google" | "apple",
  event: Record<string, unknown> = {},
  guest: Record<string, unknown> = {},
) {
  const host = await signedInHost({ name: "Helena" });
  const made = await makeEvent(host, { ...EVENT, ...event });
  const added = await addGuest(host, made.id, { name: "Anna Schmidt", party_size: 3, ...guest });
  const { token } = await issueLink(host, made.id, added.id);
  const browser = guestBrowser();
  const answered = await browser.visit(token, { ...YES, plus_ones: "1" });
  if (answered.status >= 400) throw new Error(`the answer was refused with ${answered.status}`);
  const headers = { ...browser.headers, Cookie: `__Secure-usher-device=${browser.cookies.get(token)}` };
  return { host, event: made, guest: added, token, headers, path: `/i/${token}/wallet/${wallet}` };
}
