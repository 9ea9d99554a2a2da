import { isUsherError } from "@usher/client";
import type { ReactNode } from "react";
import { useText } from "../i18n/use-text.tsx";
import { Button, buttonClass, Link } from "./button.tsx";

/**
 * Shows an error with the API's message and the next step: plans for 402, a retry, and the request ID.
 * @param error a caught value; null shows nothing
 * @param children ways out of this error, such as the choices after a 409
 */
export function Refusal({ error, onRetry, children }: { error: unknown; onRetry?: () => void; children?: ReactNode }) {
  const t = useText("common");
  const reasonOf = useReason();
  if (error === null || error === undefined || isCancelled(error)) return null;
  const problem = isUsherError(error) ? error.problem : null;
  const needsPlan = problem?.status === 402;
  const needsFactor = problem?.status === 403 && problem.error === "second_factor_required";
  // A dialog asks for a sign-in above the screen, so only a retry remains.
  if (problem?.error === "unauthenticated") {
    return (
      <p className="notice" role="status">
        {t("ended-retry")}
      </p>
    );
  }
  return (
    <div className="notice bad stack tight" role="alert">
      <p>{reasonOf(error)}</p>
      {children}
      <div className="row small">
        {needsPlan ? (
          <Link to="/account/plan" className={buttonClass("primary", true)}>
            {t("see-plans")}
          </Link>
        ) : null}
        {needsFactor ? (
          <Link to="/account/security" className={buttonClass("primary", true)}>
            {t("add-factor")}
          </Link>
        ) : null}
        {onRetry === undefined ? null : (
          <Button look="quiet" isSmall onPress={onRetry}>
            {t("try-again")}
          </Button>
        )}
        {problem === null ? null : <span className="muted break">{t("request", { id: problem.request_id })}</span>}
      </div>
    </div>
  );
}

/** Returns a function that explains an error, with the API's message. */
export function useReason(): (error: unknown) => string {
  const t = useText("common");
  return (error) => {
    if (isUsherError(error)) return error.problem.detail;
    // A browser offers a passkey only under its host name (WebAuthn, section 5.1).
    if (error instanceof DOMException && error.name === "SecurityError") return t("passkey-elsewhere");
    return t(navigator.onLine ? "unreachable" : "offline");
  };
}

/** True if the host closed the browser's passkey dialog or the console's step-up dialog. */
function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError");
}

/** Returns the error of the latest of several actions, or null if it succeeded. */
export function lastError(...actions: { error: unknown; submittedAt: number }[]): unknown {
  const [last] = actions.toSorted((one, other) => other.submittedAt - one.submittedAt);
  return last?.error ?? null;
}

/** Returns the API's message per field, by path (`companions.0.name`). */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isUsherError(error)) return {};
  const fields: Record<string, string> = {};
  for (const { path, message } of error.problem.errors ?? []) fields[path] ??= message;
  return fields;
}
