import { utf8 } from "../kernel/bytes.ts";
import { pack } from "../kernel/pack.ts";

/** Half of D1's limit for a bound value, 2,000,000 bytes. */
const MAX_LIST_BYTES = 1_000_000;

/**
 * Packs elements into JSON arrays of at most `MAX_LIST_BYTES`, each one bound value, because D1 binds at most 100.
 * @param elements each as JSON
 */
export function toJsonArrays(elements: readonly string[]): string[] {
  const lists = pack(elements, MAX_LIST_BYTES, (element) => utf8(element).length + 1);
  return lists.map((list) => `[${list.join(",")}]`);
}
