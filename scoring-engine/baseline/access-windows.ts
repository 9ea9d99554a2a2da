import { originAt, STATUS_LETTERS } from "./access-columns.ts";
import type { AccessLog, Origin } from "./guest-baseline.ts";

/** Later than `after` and at most `until`, epoch milliseconds. */
export interface TimeSpan {
  readonly after: number;
  readonly until: number;
}

const AUTOMATED_CODE = STATUS_LETTERS.automated.charCodeAt(0);

/** Index of the first access later than `after`; times are in order, and spans end with the newest mostly. */
export function firstAfter({ at }: AccessLog, after: number): number {
  let first = at.length;
  while (first > 0 && (at[first - 1] ?? Number.NaN) > after) first -= 1;
  return first;
}

function isHumanUntil(log: AccessLog, index: number, until: number): boolean {
  return (log.at[index] ?? Number.NaN) <= until && log.statuses.charCodeAt(index) !== AUTOMATED_CODE;
}

/** Counts accesses that were not automated, optionally only those of some origins. */
export function countAccesses(log: AccessLog, span: TimeSpan, isCounted?: (origin: Origin) => boolean): number {
  let count = 0;
  for (let index = firstAfter(log, span.after); index < log.at.length; index += 1) {
    if (!isHumanUntil(log, index, span.until)) continue;
    if (isCounted === undefined || isCounted(originAt(log, index))) count += 1;
  }
  return count;
}

/** The distinct origins of accesses that were not automated. */
export function originsWithin(log: AccessLog, span: TimeSpan): Set<Origin> {
  const origins = new Set<Origin>();
  let latest: Origin | undefined;
  for (let index = firstAfter(log, span.after); index < log.at.length; index += 1) {
    const origin = originAt(log, index);
    if (origin === latest || !isHumanUntil(log, index, span.until)) continue;
    origins.add(origin);
    latest = origin;
  }
  return origins;
}
