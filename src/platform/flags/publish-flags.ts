import type { RequestContext } from "../../request-context.ts";
import { FLAGS_KV_KEY, publishedText } from "./published.ts";
import { listFlags } from "./queries.ts";

/**
 * Brings the flags at the edge up to what the database holds. KV is written only when something changed: it takes one
 * write a second for a key, and a reader of an unchanged one stays cached.
 */
export async function publishFlags(ctx: Pick<RequestContext, "accountsDb" | "shard" | "kv">): Promise<void> {
  // One Scheduler is enough to do it.
  if (ctx.shard !== 0) return;
  const text = publishedText(await listFlags(ctx.accountsDb));
  if ((await ctx.kv.get(FLAGS_KV_KEY)) !== text) await ctx.kv.put(FLAGS_KV_KEY, text);
}
