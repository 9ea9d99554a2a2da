import type { Listed } from "./life.ts";

/** A life takes seconds. At its full size it takes minutes, and the conference took nineteen on two busy cores. */
export const LIFE_TIMEOUT_MS = 40 * 60_000;

const FIRST = ["Anna", "Ben", "Carla", "David", "Elif", "Finn", "Greta", "Hugo", "Ines", "Jakub", "Katja", "Liam"];
const LAST = ["Albers", "Brandt", "Conte", "Dufour", "Evans", "Fischer", "Garcia", "Haas", "Ito", "Jansen", "Klein"];

/** Returns this many guests with different names, each with a mailbox that no other life uses. */
export function cast(size: number, more: (index: number) => Partial<Listed> = () => ({})): Listed[] {
  const domain = `${crypto.randomUUID().slice(0, 8)}.example.com`;
  return Array.from({ length: size }, (_, index) => {
    const round = Math.floor(index / (FIRST.length * LAST.length));
    const name = `${FIRST[index % FIRST.length]} ${LAST[index % LAST.length]}${round === 0 ? "" : ` ${"I".repeat(round + 1)}`}`;
    return { name, email: `guest-${index}@${domain}`, ...more(index) };
  });
}

/** Splits people into those at positions where the condition holds, and the others. */
export function split<Item>(items: readonly Item[], isFirst: (index: number) => boolean): [Item[], Item[]] {
  return [items.filter((_, index) => isFirst(index)), items.filter((_, index) => !isFirst(index))];
}
