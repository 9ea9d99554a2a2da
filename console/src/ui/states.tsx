import type { ReactNode } from "react";
import { ProgressBar } from "react-aria-components";

/** What a screen without data shows: what will be here, and the one next action. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="card empty">
      <h2>{title}</h2>
      {children === undefined ? null : <p className="muted">{children}</p>}
      {action}
    </div>
  );
}

/** Takes the place of what is loading. @param lines how many lines it stands for */
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

export function Badge({ tone, children }: { tone?: "good" | "warn" | "bad" | undefined; children: ReactNode }) {
  return <span className={tone === undefined ? "badge" : `badge ${tone}`}>{children}</span>;
}

/** How far something has come. @param value from 0 to `max`; null while that is unknown */
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
