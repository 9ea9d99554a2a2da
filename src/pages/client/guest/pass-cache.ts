/**
 * Copies of passes in the browser, each under the path of its invitation. The page's script stores a copy, and the
 * page's service worker serves it while there is no network.
 */
const CACHE = "door-passes";

/** The page's script, which the service worker keeps too. */
export const SCRIPT = "/assets/invitation.js";

/** @param until date and time when the pass expires */
export async function storePass(path: string, html: string, policy: string, until: string): Promise<void> {
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Referrer-Policy": "no-referrer",
    Expires: new Date(until).toUTCString(),
  };
  const cache = await caches.open(CACHE);
  await cache.put(path, new Response(html, { headers }));
}

/** The copy for a path; undefined for none, and for one whose event is over, which is deleted. */
export async function findPass(path: string): Promise<Response | undefined> {
  // Opening a cache would make it.
  if (!(await caches.has(CACHE))) return undefined;
  const kept = await (await caches.open(CACHE)).match(path);
  if (kept === undefined || Date.parse(kept.headers.get("Expires") ?? "") > Date.now()) return kept;
  await deletePass(path);
  return undefined;
}

export async function deletePass(path: string): Promise<void> {
  if (!(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  await cache.delete(path);
  const left = await cache.keys();
  if (!left.some(({ url }) => new URL(url).pathname !== SCRIPT)) await caches.delete(CACHE);
}

/** The paths of all copies. */
export async function passPaths(): Promise<string[]> {
  if (!(await caches.has(CACHE))) return [];
  const kept = await (await caches.open(CACHE)).keys();
  return kept.map(({ url }) => new URL(url).pathname).filter((path) => path !== SCRIPT);
}

/** Returns the pages' script from the network, or from the cache if the network fails. Caches it only with a pass. */
export async function openScript(request: Request): Promise<Response> {
  if (!(await caches.has(CACHE))) return fetch(request);
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(SCRIPT, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(SCRIPT);
    if (kept === undefined) throw error;
    return kept;
  }
}
