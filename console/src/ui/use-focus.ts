import { type RefObject, useEffect, useRef } from "react";

/** Focuses an element when it appears, and when `key` changes. */
export function useFocus<Target extends HTMLElement>(key: unknown = null): RefObject<Target | null> {
  const target = useRef<Target>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when
  useEffect(() => target.current?.focus(), [key]);
  return target;
}
