import { isUsherError } from "@usher/client";
import type { ReactNode } from "react";
import { useText } from "../i18n/use-text.tsx";
import { Button, buttonClass, Link } from "./button.tsx";

/**
 * Why something did not work, in the words of the API, with what to do next: plans for 402, another try, the number of the
 * request for a report.
 * @param error what was caught; null shows nothing
 * @param children what to offer for this refusal, such as the choices after a 409
 */
export function Refusal({ error, onRetry, children }: { error: unknown; onRetry?: () => void; children?: ReactNode }) {
  const t = useText("common");
  const reasonOf = useReason();
  if (error === null || error === undefined || isCancelled(error)) return null;
  const problem = isUsherError(error) ? error.problem : null;
  const needsPlan = problem?.status === 402;
  const needsFactor = problem?.status === 403 && problem.error === "second_factor_required";
  // The frame has asked for a sign-in above the screen: what is left is to try again.
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

/** Says why something did not work, in the words of the API. */
export function useReason(): (error: unknown) => string {
  const t = useText("common");
  return (error) => {
    if (isUsherError(error)) return error.problem.detail;
    // A browser asks for a passkey only under the name that the passkey is for (WebAuthn, section 5.1).
    if (error instanceof DOMException && error.name === "SecurityError") return t("passkey-elsewhere");
    return t(navigator.onLine ? "unreachable" : "offline");
  };
}

/** Somebody has closed a dialog, of the browser for a passkey or of the console for a step-up: no failure. */
function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError");
}

/** Why the action that was tried last did not work, of several that say so in one place; null if it did. */
export function lastError(...actions: { error: unknown; submittedAt: number }[]): unknown {
  const [last] = actions.toSorted((one, other) => other.submittedAt - one.submittedAt);
  return last?.error ?? null;
}

/** What the API says about each field of a form, by its path (`companions.0.name`). */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isUsherError(error)) return {};
  const fields: Record<string, string> = {};
  for (const { path, message } of error.problem.errors ?? []) fields[path] ??= message;
  return fields;
}
