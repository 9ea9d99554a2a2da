import { HOUR_MS } from "../../kernel/clock.ts";
import type { KeyPurpose } from "../../kernel/keyring.ts";

/** An earlier key that something was verified with. */
export interface KeyUse {
  purpose: KeyPurpose;
  key: CryptoKey;
}

/** Creates an isolate's record of uses. */
export const createKeyUses = (): KeyUses => new KeyUses();

/** The uses of earlier keys in one isolate that wait to be stored: of each purpose at most one an hour. */
export class KeyUses {
  readonly #waiting = new Map<KeyPurpose, CryptoKey>();
  /** The hour since 1970 in which each purpose was stored last. */
  readonly #storedIn = new Map<KeyPurpose, number>();

  /** Notes a use. No I/O. */
  note(purpose: KeyPurpose, key: CryptoKey): void {
    this.#waiting.set(purpose, key);
  }

  /** Takes the uses that are to be stored now. @param now epoch milliseconds */
  take(now: number): KeyUse[] {
    if (this.#waiting.size === 0) return [];
    const hour = Math.floor(now / HOUR_MS);
    const due = [...this.#waiting].filter(([purpose]) => this.#storedIn.get(purpose) !== hour);
    this.#waiting.clear();
    for (const [purpose] of due) this.#storedIn.set(purpose, hour);
    return due.map(([purpose, key]) => ({ purpose, key }));
  }
}
