import { SECOND_MS } from "../../kernel/clock.ts";
import type { Services } from "../../services.ts";
import type { Analytics } from "./schemas.ts";

/** How old an answer may be. Also the shortest life that KV gives a key. */
export const KEPT_SECONDS = 60;

/** An answer as it is kept, with the moment (epoch milliseconds) at which it was worked out. */
export interface KeptAnalytics {
  at: number;
  analytics: Analytics;
}

/**
 * What is kept of an event's analytics: in this isolate, or at the edge. Its age is told by its own time, because KV
 * may go on to serve what has expired. A KV that does not answer costs time and nothing else.
 */
export async function recall(services: Services, eventId: string, days: number): Promise<KeptAnalytics | null> {
  const { analyticsMemory, kv } = services;
  const near = analyticsMemory.figuresOf(eventId, days);
  if (near !== undefined && isFresh(services, near)) return near;
  const far = await kv.get<KeptAnalytics>(keyOf(eventId, days), "json").catch(() => null);
  return far !== null && isFresh(services, far) ? far : null;
}

/** Keeps an answer at the edge, for the other isolates, when nobody waits any more. */
export function keepAtEdge({ defer, kv }: Services, eventId: string, days: number, kept: KeptAnalytics): void {
  defer(() => kv.put(keyOf(eventId, days), JSON.stringify(kept), { expirationTtl: KEPT_SECONDS }));
}

/** Drops what is kept of an event: here and at the edge. Other isolates go on with theirs until it is too old. */
export async function dropAnalytics(
  { analyticsMemory, kv }: Pick<Services, "analyticsMemory" | "kv">,
  eventId: string,
) {
  analyticsMemory.drop(eventId);
  // Of each length of the series there may be one: 365 at most.
  const { keys } = await kv.list({ prefix: prefixOf(eventId) });
  for (const { name } of keys) await kv.delete(name);
}

function isFresh({ clock }: Services, { at }: KeptAnalytics): boolean {
  return clock.now() - at < KEPT_SECONDS * SECOND_MS;
}

/** The number rises with the shape of what is kept: two versions of the program share one KV for a while. */
function keyOf(eventId: string, days: number): string {
  return `${prefixOf(eventId)}${days}`;
}

function prefixOf(eventId: string): string {
  return `analytics:1:${eventId}:`;
}
