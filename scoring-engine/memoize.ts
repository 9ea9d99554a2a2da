/**
 * Reads texts that repeat a great deal, and remembers what was read. When there are too many, all are forgotten.
 * @param most number of texts that are remembered
 * @param maxChars what is longer is read each time, so that it cannot fill the memory
 * @param read may throw; then nothing is remembered
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
