/** Version of keys and documents, and of the embedded store's file. Data of another version is never read. */
export const LAYOUT = 2;

/**
 * A document to write. A value of undefined deletes it; after `expiresAt` (epoch milliseconds) it may be deleted.
 * The first line of a key names the document's owner, an event; the documents of an owner can be listed.
 */
export interface Write {
  readonly key: string;
  readonly value: unknown;
  readonly expiresAt: number;
}

/** The owner that a key names. */
export function ownerOf(key: string): string {
  return key.split("\n", 1)[0] ?? key;
}

/** A write that deletes a document. */
export function eraseWrite(key: string): Write {
  return { key, value: undefined, expiresAt: 0 };
}

export interface StepResult<T> {
  readonly result: T;
  readonly writes: readonly Write[];
}

/** Parsed documents in the order of the keys; undefined for an absent one. They must not be changed in place. */
export type Documents = readonly unknown[];

/** A read-modify-write transaction. `decide` is pure and may run more than once. */
export interface Step<T> {
  readonly keys: readonly string[];
  decide(documents: Documents): StepResult<T>;
}

/** Stores baselines. Steps are isolated: no other write comes between the reads and the writes of one. */
export interface Store {
  /**
   * @param timeoutMs longest wait; a step that takes longer may still be committed
   * @throws StoreError when the store is unreachable or too slow: the caller continues without history
   */
  transact<T>(step: Step<T>, timeoutMs: number): Promise<T>;
  /**
   * Keys of up to `limit` durable documents of an owner; see `flushed`. Empty when there are none.
   * @throws StoreError when the store is unreachable
   */
  listOwned(owner: string, limit: number): Promise<readonly string[]>;
  /**
   * Resolves when every step decided so far is durable.
   * @throws StoreError when the write failed
   */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

/** The store is unavailable: accesses are scored without history. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
