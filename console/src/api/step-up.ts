import { isUsherError, type StepUp } from "@usher/client";
import { createStore, useStore } from "../store.ts";

/** A request that waits until the host has shown again who they are. */
export interface AskedStepUp {
  factorToken: StepUp["factor_token"];
  /** What the account can prove itself with: `password`, `code`, `recovery_code`, `passkey`. */
  methods: readonly string[];
  onDone: () => void;
  onCancel: () => void;
}

const asked = createStore<AskedStepUp | null>(null);

/**
 * Sends a request that may need a step-up: when it is refused with 403 `step_up_required`, a dialog asks for the password, a
 * code or a passkey, and the request is sent again.
 * @throws DOMException `AbortError` when the host closes the dialog, which `<Refusal>` shows as nothing; what the request throws
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

/** The step-up that waits for the host, or null. */
export function useAskedStepUp(): AskedStepUp | null {
  return useStore(asked);
}
