import { isUsherError } from "@usher/client";
import { createStore, useStore } from "../store.ts";

/**
 * Whether the host is signed in, as far as this tab knows. `ended` is a session that ended while the console was open: the
 * screen stays, with everything that was typed, and asks for a sign-in above it.
 */
export type SessionState = "unknown" | "signed-in" | "signed-out" | "ended";

const session = createStore<SessionState>("unknown");

export const setSession = session.set;

export function useSession(): SessionState {
  return useStore(session);
}

/** Takes note of an answer that says that the session has ended. Other answers with 401 are about a password or a code. */
export function noticeEndedSession(error: unknown): void {
  if (isUsherError(error, "unauthenticated") && session.get() === "signed-in") setSession("ended");
}
