import type { Services } from "../../services.ts";
import { FLAGS_KV_KEY, publishedText } from "./published.ts";
import { listFlags } from "./queries.ts";

/**
 * Brings the flags at the edge up to what the database holds. KV is written only when something changed: it takes one
 * write a second for a key, and a reader of an unchanged one stays cached.
 */
export async function publishFlags(services: Pick<Services, "accountsDb" | "shard" | "kv">): Promise<void> {
  // One Scheduler is enough to do it.
  if (services.shard !== 0) return;
  const text = publishedText(await listFlags(services.accountsDb));
  if ((await services.kv.get(FLAGS_KV_KEY)) !== text) await services.kv.put(FLAGS_KV_KEY, text);
}
