/**
 * Guests open their invitations at a steady rate while the engine is stopped (SIGSTOP), killed, slow, or answers
 * garbage. No guest waits for it, it is soon not asked any more, and when it is back every access that has no score gets
 * one over the bus. Exits with 1 when it is not so.
 *
 *     node bench/faults/engine-down.ts [--per-second 50] [--seconds 8]
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { type Client, quantile, startClient } from "../worker/load.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { type InvitedGuest, makeHost } from "./host.ts";
import { inFolder, type KillableWorker, settingIn, startWorker } from "./killable-worker.ts";

const { values } = parseArgs({
  options: { "per-second": { type: "string", default: "50" }, seconds: { type: "string", default: "8" } },
});
const PER_SECOND = Number(values["per-second"]);
const REQUESTS = PER_SECOND * Number(values.seconds);
/** The promise to a guest, whatever the engine does. */
const MAX_P99_MS = 300;
/**
 * Five failures open the circuit; calls that are under way by then are failures too: those of 250 ms. Then one call
 * tries every two seconds.
 */
const MAX_ASKED = 5 + PER_SECOND * 0.25 + Number(values.seconds) / 2 + 5;
/** Twice the longest wait before a message of the bus comes again, after so short a failure. */
const FILLED_WITHIN_MS = 120_000;
const SECRET = "an-engine-secret-that-only-this-run-knows";

interface World {
  worker: KillableWorker;
  gate: FaultProxy;
  engine: EngineProcess;
  client: Client;
  guests: InvitedGuest[];
}

/** How an engine fails, and how it comes back. */
interface Fault {
  name: string;
  begin(world: World): Promise<void>;
  end(world: World): Promise<void>;
}

const FAULTS: Fault[] = [
  { name: "stopped", begin: ({ engine }) => engine.kill("SIGSTOP"), end: ({ engine }) => engine.kill("SIGCONT") },
  { name: "killed", begin: ({ engine }) => engine.kill("SIGKILL"), end: startAgain },
  { name: "slow", begin: misbehave("slow"), end: misbehave("pass") },
  { name: "garbage", begin: misbehave("garbage"), end: misbehave("pass") },
];

await inFolder("engine-down", run);

async function run(folder: string): Promise<boolean> {
  const engine = await startEngine({ secret: SECRET });
  const gate = await startFaultProxy(engine.grpcWebUrl);
  const setting = await settingIn(folder, { SCORING_ENGINE_URL: gate.url, SCORING_ENGINE_SECRET: SECRET });
  const worker = await startWorker(setting);
  const host = await makeHost(worker);
  const world: World = { worker, gate, engine, client: startClient(), guests: (await host.inviteAll()).guests };
  try {
    await open(world, 0, 2 * PER_SECOND);
    let hold = true;
    for (const [index, fault] of FAULTS.entries()) hold = (await suffer(world, fault, index + 1)) && hold;
    return hold;
  } finally {
    world.client.stop();
    await Promise.all([worker.kill(), gate.stop(), world.engine.stop()]);
  }
}

async function suffer(world: World, fault: Fault, round: number): Promise<boolean> {
  await fault.begin(world);
  world.gate.scoresAsked = 0;
  const latencies = await open(world, round * REQUESTS, REQUESTS);
  const asked = world.gate.scoresAsked;
  const unscored = await countUnscored(world.worker);
  await fault.end(world);
  const began = Date.now();
  let left = unscored;
  while (left > 0 && Date.now() - began < FILLED_WITHIN_MS) {
    await pause(500);
    left = await countUnscored(world.worker);
  }
  const p99 = quantile(latencies, 0.99);
  const passed = p99 < MAX_P99_MS && asked <= MAX_ASKED && left === 0;
  console.log(
    JSON.stringify({
      engine: fault.name,
      passed,
      guests: latencies.length,
      p50_ms: Math.round(quantile(latencies, 0.5)),
      p99_ms: Math.round(p99),
      asked,
      unscored,
      left_unscored: left,
      filled_after_s: (Date.now() - began) / 1_000,
    }),
  );
  return passed;
}

/** @throws Error when a guest was not let in */
async function open({ client, worker, guests }: World, from: number, count: number): Promise<number[]> {
  const shots = Array.from({ length: count }, (_, index) => ({
    method: "GET" as const,
    path: `/access/${guests[(from + index) % guests.length]?.token}`,
    headers: { "user-agent": "engine-down", "cf-connecting-ip": `84.1.${(from + index) % 250}.7` },
  }));
  const report = await client.run({ url: worker.url, shots, width: 16, perSecond: PER_SECOND });
  if (report.statuses[200] !== count) throw new Error(`guests were answered ${JSON.stringify(report.statuses)}`);
  return report.latencies;
}

async function countUnscored(worker: KillableWorker): Promise<number> {
  const [row] = await worker.sql<{ count: number }>("select count(*) as count from access_logs where score is null");
  return row?.count ?? -1;
}

async function startAgain(world: World): Promise<void> {
  world.engine = await startEngine({ secret: SECRET });
  world.gate.engineUrl = world.engine.grpcWebUrl;
}

function misbehave(mode: FaultProxy["mode"]): (world: World) => Promise<void> {
  return async ({ gate }) => {
    gate.mode = mode;
  };
}
