interface Cached {
  readonly value: unknown;
  readonly expiresAt: number;
}

/** Parsed documents by key, least recently used out first. */
export class DocumentCache {
  readonly #most: number;
  readonly #isPinned: (key: string) => boolean;
  readonly #documents = new Map<string, Cached>();

  /**
   * @param most documents kept
   * @param isPinned whether a document must stay, because it is nowhere else yet
   */
  constructor(most: number, isPinned: (key: string) => boolean) {
    this.#most = most;
    this.#isPinned = isPinned;
  }

  /** @returns null when the document is not here; a value of undefined is one that has expired */
  get(key: string): { readonly value: unknown } | null {
    const known = this.#documents.get(key);
    if (known === undefined) return null;
    this.set(key, known.value, known.expiresAt);
    return known.expiresAt > Date.now() ? known : { value: undefined };
  }

  /** @param expiresAt epoch milliseconds */
  set(key: string, value: unknown, expiresAt: number): void {
    this.#documents.delete(key);
    this.#documents.set(key, { value, expiresAt });
    if (this.#documents.size <= this.#most) return;
    for (const oldest of this.#documents.keys()) {
      if (this.#isPinned(oldest)) continue;
      this.#documents.delete(oldest);
      return;
    }
  }

  clear(): void {
    this.#documents.clear();
  }
}
