import { worker } from "./service-worker.ts";

/**
 * The scanner's service worker, network first: it caches the page and its script, and serves them while there is no
 * network. It handles no other request and caches no data of guests.
 */
const CACHED_PATHS = ["/scan", "/assets/scan.js"];
const CACHE = "scanner";

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(CACHED_PATHS)));
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && CACHED_PATHS.includes(pathname))
    event.respondWith(networkFirst(event.request, pathname));
});

async function networkFirst(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(path, response.clone());
    return response;
  } catch (error) {
    const cached = await cache.match(path);
    if (cached === undefined) throw error;
    return cached;
  }
}
