import type { Services } from "../../services.ts";
import { listFlags } from "./queries.ts";

/** KV key of the flags at the edge: `[[key, percentage], …]`, sorted by key. */
export const FLAGS_KV_KEY = "flags";

/**
 * Brings the flags at the edge up to what the database holds. KV is written only when something changed: it takes one
 * write a second for a key, and a reader of an unchanged one stays cached.
 */
export async function publishFlags(services: Pick<Services, "db" | "kv">): Promise<void> {
  const rows = await listFlags(services.db);
  const flags = JSON.stringify(rows.map((row) => [row.key, row.percentage]).sort());
  if ((await services.kv.get(FLAGS_KV_KEY)) !== flags) await services.kv.put(FLAGS_KV_KEY, flags);
}
