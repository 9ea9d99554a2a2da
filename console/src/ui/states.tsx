import type { ReactNode } from "react";
import { ProgressBar } from "react-aria-components";
import { Refusal } from "./refusal.tsx";

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
