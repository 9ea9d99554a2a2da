import type { PutQuestions, Questions } from "@usher/client";
import { isEqual } from "../../../api/merge.ts";
import { bodyOf, type DraftQuestion, draftOf } from "./draft.ts";

type Item = PutQuestions["items"][number];

/** Questions by their keys, each as one value. Null: removed. */
export type QuestionValues = Record<string, Item | null>;

/** The edited list, and the questions when the edits began. */
export interface QuestionsDraft {
  base: Questions;
  list: DraftQuestion[];
}

export function valuesOf({ items }: Questions): QuestionValues {
  return byKey(items.map(draftOf));
}

/** The questions that an edited list changes, adds or removes. */
export function editsOf({ base, list }: QuestionsDraft): QuestionValues {
  const [before, after] = [valuesOf(base), byKey(list)];
  const changed = Object.entries(after).filter(([key, item]) => !isEqual(before[key], item));
  const removed = Object.keys(before).filter((key) => after[key] === undefined);
  return { ...Object.fromEntries(changed), ...Object.fromEntries(removed.map((key) => [key, null])) };
}

/**
 * Returns the list with another host's changes: their questions, with this host's changed, added and removed ones. The
 * order is this host's if they moved questions, otherwise the other host's.
 */
export function appliedTo(now: Questions, draft: QuestionsDraft): DraftQuestion[] {
  const edits = editsOf(draft);
  const mine = new Map(draft.list.map((question) => [question.key, question]));
  const current = now.items.map(draftOf);
  const kept = current.flatMap((question) => {
    const edit = edits[question.key];
    return edit === null ? [] : [edit === undefined ? question : (mine.get(question.key) ?? question)];
  });
  const known = new Set(current.map(({ key }) => key));
  const added = draft.list.filter(({ key }) => !known.has(key) && edits[key] !== undefined);
  if (!isMoved(draft)) return [...kept, ...added];
  const places = new Map(draft.list.map(({ key }, place) => [key, place]));
  const placeOf = ({ key }: DraftQuestion) => places.get(key) ?? draft.list.length;
  return [...kept, ...added].toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns a list that was edited during a save, with the questions that another host added before it. */
export function withTheirs(list: DraftQuestion[], sent: readonly DraftQuestion[], saved: Questions): DraftQuestion[] {
  const known = new Set([...list, ...sent].flatMap(({ id }) => (id === null ? [] : [id])));
  return [...list, ...saved.items.filter(({ id }) => !known.has(id)).map(draftOf)];
}

/** True unless the questions are in their previous order, with new ones at the end. */
function isMoved({ base, list }: QuestionsDraft): boolean {
  const before = base.items.map(({ id }) => id).filter((id) => list.some(({ key }) => key === id));
  return before.some((id, place) => list[place]?.key !== id);
}

function byKey(list: DraftQuestion[]): Record<string, Item> {
  const { items } = bodyOf(list);
  return Object.fromEntries(
    list.flatMap(({ key }, index) => (items[index] === undefined ? [] : [[key, items[index]]])),
  );
}
