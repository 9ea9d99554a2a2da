/**
 * Memoizes a parser. The cache is cleared when it is full, which is cheaper per hit than an LRU order.
 * @param most number of cached texts
 * @param maxChars longer texts are not cached, which bounds memory
 * @param read may throw; then nothing is cached
 */
export function memoize<T>(most: number, maxChars: number, read: (text: string) => T): (text: string) => T {
  const recent = new Map<string, T>();
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const made = read(text);
    if (text.length > maxChars) return made;
    if (recent.size >= most) recent.clear();
    recent.set(text, made);
    return made;
  };
}
