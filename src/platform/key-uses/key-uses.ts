import type { RequestContext } from "../../context.ts";
import { DAY_MS, HOUR_MS, SECOND_MS, toIsoTime } from "../../kernel/clock.ts";
import { type KeyPurpose, keyIdOf } from "../../kernel/keyring.ts";

/** An earlier key that something was verified with. */
export interface KeyUse {
  purpose: KeyPurpose;
  key: CryptoKey;
}

/** Creates an isolate's record of uses. */
export const createKeyUses = (): KeyUses => new KeyUses();

/** The uses of earlier keys in one isolate that wait to be stored: of each purpose at most one an hour. */
class KeyUses {
  readonly #waiting = new Map<KeyPurpose, CryptoKey>();
  /** The hour since 1970 in which each purpose was stored last. */
  readonly #storedIn = new Map<KeyPurpose, number>();

  /** Notes a use. No I/O. */
  note(purpose: KeyPurpose, key: CryptoKey): void {
    this.#waiting.set(purpose, key);
  }

  /** Removes and returns the uses to store, at most one per key purpose and hour. @param now epoch milliseconds */
  take(now: number): KeyUse[] {
    if (this.#waiting.size === 0) return [];
    const hour = Math.floor(now / HOUR_MS);
    const due = [...this.#waiting].filter(([purpose]) => this.#storedIn.get(purpose) !== hour);
    this.#waiting.clear();
    for (const [purpose] of due) this.#storedIn.set(purpose, hour);
    return due.map(([purpose, key]) => ({ purpose, key }));
  }
}

/** Prefix of the KV keys of the last uses of earlier keys: `key-use:<purpose>:<key id>`. */
export const KEY_USE_PREFIX = "key-use:";

/** Longer than a previous secret is configured. */
const KEPT_SECONDS = (800 * DAY_MS) / SECOND_MS;

/**
 * Stores after the response which purposes an earlier secret's key was used for, so that `npm run ops -- rotate` can
 * tell when nothing needs it any more. One write to KV for each purpose, hour and isolate, and none without such a use.
 */
export function recordKeyUses({ shared, kv, clock, defer }: RequestContext): void {
  const now = clock.now();
  for (const { purpose, key } of shared(createKeyUses).take(now)) {
    const lastUsedAt = toIsoTime(now);
    defer(async () => {
      const name = `${KEY_USE_PREFIX}${purpose}:${await keyIdOf(key)}`;
      // In the metadata too, which a listing of the names has.
      await kv.put(name, lastUsedAt, { metadata: { last_used_at: lastUsedAt }, expirationTtl: KEPT_SECONDS });
    });
  }
}
