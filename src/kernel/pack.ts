/**
 * Splits a list into groups, in its order, each within both limits. An item that is larger than `maxSize` has its own group.
 * @param sizeOf by default 1: `maxSize` is a number of items
 */
export function pack<T>(
  items: readonly T[],
  maxSize: number,
  sizeOf: (item: T) => number = () => 1,
  maxItems = Number.POSITIVE_INFINITY,
): T[][] {
  const groups: T[][] = [];
  let total = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = groups.at(-1);
    if (last && last.length < maxItems && total + size <= maxSize) {
      last.push(item);
      total += size;
    } else {
      groups.push([item]);
      total = size;
    }
  }
  return groups;
}
