import { isUsherError } from "@usher/client";
import { useSyncExternalStore } from "react";

/**
 * Whether the host is signed in, as far as this tab knows. `ended` is a session that ended while the console was open: the
 * screen stays, with everything that was typed, and asks for a sign-in above it.
 */
export type SessionState = "unknown" | "signed-in" | "signed-out" | "ended";

let state: SessionState = "unknown";
const listeners = new Set<() => void>();

export function setSession(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Takes note of an answer that says that the session has ended. Other answers with 401 are about a password or a code. */
export function noticeEndedSession(error: unknown): void {
  if (isUsherError(error, "unauthenticated") && state === "signed-in") setSession("ended");
}
