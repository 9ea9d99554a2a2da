import { deletePass, findPass, openScript, SCRIPT } from "./guest/pass-cache.ts";
import { type FetchEvent, worker } from "./service-worker.ts";

/**
 * The service worker of one invitation, network first. If the network fails or is too slow for a queue at the door, it
 * serves the stored copy of the pass. It deletes the copy once the link is rejected: the host has replaced or blocked
 * the link, or erased the guest.
 */
const REFUSED = new Set([403, 404, 410]);
/** Timeout of the network if there is a copy, which is then served. */
const NETWORK_TIMEOUT_MS = 6_000;

const PATH = new URL(worker.registration.scope).pathname;

worker.addEventListener("install", (event) => {
  event.waitUntil(openScript(new Request(SCRIPT)));
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("activate", (event) => {
  // Else each page would wait for the worker to start.
  event.waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve());
});

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { pathname } = new URL(url);
  if (method !== "GET") return;
  if (pathname === SCRIPT) event.respondWith(openScript(event.request));
  else if (mode === "navigate" && pathname === PATH) event.respondWith(openPage(event));
});

async function openPage(event: FetchEvent): Promise<Response> {
  const online = load(event);
  event.waitUntil(online.catch(() => undefined));
  const kept = await findPass(PATH);
  if (kept === undefined) return online;
  try {
    const fresh = await Promise.race([online, timeout(NETWORK_TIMEOUT_MS)]);
    return fresh === null || fresh.status >= 500 ? kept : fresh;
  } catch {
    return kept;
  }
}

async function load({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const response = (await preloadResponse) ?? (await fetch(request));
  if (REFUSED.has(response.status)) {
    await deletePass(PATH);
    await worker.registration.unregister();
  }
  return response;
}

function timeout(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
