import { ATTACKS, HONEST, impactOf, meanRecall, PROGRAMS, type Recalls } from "./report.ts";
import { frictionOf, type Served, throughOf } from "./through.ts";
import type { Visit } from "./visit.ts";

/** Target for `low`: the share of accesses opened with the links of guests who can be sent a code. */
const MAX_THROUGH = 0.02;

/** Targets: blocked honest accesses and honest accesses asked for a code, per 10,000; milliseconds in the engine. */
const MAX_BLOCKED_PER_10_000 = 1;
const MAX_FRICTION_PER_10_000 = 20;
const MAX_P99_MS = 5;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

interface Measured {
  readonly recall: readonly Recalls[];
  readonly served: readonly Served[];
  readonly scores: readonly { readonly visits: readonly Visit[]; readonly scores: readonly number[] }[];
  readonly p99: number;
  readonly ours: string;
  /** Names of the recalls that Usher's engine must equal. It must exceed all other rules. */
  readonly engines: readonly string[];
  /** Name among the recalls that is only shown. */
  readonly diagnostic: string;
}

/** Descriptions of missed targets. */
export function targetsMissed({ recall, served, scores, p99, ours, engines, diagnostic }: Measured): string[] {
  const missed: string[] = [];
  for (const attack of ATTACKS) {
    const own = meanRecall(recall, ours, attack);
    const names = [...(recall[0]?.keys() ?? [])].filter((name) => name !== ours && name !== diagnostic);
    const ahead = names.filter((name) => {
      const other = meanRecall(recall, name, attack);
      return engines.includes(name) ? other > own : other >= own;
    });
    if (ahead.length > 0) missed.push(`${attack}: not ahead of ${ahead.join(", ")}`);
  }
  const count = (classes: readonly (typeof HONEST | typeof PROGRAMS)[number][]) => {
    const harms = scores.flatMap((one) => classes.map((name) => impactOf(one.visits, one.scores, name)));
    return {
      accesses: harms.reduce((n, one) => n + one.accesses, 0),
      blocked: harms.reduce((n, one) => n + one.blocked, 0),
    };
  };
  const honest = count(HONEST);
  if ((honest.blocked / honest.accesses) * 10_000 > MAX_BLOCKED_PER_10_000) {
    missed.push(`${honest.blocked} honest accesses blocked`);
  }
  const programs = count(PROGRAMS);
  if (programs.blocked > 0) missed.push(`${programs.blocked} scanners or previews blocked`);
  const friction = frictionOf(served, ["on", "high"]);
  if (friction > MAX_FRICTION_PER_10_000)
    missed.push(`${friction.toFixed(1)} of 10,000 honest accesses asked for a code`);
  for (const attack of ATTACKS) {
    const { openedOfReachable } = throughOf(served, ["on", "low"], attack);
    if (openedOfReachable > MAX_THROUGH) missed.push(`${attack}: ${percent(openedOfReachable)} opened from low on`);
  }
  if (!(p99 <= MAX_P99_MS)) missed.push(`p99 ${p99} ms`);
  return missed;
}
