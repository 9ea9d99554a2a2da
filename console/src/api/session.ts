import { isUsherError } from "@usher/client";
import { createStore, useStore } from "../store.ts";

/**
 * The session's state in this tab. `ended`: the session was revoked or expired while the console was open. The screen stays, with
 * all typed text, below a dialog that asks for a sign-in.
 */
export type SessionState = "unknown" | "signed-in" | "signed-out" | "ended";

const session = createStore<SessionState>("unknown");

export const setSession = session.set;

export function useSession(): SessionState {
  return useStore(session);
}

/** Sets the state `ended` for an error of an ended session. Other 401 errors are about a password or a code. */
export function noticeEndedSession(error: unknown): void {
  if (isUsherError(error, "unauthenticated") && session.get() === "signed-in") setSession("ended");
}
