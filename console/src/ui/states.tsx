import { isUsherError } from "@usher/client";
import type { ReactNode } from "react";
import { ProgressBar } from "react-aria-components";
import { textsOf } from "../i18n/text.tsx";
import { Button, buttonClass, Link } from "./button.tsx";

const t = textsOf("common");

/** Shown in place of a list without items: what will be here, and the next action. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="card empty">
      <h2>{title}</h2>
      {children === undefined ? null : <p className="muted">{children}</p>}
      {action}
    </div>
  );
}

/** Stands for content that is loading. @param lines the number of lines of that content */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className="stack tight" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
          key={line}
          className="skeleton"
          style={{ width: `${92 - ((line * 17) % 40)}%` }}
        />
      ))}
    </div>
  );
}

/** Stands for a query's data: the error with a retry, or a skeleton while the first request is pending. */
export function Loading({
  query,
  ...skeleton
}: {
  query: { error: unknown; isPending: boolean; refetch: () => unknown };
  lines?: number;
  label: string;
}) {
  return (
    <>
      <Refusal error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton {...skeleton} /> : null}
    </>
  );
}

export function Badge({ tone, children }: { tone?: "good" | "warn" | "bad" | undefined; children: ReactNode }) {
  return <span className={tone === undefined ? "badge" : `badge ${tone}`}>{children}</span>;
}

/** The progress of an operation. @param value from 0 to `max`, or null while it is unknown */
export function Progress({ label, value, max }: { label: string; value: number | null; max: number }) {
  return (
    <ProgressBar
      aria-label={label}
      className="progress"
      maxValue={max}
      {...(value === null ? { isIndeterminate: true } : { value })}
    >
      {({ percentage, valueText }) => (
        <>
          <div className="row spread small">
            <span>{label}</span>
            <span className="numeric muted">{valueText}</span>
          </div>
          <div className="bar">
            <div className="fill" style={{ width: `${percentage ?? 30}%` }} />
          </div>
        </>
      )}
    </ProgressBar>
  );
}

/**
 * Shows an error with the API's message and the next step: plans for 402, a retry, and the request ID.
 * @param error a caught value; null shows nothing
 * @param children ways out of this error, such as the choices after a 409
 */
export function Refusal({ error, onRetry, children }: { error: unknown; onRetry?: () => void; children?: ReactNode }) {
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

/** Explains an error, with the API's message. */
export function reasonOf(error: unknown): string {
  if (isUsherError(error)) return error.problem.detail;
  // A browser offers a passkey only under its host name (WebAuthn, section 5.1).
  if (error instanceof DOMException && error.name === "SecurityError") return t("passkey-elsewhere");
  return t(navigator.onLine ? "unreachable" : "offline");
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
