/** Stable codes; the API stores and shows them, so they never change meaning. */
export type SignalName =
  | "device_mismatch"
  | "ip_change"
  | "missing_signals"
  | "repeated_access"
  | "geo_jump"
  | "automated_fetch";

/** Numbers and short words only: a host reads them in the access log, so no address and no agent. */
export type Evidence = Readonly<Record<string, string | number | boolean | null>>;

export interface Signal {
  readonly name: SignalName;
  /** 0 (quiet) to 100. */
  readonly score: number;
  /** The code to give as a reason; null while the signal is too weak to speak of. */
  readonly reason: SignalName | null;
  readonly evidence: Evidence;
}

/** Below this a signal helps to rank but is no reason that a host should read. */
const REASON_FLOOR = 15;

const NO_EVIDENCE: Evidence = {};

/**
 * Builds a signal's result; the score is clamped to 0–100.
 * @param evidence asked only where there is something to prove: most signals of most accesses are quiet
 */
export function signal(name: SignalName, score: number, evidence?: () => Evidence): Signal {
  const clamped = Math.min(100, Math.max(0, score));
  if (clamped < REASON_FLOOR) return { name, score: clamped, reason: null, evidence: NO_EVIDENCE };
  return { name, score: clamped, reason: name, evidence: evidence?.() ?? NO_EVIDENCE };
}

/**
 * Straight lines through points, flat outside them.
 * @param points pairs of input and score, in rising order of input
 */
export function ramp(value: number, ...points: readonly (readonly [number, number])[]): number {
  let [previous] = points;
  if (previous === undefined || value <= previous[0]) return previous?.[1] ?? 0;
  for (const point of points) {
    if (value <= point[0]) {
      const share = point[0] === previous[0] ? 1 : (value - previous[0]) / (point[0] - previous[0]);
      return previous[1] + share * (point[1] - previous[1]);
    }
    previous = point;
  }
  return previous[1];
}

/** One decimal is all that a reader needs. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
