import { parseArgs } from "node:util";
import { targetsMissed } from "./aims.ts";
import { curveTable, type Unruled } from "./curve.ts";
import { withDeviceIds } from "./device-ids.ts";
import { ceilingOf, harmMissed, harmTable, paidTable } from "./harm.ts";
import { generateRbaStream } from "./rba.ts";
import { type Scored, startEngine } from "./replay.ts";
import {
  ATTACKS,
  fixed,
  HONEST,
  type Impact,
  impactOf,
  PROGRAMS,
  percent,
  recalls,
  recallTable,
  table,
  thresholdOf,
} from "./report.ts";
import { RIVAL_RULES } from "./rival-rules.ts";
import { openService, STEP_UP_FROM, type StepUp } from "./service.ts";
import { generateStream } from "./stream.ts";
import { readStreamFile, StreamFileError } from "./stream-file.ts";
import {
  codesTable,
  frictionTable,
  reportTable,
  type Served,
  shareOf,
  throughTable,
  VARIANTS,
  variantAccesses,
} from "./through.ts";
import type { AttackClass, Visit } from "./visit.ts";
import { SETTINGS, type Setting, type WorstEvents, worstEvents, worstMissed, worstTable } from "./worst-events.ts";

/**
 * Replays seeded streams of honest guests and attackers through the engine over gRPC, with device IDs and without, and the
 * same streams through published third-party rules. Without IDs the engine scores as it did before it knew them.
 *   npm run bench -- risk [--seeds 101,102,103] [--events 12] [--guests 250] [--no-edge] [--script always|forms|never]
 *     [--generator usher|rba] [--stream FILE] [--curve] [--worst] [--steps high,medium,low]
 *     [--opponent <path>] [--why]
 * `--no-edge`: without the edge's location data, only with the engine's city database. `--script`: whether the page's
 * script reports hardware, time zone and language with every access, with forms (as the service does), or never.
 * `--opponent`: `scoring-engine/main.ts` of another checkout, which gets the same streams. `--why` lists the honest accesses
 * with the highest scores and the attacks that were missed. `--generator rba`: the second generator (`rba.ts`). `--stream`: replays
 * a file of JSON lines (bench/README.md has the fields). `--steps`: values of `step_up_from` to replay in
 * addition to `block`; the columns of others are empty. `--curve`: only the limits of the rule on answers for many guests.
 * `--worst`: only the honest events (`honest-events.ts`): the share of guests of one event who are asked or refused, and harm.
 * Exits with 1 when a target is missed, and names its row.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "101,102,103" },
    events: { type: "string", default: "12" },
    guests: { type: "string", default: "250" },
    "no-edge": { type: "boolean", default: false },
    script: { type: "string", default: "always" },
    generator: { type: "string", default: "usher" },
    stream: { type: "string" },
    steps: { type: "string", default: "high,medium,low" },
    curve: { type: "boolean", default: false },
    worst: { type: "boolean", default: false },
    opponent: { type: "string" },
    why: { type: "boolean", default: false },
  },
});
const OURS = "Usher";
const WITHOUT_IDS = "without ids";
const OPPONENT = "opponent";

/** Settings that are replayed in addition to `block`. */
const steps: readonly string[] = values.steps.split(",").filter((step) => step !== "block");

interface Run {
  readonly visits: readonly Visit[];
  readonly scored: readonly Scored[];
  readonly recall: ReadonlyMap<string, Record<AttackClass, number>>;
  readonly served: readonly Served[];
  readonly latency: Latency;
}

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

function scriptOf(text: string): "always" | "forms" | "never" {
  if (text === "always" || text === "forms" || text === "never") return text;
  throw new RangeError("--script is always, forms or never");
}

interface Replayed extends Served {
  readonly scored: readonly Scored[];
  readonly latency: Latency;
}

