interface Cached {
  readonly value: unknown;
  readonly expiresAt: number;
}

const EXPIRED: Cached = { value: undefined, expiresAt: 0 };

/**
 * Parsed documents by key, in two generations: what is asked for moves to the younger one, and when that is full, the
 * older one goes. About as good as putting every reader in order, without touching the map at each read.
 */
export class DocumentCache {
  readonly #generation: number;
  #young = new Map<string, Cached>();
  #old = new Map<string, Cached>();

  /** @param generation documents of one generation: so many are kept for certain, twice as many at most */
  constructor(generation: number) {
    this.#generation = generation;
  }

  /** @returns null when the document is not here; a value of undefined is one that has expired */
  get(key: string): { readonly value: unknown } | null {
    let known = this.#young.get(key);
    if (known === undefined) {
      known = this.#old.get(key);
      if (known === undefined) return null;
      this.#keep(key, known);
    }
    return known.expiresAt > Date.now() ? known : EXPIRED;
  }

  /** @param expiresAt epoch milliseconds */
  set(key: string, value: unknown, expiresAt: number): void {
    this.#keep(key, { value, expiresAt });
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  #keep(key: string, document: Cached): void {
    this.#young.set(key, document);
    if (this.#young.size < this.#generation) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
