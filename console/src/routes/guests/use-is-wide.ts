import { useSyncExternalStore } from "react";

/** From here on a list is a table; below, each row is a card. */
const WIDE = window.matchMedia("(min-width: 48rem)");

/** Whether there is room for a table. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      WIDE.addEventListener("change", listener);
      return () => WIDE.removeEventListener("change", listener);
    },
    () => WIDE.matches,
  );
}
