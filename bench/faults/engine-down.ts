/**
 * Guests open their invitations at a steady rate while the engine is stopped (SIGSTOP), killed, slow, or responds with
 * garbage. No guest may wait for it, the circuit breaker must open, and when the engine is back every access without a
 * score must get one over the bus; exits with 1 otherwise.
 *
 *     npm run bench -- engine-down [--per-second 50] [--seconds 8]
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { type Client, quantile, startClient } from "../worker/load.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { type InvitedGuest, makeHost } from "./host.ts";
import { inFolder, type KillableWorker, prepareWorker, startWorker } from "./killable-worker.ts";

const { values } = parseArgs({
  options: { "per-second": { type: "string", default: "50" }, seconds: { type: "string", default: "8" } },
});
const PER_SECOND = Number(values["per-second"]);
const REQUESTS = PER_SECOND * Number(values.seconds);
/** Longest response time for guests, whatever the engine does. */
const MAX_P99_MS = 300;
/**
 * Five failures open the circuit breaker; calls of the 250 ms before that are failures too. Then one call every two
 * seconds probes.
 */
const MAX_CALLS = 5 + PER_SECOND * 0.25 + Number(values.seconds) / 2 + 5;
/** Twice the longest retry delay of a queue message after so short an outage. */
const SCORED_WITHIN_MS = 120_000;
const SECRET = "an-engine-secret-that-only-this-run-knows";

interface Setup {
  worker: KillableWorker;
  proxy: FaultProxy;
  engine: EngineProcess;
  client: Client;
  guests: InvitedGuest[];
}

/** How the engine fails, and how it recovers. */
interface Fault {
  name: string;
  begin(setup: Setup): Promise<void>;
  end(setup: Setup): Promise<void>;
}

const FAULTS: Fault[] = [
  { name: "stopped", begin: ({ engine }) => engine.kill("SIGSTOP"), end: ({ engine }) => engine.kill("SIGCONT") },
  { name: "killed", begin: ({ engine }) => engine.kill("SIGKILL"), end: restart },
  { name: "slow", begin: misbehave("slow"), end: misbehave("pass") },
  { name: "garbage", begin: misbehave("garbage"), end: misbehave("pass") },
];

await inFolder("engine-down", run);

async function run(folder: string): Promise<boolean> {
  const engine = await startEngine({ secret: SECRET });
  const proxy = await startFaultProxy(engine.grpcWebUrl);
  const workerSetup = await prepareWorker(folder, { SCORING_ENGINE_URL: proxy.url, SCORING_ENGINE_SECRET: SECRET });
  const worker = await startWorker(workerSetup);
  const host = await makeHost(worker);
  const setup: Setup = { worker, proxy, engine, client: startClient(), guests: (await host.inviteAll()).guests };
  try {
    await open(setup, 0, 2 * PER_SECOND);
    let passed = true;
    for (const [index, fault] of FAULTS.entries()) passed = (await runFault(setup, fault, index + 1)) && passed;
    return passed;
  } finally {
    setup.client.stop();
    await Promise.all([worker.kill(), proxy.stop(), setup.engine.stop()]);
  }
}

async function runFault(setup: Setup, fault: Fault, round: number): Promise<boolean> {
  await fault.begin(setup);
  setup.proxy.scoreCalls = 0;
  const latencies = await open(setup, round * REQUESTS, REQUESTS);
  const calls = setup.proxy.scoreCalls;
  const unscored = await countUnscored(setup.worker);
  await fault.end(setup);
  const began = Date.now();
  let remaining = unscored;
  while (remaining > 0 && Date.now() - began < SCORED_WITHIN_MS) {
    await pause(500);
    remaining = await countUnscored(setup.worker);
  }
  const p99 = quantile(latencies, 0.99);
  const passed = p99 < MAX_P99_MS && calls <= MAX_CALLS && remaining === 0;
  console.log(
    JSON.stringify({
      engine: fault.name,
      passed,
      guests: latencies.length,
      p50_ms: Math.round(quantile(latencies, 0.5)),
      p99_ms: Math.round(p99),
      calls,
      unscored,
      left_unscored: remaining,
      scored_after_s: (Date.now() - began) / 1_000,
    }),
  );
  return passed;
}

/** Opens invitations. @returns latencies in milliseconds @throws Error when one was not answered with 200 */
async function open({ client, worker, guests }: Setup, from: number, count: number): Promise<number[]> {
  const shots = Array.from({ length: count }, (_, index) => ({
    method: "GET" as const,
    path: `/access/${guests[(from + index) % guests.length]?.token}`,
    headers: { "user-agent": "engine-down", "cf-connecting-ip": `84.1.${(from + index) % 250}.7` },
  }));
  const report = await client.run({ url: worker.url, shots, width: 16, perSecond: PER_SECOND });
  if (report.statuses[200] !== count) throw new Error(`the responses were ${JSON.stringify(report.statuses)}`);
  return report.latencies;
}

async function countUnscored(worker: KillableWorker): Promise<number> {
  const [row] = await worker.sql<{ count: number }>("select count(*) as count from access_logs where score is null");
  return row?.count ?? -1;
}

async function restart(setup: Setup): Promise<void> {
  setup.engine = await startEngine({ secret: SECRET });
  setup.proxy.engineUrl = setup.engine.grpcWebUrl;
}

function misbehave(mode: FaultProxy["mode"]): (setup: Setup) => Promise<void> {
  return async ({ proxy }) => {
    proxy.mode = mode;
  };
}
