import { foldCase } from "./search.ts";

/** The most tags of one guest. */
export const MAX_TAGS = 20;

/** Each key stands between two of these; a tag is one line, so it never has one. */
const BREAK = "\n";

/** By what tags are the same: without case. */
export function tagKey(tag: string): string {
  return foldCase(tag.normalize("NFC"));
}

/** The keys of a guest's tags in one text, in which `tagTerm` finds one of them. Empty without tags. */
export function tagKeys(tags: readonly string[]): string {
  return tags.length === 0 ? "" : `${BREAK}${tags.map(tagKey).join(BREAK)}${BREAK}`;
}

/** What to look for in `tag_keys` to find a tag. */
export function tagTerm(tag: string): string {
  return `${BREAK}${tagKey(tag)}${BREAK}`;
}

/** Tags with some added at the end and others removed, case ignored. A tag that is there keeps its place and its case. */
export function changedTags(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const gone = new Set(removed.map(tagKey));
  const kept = tags.filter((tag) => !gone.has(tagKey(tag)));
  const present = new Set(kept.map(tagKey));
  return [...kept, ...added.filter((tag) => !present.has(tagKey(tag)))];
}
