/** A seeded random generator: equal seeds give equal streams on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  chance(probability: number): boolean;
  /** Integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** Picks an item by weight, from pairs of item and weight. */
  weighed<T>(items: readonly (readonly [T, number])[]): T;
  /** Exponential with this mean. */
  wait(mean: number): number;
  uuid(): string;
  /** UUID version 7, which sorts by time. */
  uuidAt(ms: number): string;
}

/** mulberry32: 32 bits of state, sufficient to sample a population. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new RangeError("nothing to pick from");
    return item;
  };
  const hex = (digits: number): string => Array.from({ length: digits }, () => between(0, 15).toString(16)).join("");
  return {
    next,
    between,
    pick,
    chance: (probability) => next() < probability,
    weighed: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return pick(items.map(([item]) => item));
    },
    wait: (mean) => -Math.log(1 - next()) * mean,
    uuidAt: (ms) => {
      const time = Math.floor(ms).toString(16).padStart(12, "0");
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(12)}`;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
