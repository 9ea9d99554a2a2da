/** A document to write; `expiresAt` in epoch milliseconds is when it may be forgotten. */
export interface Write {
  readonly key: string;
  readonly value: unknown;
  readonly expiresAt: number;
}

/** What a change makes of the documents it has read: an answer, and what to keep. */
export interface Change<T> {
  readonly result: T;
  readonly writes: readonly Write[];
}

/** Parsed documents in the order of the keys; undefined where there is none. */
export type Documents = readonly unknown[];

/**
 * Where baselines live. One primitive carries every rule: read some documents, decide, write some of them,
 * and nobody else's write comes between. `decide` is pure and may run more than once.
 */
export interface Store {
  /**
   * @param keys documents to read; every write must name one of them
   * @throws StoreError when the store is lost: the caller goes on without history
   */
  transact<T>(keys: readonly string[], decide: (documents: Documents) => Change<T>): Promise<T>;
  /** Work waiting inside this process. */
  readonly waiting: number;
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
