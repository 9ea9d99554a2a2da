import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to an element when it appears, and again when `key` changes: to what the reader has to look at next. */
export function useFocus<Target extends HTMLElement>(key: unknown = null): RefObject<Target | null> {
  const target = useRef<Target>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when
  useEffect(() => target.current?.focus(), [key]);
  return target;
}
