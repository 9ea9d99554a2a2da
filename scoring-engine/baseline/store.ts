/**
 * A document to write; `expiresAt` in epoch milliseconds is when it may be forgotten. A value of undefined erases it.
 * The first line of a key names its owner, an event: what one owner has can be listed.
 */
export interface Write {
  readonly key: string;
  readonly value: unknown;
  readonly expiresAt: number;
}

/** Whose document a key names. */
export function ownerOf(key: string): string {
  return key.split("\n", 1)[0] ?? key;
}

/** Erases a document. */
export function erasing(key: string): Write {
  return { key, value: undefined, expiresAt: 0 };
}

/** What a step makes of the documents it has read: an answer, and what to keep. */
export interface Change<T> {
  readonly result: T;
  readonly writes: readonly Write[];
}

/** Parsed documents in the order of the keys; undefined where there is none. Never to be altered in place. */
export type Documents = readonly unknown[];

/** Which documents are needed, and what is made of them. `decide` is pure and may run more than once. */
export interface Step<T> {
  readonly keys: readonly string[];
  decide(documents: Documents): Change<T>;
}

/**
 * Where baselines live. One primitive carries every rule: read some documents, decide, write some,
 * and nobody else's write comes between.
 */
export interface Store {
  /**
   * @param patienceMs longest wait; a step that takes longer may still be carried out
   * @throws StoreError when the store is lost or too slow: the caller goes on without history
   */
  transact<T>(step: Step<T>, patienceMs: number): Promise<T>;
  /**
   * Keys of some of the documents that an owner has and that are kept by now; see `settled`. None: there are none.
   * @throws StoreError when the store is lost
   */
  listOwned(owner: string, limit: number): Promise<readonly string[]>;
  /**
   * Resolves when everything decided so far outlives this process.
   * @throws StoreError when that failed
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be asked. Costs history, never an answer. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
