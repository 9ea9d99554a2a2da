/**
 * What was asked for lately, by key, in two generations: what is asked for moves to the younger one, and when that is
 * full, the older one goes. About as good as putting every reader in order, without touching the map at each read.
 * Bounded by weight and not by number, so that it takes the same memory whatever is in it.
 */
export class DocumentCache<T> {
  readonly #generation: number;
  readonly #weigh: (document: T) => number;
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #weight = 0;

  /**
   * @param generation weight of one generation: so much is kept for certain, twice as much at most
   * @param weigh what a document counts for; it must not change while it is here
   */
  constructor(generation: number, weigh: (document: T) => number) {
    this.#generation = generation;
    this.#weigh = weigh;
  }

  get(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, document: T): void {
    const before = this.#young.get(key);
    this.#weight += this.#weigh(document) - (before === undefined ? 0 : this.#weigh(before));
    this.#young.set(key, document);
    if (this.#weight < this.#generation) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#weight = 0;
  }

  delete(key: string): void {
    const young = this.#young.get(key);
    if (young !== undefined) this.#weight -= this.#weigh(young);
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#weight = 0;
  }
}
