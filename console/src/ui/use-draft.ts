import { useState } from "react";

const PREFIX = "draft ";

/**
 * State that survives a reload of the tab: what somebody is typing. It is in the tab's own storage, so it ends with the tab.
 * @param key of which thing it is a draft, with its id
 * @returns the draft, or null if there is none, and what sets it; null forgets it
 */
export function useDraft<Draft>(key: string): [Draft | null, (draft: Draft | null) => void] {
  const [held, setHeld] = useState(() => ({ key, draft: read<Draft>(key) }));
  // Another thing is shown by the same component.
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

/** Keeps the draft of a thing that is not on the screen yet. */
export function keepDraft<Draft>(key: string, draft: Draft | null): void {
  if (draft === null) sessionStorage.removeItem(PREFIX + key);
  else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
}

/** Forgets all drafts, for a host who signs out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

function read<Draft>(key: string): Draft | null {
  const stored = sessionStorage.getItem(PREFIX + key);
  return stored === null ? null : JSON.parse(stored);
}