async function replayed(
  visits: readonly Visit[],
  hasDeviceIds: boolean,
  stepUp: StepUp,
  main?: string,
): Promise<Replayed> {
  const engine = await startEngine(main);
  try {
    const scored = await engine.replay(visits, openService(stepUp, hasDeviceIds));
    const outcomes = scored.map(({ outcome }) => outcome);
    return { hasDeviceIds, stepUp, visits, scored, outcomes, latency: await engine.latency() };
  } finally {
    engine.stop();
  }
}

function streamOf(seed: number): Visit[] {
  if (values.stream !== undefined) return readStreamFile(values.stream);
  const size = { seed, events: Number(values.events), guestsPerEvent: Number(values.guests) };
  if (values.generator === "rba") return generateRbaStream(size);
  if (values.generator !== "usher") throw new RangeError("--generator is usher or rba");
  return generateStream({ ...size, visible: { edge: !values["no-edge"], script: scriptOf(values.script) } });
}

/** A stream as a service without the rule on answers for many guests serves it. */
async function unruled(seed: number): Promise<Unruled> {
  const visits = withDeviceIds(streamOf(seed), seed);
  const engine = await startEngine();
  try {
    const scored = await engine.replay(visits, openService("block", true));
    return { visits, outcomes: scored.map(({ outcome }) => outcome) };
  } finally {
    engine.stop();
  }
}

/** The honest events, and the harm in the streams, at each setting. */
async function measureWorst(): Promise<string[]> {
  const worst: WorstEvents[] = [];
  const harms = new Map<Setting, Served[]>();
  const visible = { edge: !values["no-edge"], script: scriptOf(values.script) };
  for (const setting of SETTINGS.filter(({ stepUp }) => stepUp === "block" || steps.includes(stepUp))) {
    const engine = await startEngine();
    try {
      worst.push(await worstEvents(engine, setting, seeds, visible));
      const served: Served[] = [];
      for (const seed of seeds) {
        const visits = withDeviceIds(streamOf(seed), seed);
        const scored = await engine.replay(visits, openService(setting.stepUp, true, setting.asksForMany));
        const outcomes = scored.map(({ outcome }) => outcome);
        served.push({ hasDeviceIds: true, stepUp: setting.stepUp, visits, outcomes });
      }
      harms.set(setting, served);
    } finally {
      engine.stop();
    }
  }
  console.log(`Honest events, seeds ${values.seeds}\n\n${worstTable(worst, harms)}\n`);
  return worstMissed(worst);
}

async function run(seed: number): Promise<Run> {
  const without = streamOf(seed);
  const visits = withDeviceIds(without, seed);
  const ours = await replayed(visits, true, "block");
  const before = await replayed(without, false, "block");
  const served: Replayed[] = [ours, before];
  for (const [ids, stepUp] of VARIANTS.filter(([, step]) => steps.includes(step))) {
    served.push(await replayed(ids === "on" ? visits : without, ids === "on", stepUp));
  }
  const scoresOf = ({ scored }: Replayed): number[] => scored.map(({ score }) => score);
  const recall = new Map([
    [OURS, recalls(visits, scoresOf(ours))],
    [WITHOUT_IDS, recalls(visits, scoresOf(before))],
  ]);
  if (values.opponent !== undefined) {
    recall.set(OPPONENT, recalls(visits, scoresOf(await replayed(visits, true, "block", values.opponent))));
  }
  for (const { name, start } of RIVAL_RULES) recall.set(name, recalls(visits, visits.map(start())));
  return { visits, scored: ours.scored, recall, served, latency: ours.latency };
}

function impactTable(runs: readonly Run[]): string {
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
    const per = (count: number): string => fixed((count / accesses) * 10_000);
    return [name, String(accesses), per(sum((harm) => harm.high)), per(sum((harm) => harm.blocked))];
  });
  return table([["class", "accesses", "high per 10,000", "blocked per 10,000"], ...rows]);
}

