import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import packageJson from "../../package.json" with { type: "json" };
import { closedLoop, type Load, openClient, openLoop, requestOf } from "./load.ts";
import { memoryBenchmark } from "./memory.ts";

/**
 * Throughput of the engine relative to a bare @grpc/grpc-js echo of the same messages, and the engine's latency at half of
 * the target load.
 *   npm run bench -- engine [--seconds 2] [--rounds 8] [--guests 5000] [--memory 1000000]
 * Rounds are short and alternate between the two, so that other load on the machine affects both; each has a ratio of its
 * own. `--memory n` scores n distinct guests instead and prints the engine's memory every 100,000.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "8" },
    guests: { type: "string", default: "5000" },
    memory: { type: "string", default: "0" },
  },
});
/** Target: share of the echo's throughput. */
const TARGET_RATIO = 0.6;
/** Concurrent calls, enough to keep one server process busy. */
const WIDTH = 32;
/** Until the code is compiled and every guest has a document. Milliseconds. */
const WARM_UP_MS = 10_000;
/** Length of the run at half load. Milliseconds. */
const HALF_LOAD_MS = 4_000;
/** Target: largest variation of memory from 300,000 guests on, as a share. */
const MAX_SPREAD = 0.05;
const SECRET = "bench-secret-of-at-least-thirty-two-bytes";

interface Program {
  readonly pid: number;
  readonly address: string;
  readonly metricsUrl: string;
  stop(): void;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The command that deployments start the engine with, without `node`. */
const ENGINE_ARGS = packageJson.scripts.engine.split(" ").slice(1);

/** @param args options of Node and the script, relative to the repository's root */
function start(args: readonly string[], env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
    child.stdout.once("data", (line: Buffer) => {
      const ready = JSON.parse(String(line));
      resolve({
        pid: child.pid ?? 0,
        address: `127.0.0.1:${ready.grpc_port}`,
        metricsUrl: `http://127.0.0.1:${ready.metrics_port}/metrics`,
        stop: () => child.kill("SIGTERM"),
      });
    });
  });
}

/** CPU time of a process, all threads, in microseconds (Linux counts hundredths of a second). */
function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** The lower median. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0;
const quotients = (over: readonly number[], under: readonly number[]): number[] =>
  over.map((number, index) => number / (under[index] ?? Number.NaN));
const show = (name: string, load: Load): void => {
  const { perSecond, p50, p99, failed } = load;
  console.log(
    `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  failed ${failed}`,
  );
};

/** Upper bound of the histogram bucket of a quantile between two scrapes. Milliseconds. */
function engineQuantile(before: string, after: string, share: number): string {
  const buckets = (text: string): Map<string, number> =>
    new Map(
      [...text.matchAll(/engine_call_seconds_bucket\{le="([^"]+)",verb="score"\} (\d+)/g)].map((m) => [
        m[1] ?? "",
        Number(m[2]),
      ]),
    );
  const old = buckets(before);
  const counts = [...buckets(after)].map(([le, count]) => [le, count - (old.get(le) ?? 0)] as const);
  const total = counts.at(-1)?.[1] ?? 0;
  const bucket = counts.find(([, count]) => count >= total * share);
  return bucket === undefined ? "?" : `${Number(bucket[0]) * 1_000}`;
}

const folder = mkdtempSync(join(tmpdir(), "bench-engine-"));
const startEngine = (): Promise<Program> =>
  start(ENGINE_ARGS, {
    SCORING_ENGINE_SECRET: SECRET,
    GRPC_PORT: "0",
    GRPC_WEB_PORT: "0",
    METRICS_PORT: "0",
    STORE_PATH: join(folder, "engine.sqlite"),
  });

/** @returns whether the target was met */
async function throughput(engine: Program, seconds: number, rounds: number, guests: number): Promise<boolean> {
  const echo = await start(["bench/engine/echo-server.ts"], {});
  const clients = { echo: openClient(echo.address, SECRET), engine: openClient(engine.address, SECRET) };
  let n = 0;
  const next = (): Buffer => {
    n += 1;
    return requestOf(n, guests);
  };
  for (const client of Object.values(clients)) await closedLoop(client, next, WIDTH, WARM_UP_MS);
  const rates: Record<"echo" | "engine", number[]> = { echo: [], engine: [] };
  const costs: Record<"echo" | "engine", number[]> = { echo: [], engine: [] };
  const programs = { echo, engine };
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of ["echo", "engine"] as const) {
      const cpuBefore = cpuMicros(programs[name].pid);
      const load = await closedLoop(clients[name], next, WIDTH, seconds * 1_000);
      rates[name].push(load.perSecond);
      costs[name].push((cpuMicros(programs[name].pid) - cpuBefore) / load.calls);
      show(`${name}, round ${round}`, load);
    }
  }
  const ratios = quotients(rates.engine, rates.echo);
  const ratio = median(ratios);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  console.log(
    `ratio ${ratio.toFixed(2)} (target ${TARGET_RATIO}), median of ${ratios.length} rounds, ${least.toFixed(2)} to ${most.toFixed(2)}`,
  );
  const share = median(quotients(costs.echo, costs.engine));
  console.log(
    `CPU per call: echo ${median(costs.echo).toFixed(0)} µs, engine ${median(costs.engine).toFixed(0)} µs, share ${share.toFixed(2)}`,
  );
  const before = await (await fetch(engine.metricsUrl)).text();
  const half = Math.round((median(rates.echo) * TARGET_RATIO) / 2);
  show(`engine at ${half}/s`, await openLoop(clients.engine, next, half, HALF_LOAD_MS));
  const after = await (await fetch(engine.metricsUrl)).text();
  console.log(
    `in the engine: p50 ≤ ${engineQuantile(before, after, 0.5)} ms, p99 ≤ ${engineQuantile(before, after, 0.99)} ms`,
  );
  for (const client of Object.values(clients)) client.close();
  echo.stop();
  return ratio >= TARGET_RATIO;
}

/** @returns whether the target was met */
async function memory(engine: Program, guests: number): Promise<boolean> {
  const client = openClient(engine.address, SECRET);
  const spread = await memoryBenchmark(guests, client, engine, WIDTH);
  client.close();
  return !(spread > MAX_SPREAD);
}

const engine = await startEngine();
try {
  const guests = Number(values.memory);
  const isReached =
    guests > 0
      ? await memory(engine, guests)
      : await throughput(engine, Number(values.seconds), Number(values.rounds), Number(values.guests));
  process.exitCode = isReached ? 0 : 1;
} finally {
  engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
