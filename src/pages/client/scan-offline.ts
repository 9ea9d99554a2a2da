/**
 * Opens the scanner where there is no network: keeps the last page and its script, and gives them out only when the
 * network does not. Nothing else passes through it, and no guest's data is kept.
 */
const KEPT = ["/scan", "/assets/scan.js"];
const CACHE = "scanner";

/** As much of a service worker as this is; the DOM's own types do not have it. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

// A module cannot say which global scope it runs in.
const worker = globalThis as unknown as WorkerScope;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)));
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && KEPT.includes(pathname)) event.respondWith(fresh(event.request, pathname));
});

async function fresh(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(path, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(path);
    if (kept === undefined) throw error;
    return kept;
  }
}
