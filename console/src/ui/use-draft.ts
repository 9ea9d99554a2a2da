import { useState } from "react";

const PREFIX = "draft ";

/**
 * State for unsaved text that survives a reload. It is in `sessionStorage`, so it ends with the tab.
 * @param key names the edited object, with its ID
 * @returns the draft or null, and a setter; null deletes the draft
 */
export function useDraft<Draft>(key: string): [Draft | null, (draft: Draft | null) => void] {
  const [held, setHeld] = useState(() => ({ key, draft: read<Draft>(key) }));
  // The component now shows another object.
  const current = held.key === key ? held : { key, draft: read<Draft>(key) };
  if (current !== held) setHeld(current);
  return [
    current.draft,
    (draft) => {
      keepDraft(key, draft);
      setHeld({ key, draft });
    },
  ];
}

/** Stores the draft of an object that is not yet shown. */
export function keepDraft<Draft>(key: string, draft: Draft | null): void {
  if (draft === null) sessionStorage.removeItem(PREFIX + key);
  else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
}

/** Deletes all drafts at sign-out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

function read<Draft>(key: string): Draft | null {
  const stored = sessionStorage.getItem(PREFIX + key);
  return stored === null ? null : JSON.parse(stored);
}
