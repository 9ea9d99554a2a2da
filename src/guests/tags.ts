import { tagKey } from "../kernel/tag-keys.ts";

/** The most tags of one guest. */
export const MAX_TAGS = 20;

/** Tags with some added at the end and others removed, case ignored. A tag that is there keeps its place and its case. */
export function changedTags(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const gone = new Set(removed.map(tagKey));
  const kept = tags.filter((tag) => !gone.has(tagKey(tag)));
  const present = new Set(kept.map(tagKey));
  return [...kept, ...added.filter((tag) => !present.has(tagKey(tag)))];
}
