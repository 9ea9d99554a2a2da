/** Words in a sentence: `Anna`, `Anna and Ben`, `Anna, Ben and Chris`. */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
