import { isUsherError, refusalOf, type StepUp } from "@usher/client";
import { createStore, useStore } from "../store.ts";

/**
 * The session's state in this tab. `ended`: the session was revoked or expired while the console was open. The screen stays, with
 * all typed text, below a dialog that asks for a sign-in.
 */
export type SessionState = "unknown" | "signed-in" | "signed-out" | "ended";

const session = createStore<SessionState>("unknown");

/** The number of sign-ins that this tab has seen. */
let signIns = 0;

export function setSession(state: SessionState): void {
  if (state === "signed-in" && session.get() !== "signed-in") signIns++;
  session.set(state);
}

export function useSession(): SessionState {
  return useStore(session);
}

/**
 * Sends a request of the API client. Sets the state `ended` if the session has ended: 401 `unauthenticated`. Other 401
 * responses are about a password or a code. The 401 of a request that began before the newest sign-in is about an
 * earlier session.
 */
export async function sendInSession(request: Request): Promise<Response> {
  const signInsBefore = signIns;
  const response = await fetch(request);
  if (response.status === 401) {
    const { code } = refusalOf(
      await response
        .clone()
        .json()
        .catch(() => null),
      response,
    );
    const isCurrent = session.get() === "signed-in" && signInsBefore === signIns;
    if (code === "unauthenticated" && isCurrent) setSession("ended");
  }
  return response;
}

/** A request that waits until the host has verified again. */
export interface AskedStepUp {
  factorToken: StepUp["factor_token"];
  /** The account's ways to verify: `password`, `code`, `recovery_code`, `passkey`. */
  methods: readonly string[];
  onDone: () => void;
  onCancel: () => void;
}

const asked = createStore<AskedStepUp | null>(null);

/**
 * Sends a request that may need a step-up. After 403 `step_up_required` a dialog asks for the password, a code or a passkey, and
 * the request is sent again.
 * @throws DOMException `AbortError` if the host closes the dialog, which `<Refusal>` ignores; the errors of the request
 */
export async function withStepUp<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!isUsherError(error, "step_up_required")) throw error;
    const { factor_token: factorToken, methods } = error.problem;
    await new Promise<void>((resolve, reject) => {
      asked.set({
        factorToken: String(factorToken),
        methods: Array.isArray(methods) ? methods.map(String) : [],
        onDone: () => {
          asked.set(null);
          resolve();
        },
        onCancel: () => {
          asked.set(null);
          reject(new DOMException("The host has closed the dialog.", "AbortError"));
        },
      });
    });
    return send();
  }
}

export function useAskedStepUp(): AskedStepUp | null {
  return useStore(asked);
}
