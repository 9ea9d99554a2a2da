/** A document to write; `expiresAt` in epoch milliseconds is when it may be forgotten. */
export interface Write {
  readonly key: string;
  readonly value: unknown;
  readonly expiresAt: number;
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

/** A document that cannot be read is one history lost, not an error. */
export function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
