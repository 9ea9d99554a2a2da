import { parseArgs } from "node:util";
import { type Scored, startEngine } from "./replay.ts";
import { ATTACKS, HONEST, type Impact, impactOf, PROGRAMS, recalls, table, thresholdOf } from "./report.ts";
import { RIVAL_RULES } from "./rival-rules.ts";
import { generateStream } from "./stream.ts";
import type { AttackClass, Visit } from "./visit.ts";

/**
 * Replays seeded streams of honest guests and attackers through the engine over gRPC, and the same streams through
 * published third-party rules.
 *   node bench/risk/main.ts [--seeds 101,102,103] [--events 12] [--guests 250] [--no-edge] [--no-script] [--why]
 * `--no-edge`: without the edge's location data, only with the engine's city database. `--no-script`: without the page
 * scripts' reports. `--why` lists the honest accesses with the highest scores and the attacks that were missed.
 * Exits with 1 when a target is missed.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "101,102,103" },
    events: { type: "string", default: "12" },
    guests: { type: "string", default: "250" },
    "no-edge": { type: "boolean", default: false },
    "no-script": { type: "boolean", default: false },
    why: { type: "boolean", default: false },
  },
});
/** Targets: blocked honest accesses per 10,000, and milliseconds in the engine. */
const MAX_BLOCKED_PER_10_000 = 1;
const MAX_P99_MS = 5;
const OURS = "Usher";

interface Run {
  readonly visits: readonly Visit[];
  readonly scored: readonly Scored[];
  readonly recall: ReadonlyMap<string, Record<AttackClass, number>>;
}

async function run(seed: number): Promise<{ run: Run; p50: number; p99: number }> {
  const visits = generateStream({
    seed,
    events: Number(values.events),
    guestsPerEvent: Number(values.guests),
    visible: { edge: !values["no-edge"], script: !values["no-script"] },
  });
  const engine = await startEngine();
  try {
    const scored = await engine.replay(visits);
    const recall = new Map([
      [
        OURS,
        recalls(
          visits,
          scored.map((one) => one.score),
        ),
      ],
    ]);
    for (const { name, start } of RIVAL_RULES) recall.set(name, recalls(visits, visits.map(start())));
    return { run: { visits, scored, recall }, ...(await engine.latency()) };
  } finally {
    engine.stop();
  }
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function recallTable(runs: readonly Run[]): string {
  const names = [OURS, ...RIVAL_RULES.map(({ name }) => name)];
  const cell = (name: string, attack: AttackClass): string =>
    percent(mean(runs.map(({ recall }) => recall.get(name)?.[attack] ?? 0)));
  return table([
    ["attack", ...names],
    ...ATTACKS.map((attack) => [attack, ...names.map((name) => cell(name, attack))]),
  ]);
}

function harmTable(runs: readonly Run[]): string {
  const rows = [...HONEST, ...PROGRAMS].map((name) => {
    const harms = runs.map(({ visits, scored }) =>
      impactOf(
        visits,
        scored.map((one) => one.score),
        name,
      ),
    );
    const sum = (of: (harm: Impact) => number): number => harms.reduce((total, harm) => total + of(harm), 0);
    const accesses = sum((harm) => harm.accesses);
    const per = (count: number): string => ((count / accesses) * 10_000).toFixed(1);
    return [name, String(accesses), per(sum((harm) => harm.high)), per(sum((harm) => harm.blocked))];
  });
  return table([["class", "accesses", "high per 10,000", "blocked per 10,000"], ...rows]);
}

function why({ visits, scored }: Run): void {
  const honest = visits
    .map((visit, index) => ({ visit, ...scored[index] }))
    .filter(({ visit }) => visit.label.side === "honest");
  const worst = honest.sort((a, b) => (b.score ?? 0) - (a.score ?? 0)).slice(0, Math.ceil(honest.length * 0.015));
  for (const { visit, score, evidence } of worst) console.log(score, visit.label.class, JSON.stringify(evidence));
  const threshold = thresholdOf(honest.map(({ score }) => score ?? 0));
  for (const [index, visit] of visits.entries()) {
    const { score = 0, evidence } = scored[index] ?? {};
    if (visit.label.side === "attack" && score <= threshold)
      console.log("missed", score, visit.label.class, JSON.stringify(evidence));
  }
}

/** Descriptions of missed targets. */
function misses(runs: readonly Run[], p99: number): string[] {
  const missed: string[] = [];
  for (const attack of ATTACKS) {
    for (const { recall } of runs) {
      const ours = recall.get(OURS)?.[attack] ?? 0;
      const ahead = RIVAL_RULES.filter(({ name }) => (recall.get(name)?.[attack] ?? 0) >= ours);
      if (ahead.length > 0) missed.push(`${attack}: not ahead of ${ahead.map(({ name }) => name).join(", ")}`);
    }
  }
  const count = (
    names: readonly (typeof HONEST | typeof PROGRAMS)[number][],
  ): { accesses: number; blocked: number } => {
    const harms = runs.flatMap(({ visits, scored }) =>
      names.map((name) =>
        impactOf(
          visits,
          scored.map((one) => one.score),
          name,
        ),
      ),
    );
    return {
      accesses: harms.reduce((n, one) => n + one.accesses, 0),
      blocked: harms.reduce((n, one) => n + one.blocked, 0),
    };
  };
  const honest = count(HONEST);
  if ((honest.blocked / honest.accesses) * 10_000 > MAX_BLOCKED_PER_10_000)
    missed.push(`${honest.blocked} honest accesses blocked`);
  const programs = count(PROGRAMS);
  if (programs.blocked > 0) missed.push(`${programs.blocked} scanners or previews blocked`);
  if (!(p99 <= MAX_P99_MS)) missed.push(`p99 ${p99} ms`);
  return missed;
}

const runs: Run[] = [];
const latencies: { p50: number; p99: number }[] = [];
for (const seed of values.seeds.split(",").map(Number)) {
  const { run: one, p50, p99 } = await run(seed);
  runs.push(one);
  latencies.push({ p50, p99 });
  if (values.why) why(one);
}
const p99 = Math.max(...latencies.map((one) => one.p99));
const accesses = runs.reduce((sum, { visits }) => sum + visits.length, 0);
console.log(
  `${accesses} accesses, seeds ${values.seeds}${values["no-edge"] ? ", without edge facts" : ""}${values["no-script"] ? ", without page scripts" : ""}\n`,
);
console.log(`Recall at 1 % false positives, mean over seeds\n\n${recallTable(runs)}\n`);
console.log(`Impact at the default thresholds\n\n${harmTable(runs)}\n`);
console.log(`In the engine, per call: p50 ≤ ${Math.max(...latencies.map((one) => one.p50))} ms, p99 ≤ ${p99} ms`);
const missed = misses(runs, p99);
console.log(missed.length === 0 ? "All targets reached." : missed.join("\n"));
process.exitCode = missed.length === 0 ? 0 : 1;
