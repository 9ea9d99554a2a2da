import { env } from "cloudflare:workers";
import type { Host } from "./account.ts";
import { eventually } from "./eventually.ts";

/** An audit record as the API returns it. */
export interface WireRecord {
  action: string;
  target: string | null;
  actor: { kind: string; id: string; api_key: { id: string; name: string } | null };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The audit records of an event in the order of their chain. */
export async function recordsOf(host: Host, eventId: string): Promise<WireRecord[]> {
  const page = await host.api("GET", `/events/${eventId}/audit?limit=200`);
  const { items } = await page.json<{ items: (WireRecord & { sequence: number })[] }>();
  const sorted = items.toSorted((one, other) => one.sequence - other.sequence);
  // Omits the hash, which a record gets only when it is appended to the hash chain.
  return sorted.map(({ action, target, actor, before, after }) => ({ action, target, actor, before, after }));
}

/** The activities of these types of an event, oldest first, once there are `count`. */
export function activitiesOf<Activity extends { type: string }>(
  host: Host,
  eventId: string,
  count: number,
  ...types: string[]
): Promise<Activity[]> {
  return eventually(async () => {
    const page = await host.api("GET", `/events/${eventId}/activity?limit=200`);
    const found = (await page.json<{ items: Activity[] }>()).items.filter(({ type }) => types.includes(type));
    if (found.length !== count) throw new Error(`${found.length} activities and not ${count}`);
    return found.reverse();
  });
}

/** Waits until every audit record of an event is sealed, without sealing any. @returns their number */
export function sealedRecords(eventId: string): Promise<number> {
  return eventually(async () => {
    const { total, sealed } = (await env.DB.prepare(
      "select count(*) as total, count(hash) as sealed from audit_records where event_id = ?",
    )
      .bind(eventId)
      .first<{ total: number; sealed: number }>()) ?? { total: 0, sealed: -1 };
    if (total !== sealed) throw new Error(`${sealed} of ${total} records are in the chain`);
    return sealed;
  });
}
