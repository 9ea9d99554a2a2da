import { utf8 } from "../kernel/bytes.ts";

/** Half of D1's limit for a bound value, 2,000,000 bytes. */
const MAX_LIST_BYTES = 1_000_000;

/**
 * Packs elements into JSON arrays of at most `MAX_LIST_BYTES`, each one bound value, because D1 binds at most 100.
 * @param elements each as JSON
 */
export function toJsonArrays(elements: readonly string[]): string[] {
  const lists: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const element of elements) {
    const size = utf8(element).length + 1;
    const last = lists.at(-1);
    if (last && bytes + size <= MAX_LIST_BYTES) {
      last.push(element);
      bytes += size;
    } else {
      lists.push([element]);
      bytes = size;
    }
  }
  return lists.map((list) => `[${list.join(",")}]`);
}
