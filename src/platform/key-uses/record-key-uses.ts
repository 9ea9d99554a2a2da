import type { RequestContext } from "../../context.ts";
import { DAY_MS, SECOND_MS, toWire } from "../../kernel/clock.ts";
import { keyIdOf } from "../../kernel/keyring.ts";
import { KEY_USE_PREFIX } from "./key-use-name.ts";
import { createKeyUses } from "./key-uses.ts";

/** Longer than a previous secret is kept. */
const KEPT_SECONDS = (800 * DAY_MS) / SECOND_MS;

/**
 * Stores after the response which purposes an earlier secret's key was used for, so that `npm run ops -- rotate` can tell when
 * nothing needs it any more. One write to KV for each purpose, hour and isolate, and none without such a use.
 */
export function recordKeyUses({ shared, kv, clock, defer }: RequestContext): void {
  const now = clock.now();
  for (const { purpose, key } of shared(createKeyUses).take(now)) {
    const lastUsedAt = toWire(now);
    defer(async () => {
      const name = `${KEY_USE_PREFIX}${purpose}:${await keyIdOf(key)}`;
      // In the metadata too, which a listing of the names has.
      await kv.put(name, lastUsedAt, { metadata: { last_used_at: lastUsedAt }, expirationTtl: KEPT_SECONDS });
    });
  }
}