/** Scores of an exported access log, and how many of its accesses are asked for a code. It has no targets. */
function unlabelledTable(runs: readonly Run[], served: readonly Served[]): string {
  const scores = runs.flatMap(({ visits, scored }) =>
    scored.filter((_, index) => visits[index]?.label.side === "unlabelled").map(({ score }) => score),
  );
  const { low: _, ...bands } = STEP_UP_FROM;
  const scoredFrom = Object.entries(bands).map(([band, from]) => [
    `scored ${from} or more (${band})`,
    percent(scores.filter((score) => score >= from).length / scores.length),
  ]);
  const asked = VARIANTS.map((variant) => [
    `asked for a code, ids ${variant[0]}, from ${variant[1]}`,
    percent(shareOf(variantAccesses(served, variant, ["unlabelled"]), ({ outcome }) => outcome.asked)),
  ]);
  return table([["share of accesses", String(scores.length)], ...scoredFrom, ...asked]);
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

function ceilingTable(runs: readonly Run[]): string {
  const streams = runs.map(({ visits }) => visits);
  const rows = ATTACKS.map((attack) => [attack, percent(ceilingOf(streams, attack))]);
  return table([["attack", "recall is at most"], ...rows]);
}

function report(runs: readonly Run[]): string[] {
  const p99 = Math.max(...runs.map(({ latency }) => latency.p99));
  const p50 = Math.max(...runs.map(({ latency }) => latency.p50));
  const accesses = runs.reduce((sum, { visits }) => sum + visits.length, 0);
  const served = runs.flatMap((one) => one.served);
  const recall = runs.map((one) => one.recall);
  const source = values.stream ?? `generator ${values.generator}, seeds ${values.seeds}`;
  const limits = `${values["no-edge"] ? ", without edge facts" : ""}, page scripts report: ${values.script}`;
  console.log(`${accesses} accesses, ${source}${limits}\n`);
  const sides = new Set(runs.flatMap(({ visits }) => visits.map(({ label }) => label.side)));
  if (sides.has("unlabelled")) console.log(`Accesses without a label\n\n${unlabelledTable(runs, served)}\n`);
  if (sides.size === 1 && sides.has("unlabelled")) return [];
  console.log(`Gains of attackers, share of their accesses\n\n${harmTable(served)}\n`);
  console.log(`Codes and hidden RSVPs of honest guests\n\n${paidTable(served)}\n`);
  console.log(`Recall at 1 % false positives, mean over seeds\n\n${recallTable(recall)}\n`);
  console.log(`Its ceiling: what the stream does not draw as honest people are\n\n${ceilingTable(runs)}\n`);
  console.log(`Impact at the default thresholds, with device ids\n\n${impactTable(runs)}\n`);
  console.log(`Accesses of attackers that got through, with a code from a band on\n\n${throughTable(served)}\n`);
  console.log(`What a report changes\n\n${reportTable(served)}\n`);
  console.log(`Cost for honest guests\n\n${frictionTable(served)}\n`);
  console.log(`Codes that honest guests enter\n\n${codesTable(served)}\n`);
  console.log(`In the engine, per call: p50 ≤ ${p50} ms, p99 ≤ ${p99} ms`);
  const scores = runs.map(({ visits, scored }) => ({ visits, scores: scored.map(({ score }) => score) }));
  const engines = [OPPONENT];
  return [
    ...harmMissed(served),
    ...targetsMissed({ recall, served, scores, p99, ours: OURS, engines, diagnostic: WITHOUT_IDS }),
  ];
}

const seeds = values.stream === undefined ? values.seeds.split(",").map(Number) : [0];
try {
  if (values.curve) {
    const streams: Unruled[] = [];
    for (const seed of seeds) streams.push(await unruled(seed));
    console.log(curveTable(streams));
  } else {
    const missed: string[] = [];
    if (!values.worst) {
      const runs: Run[] = [];
      for (const seed of seeds) {
        const one = await run(seed);
        runs.push(one);
        if (values.why) why(one);
      }
      missed.push(...report(runs));
    }
    if (values.stream === undefined) missed.push(...(await measureWorst()));
    console.log(missed.length === 0 ? "All targets reached." : `Targets missed:\n${missed.join("\n")}`);
    process.exitCode = missed.length === 0 ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof StreamFileError)) throw error;
  console.error(`${values.stream}: nothing was replayed: ${error.message}`);
  process.exitCode = 1;
}
