import type { RequestContext } from "../context.ts";
import { onEachShard } from "../platform/shards/on-shard.ts";
import { insertOptOut } from "./sms-opt-out-queries.ts";

/** Stores on every shard that numbers want no text messages from the sending number any more, as a STOP does. */
export async function storeOptOuts(ctx: RequestContext, phones: readonly string[]): Promise<void> {
  const sender = ctx.config.TWILIO_FROM;
  if (sender === undefined || phones.length === 0) return;
  await Promise.all(
    onEachShard(ctx).map(({ db, clock }) =>
      Promise.all(phones.map((phone) => insertOptOut(db, { phone, sender, createdAt: clock.now() }))),
    ),
  );
}
