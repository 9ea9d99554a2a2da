import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  EditConflict,
  editedFields,
  editsSince,
  type Merge,
  type Saving,
  saveMerged,
  type Versioned,
} from "./merge.ts";

/** Edits, and the data when they began. */
export interface Draft<Stored, Values> {
  base: Stored;
  edits: Partial<Values>;
}

interface MergedSave<Stored extends Versioned, Values extends object, Options, Saved extends Stored>
  extends Omit<Saving<Stored, Values>, "send"> {
  /** The newest data that was read. */
  stored: Stored;
  /** The state of the edits; null for none. */
  draft: readonly [Draft<Stored, Values> | null, (draft: Draft<Stored, Values> | null) => void];
  send: (edits: Partial<Values>, base: Stored, options: Options) => Promise<{ data: Saved }>;
  /** Shows the saved data. @param theirs fields that another host changed in the meantime */
  onSaved: (saved: Saved, theirs: (keyof Values)[], options: Options) => unknown;
}

/**
 * Edits of data that other hosts may change at the same time. Changes of other fields are merged. If both changed a
 * field, `merge` has both values, and this host chooses. Text that is typed while a save is pending stays.
 */
export function useMergedSave<
  Stored extends Versioned,
  Values extends object,
  Options = void,
  Saved extends Stored = Stored,
>({ stored, draft: [draft, setDraft], valuesOf, send, outdated, onSaved }: MergedSave<Stored, Values, Options, Saved>) {
  const [merge, setMerge] = useState<Merge<keyof Values> | null>(null);
  const base = draft?.base ?? stored;
  const edits = draft?.edits ?? {};
  const save = useMutation({
    mutationFn: ({ from, options }: { from: Draft<Stored, Values>; options: Options }) =>
      saveMerged(from.base, from.edits, {
        valuesOf,
        outdated,
        send: (changed, on) => send(changed, on, options),
      }),
    // React Query calls the latest closure, so `draft` has the current edits.
    onSuccess: async ({ saved, theirs }, { from, options }) => {
      const since = editsSince(from.edits, edits);
      setDraft(Object.keys(since).length === 0 ? null : { base: saved, edits: since });
      setMerge(null);
      await onSaved(saved, theirs, options);
    },
    onError: (error) => {
      if (!(error instanceof EditConflict)) return;
      setDraft({ base: error.now, edits });
      setMerge(error.merge);
    },
  });
  const error = save.error instanceof EditConflict ? null : save.error;
  const change = (edited: Partial<Values>) => {
    const before = valuesOf(base);
    const all = { ...edits, ...edited };
    const left = Object.fromEntries(editedFields(before, all).map((field) => [field, all[field]])) as Partial<Values>;
    setDraft(Object.keys(left).length === 0 && merge === null ? null : { base, edits: left });
  };
  const discard = () => {
    setDraft(null);
    setMerge(null);
    save.reset();
  };
  return {
    base,
    edits,
    merge,
    /** For `Conflicts`. */
    conflict: {
      merge: merge as Merge<keyof Values & string> | null,
      isMine: (field: keyof Values) => field in edits,
      onChoose: (field: keyof Values, value: unknown) => change({ [field]: value } as Partial<Values>),
    },
    change,
    discard,
    values: { ...valuesOf(base), ...edits },
    isDirty: editedFields(valuesOf(base), edits).length > 0,
    /** For a form. It shows a conflict by `merge`. */
    action: { error, isPending: save.isPending },
    save: (options: Options) => save.mutate({ from: { base, edits }, options }),
    /** Saves other edits than those of the form, such as an undo. */
    saveOnly: (only: Partial<Values>, on: Stored, options: Options) =>
      save.mutate({ from: { base: on, edits: only }, options }),
  };
}
