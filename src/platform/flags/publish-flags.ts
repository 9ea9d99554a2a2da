import type { RequestContext } from "../../request-context.ts";
import { FLAGS_KV_KEY, publishedText } from "./published.ts";
import { listFlags } from "./queries.ts";

/**
 * Writes the flags of the database to KV, where guests' requests read them. Only when something changed: KV allows one
 * write a second per key, and an unchanged value stays in the readers' caches.
 */
export async function publishFlags(ctx: Pick<RequestContext, "accountsDb" | "shard" | "kv">): Promise<void> {
  // Each shard has a Scheduler; the one of shard 0 publishes.
  if (ctx.shard !== 0) return;
  const text = publishedText(await listFlags(ctx.accountsDb));
  if ((await ctx.kv.get(FLAGS_KV_KEY)) !== text) await ctx.kv.put(FLAGS_KV_KEY, text);
}
