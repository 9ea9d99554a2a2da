import { spawn } from "node:child_process";
import { once } from "node:events";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import * as grpc from "@grpc/grpc-js";
import { AccessAttemptedSchema, type FraudScored, FraudScoredSchema } from "../../proto/fraud/v1/fraud_pb.js";
import { type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { freePort } from "../../testkit/free-port.ts";
import { requireProgram } from "../../testkit/programs.ts";
import { openRandom } from "../../testkit/random.ts";
import { withDeviceIds } from "../risk/device-ids.ts";
import { generateStream } from "../risk/stream.ts";
import type { Visit } from "../risk/visit.ts";

/**
 * Sends a stream of accesses to two engines that share one Redis, each access to one engine and then to the other.
 * In the middle one engine is killed, and its open calls are sent to the other engine, as the queue does. Then all
 * accesses are sent once more.
 *   npm run bench -- replicas
 * Exits with 1 when an access was lost, or counted twice: its answer differs from the first one.
 */
const SEED = 71;
const GUESTS = 250;
/** Concurrent guests; the accesses of one guest are sent in turn, in their order. */
const WIDTH = 8;

type Handle = (visit: Visit) => Promise<FraudScored>;

function openHandle({ grpcAddress, secret }: EngineProcess): { readonly handle: Handle; close(): void } {
  const client = new grpc.Client(grpcAddress, grpc.credentials.createInsecure());
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${secret}`);
  return {
    handle: ({ at, ...visit }) =>
      new Promise((resolve, reject) => {
        const { eventId, guestId, tokenId, accessLogId, ipAddress, userAgent, referrer, fingerprint } = visit;
        const fields = { eventId, guestId, tokenId, accessLogId, ipAddress, userAgent, referrer, fingerprint };
        client.makeUnaryRequest(
          "/usher.fraud.v1.AccessEvents/Handle",
          (message: Parameters<typeof toBinary<typeof AccessAttemptedSchema>>[1]) =>
            Buffer.from(toBinary(AccessAttemptedSchema, message)),
          (bytes: Buffer) => fromBinary(FraudScoredSchema, bytes),
          create(AccessAttemptedSchema, { ...fields, occurredAt: timestampFromMs(at) }),
          metadata,
          { deadline: Date.now() + 10_000 },
          (error, answer) => (error === null && answer !== undefined ? resolve(answer) : reject(error)),
        );
      }),
    close: () => client.close(),
  };
}

async function startRedis(): Promise<{ readonly url: string; stop(): void }> {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(requireProgram("redis-server"), args, { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  while (!output.includes("Ready to accept connections")) output += String((await once(child.stdout, "data"))[0]);
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill("SIGTERM") };
}

/** Identifies a response: the result that was stored with the access. */
const resultOf = ({ score, reasons, evidence, scoredAt }: FraudScored): string =>
  JSON.stringify([score, reasons, evidence, String(scoredAt?.seconds), scoredAt?.nanos]);

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
}

/** Runs work for all guests, `WIDTH` at a time. */
async function forEachGuest(visits: readonly Visit[], work: (visit: Visit) => Promise<void>): Promise<void> {
  const guests = [...Map.groupBy(visits, ({ guestId }) => guestId).values()];
  const worker = async (): Promise<void> => {
    for (let own = guests.shift(); own !== undefined; own = guests.shift()) for (const visit of own) await work(visit);
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
}

const random = openRandom(SEED);
const stream = { seed: SEED, events: 1, guestsPerEvent: GUESTS, visible: { edge: true, script: "always" } } as const;
const visits = withDeviceIds(generateStream(stream), SEED);
const redis = await startRedis();
const shared = { env: { REDIS_URL: redis.url } };
const [killed, survivor, single] = [await startEngine(shared), await startEngine(shared), await startEngine()];
const [first, second, alone] = [openHandle(killed), openHandle(survivor), openHandle(single)];

const answers = new Map<string, string>();
const scores = new Map<string, number>();
const latencies: number[] = [];
let sent = 0;
let unanswered = 0;
let differing = 0;
let isKilled = false;

/** Sends to one replica, and to the other one when that has died. */
const send = async (visit: Visit, replica: { readonly handle: Handle }): Promise<FraudScored> => {
  const started = performance.now();
  try {
    return await (isKilled ? second : replica).handle(visit);
  } catch (error) {
    if (!isKilled) throw error;
    unanswered += 1;
    return second.handle(visit);
  } finally {
    latencies.push(performance.now() - started);
  }
};

const sendTwice = async (visit: Visit): Promise<void> => {
  sent += 1;
  if (sent === Math.floor(visits.length / 2)) {
    isKilled = true;
    await killed.kill("SIGKILL");
  }
  const [here, there] = random.chance(0.5) ? [first, second] : [second, first];
  const answer = await send(visit, here);
  answers.set(visit.accessLogId, resultOf(answer));
  scores.set(visit.accessLogId, answer.score);
  const again = await send(visit, there);
  if (resultOf(again) !== resultOf(answer)) differing += 1;
};

const started = performance.now();
await forEachGuest(visits, sendTwice);
const seconds = (performance.now() - started) / 1_000;
let lost = 0;
await forEachGuest(visits, async (visit) => {
  if (resultOf(await second.handle(visit)) !== answers.get(visit.accessLogId)) lost += 1;
});
let equal = 0;
await forEachGuest(visits, async (visit) => {
  if ((await alone.handle(visit)).score === scores.get(visit.accessLogId)) equal += 1;
});
console.log(`${visits.length} accesses of ${GUESTS} guests, each sent twice, ${WIDTH} guests concurrently`);
console.log(
  `${((2 * visits.length) / seconds).toFixed(0)} calls/s, p50 ${quantile(latencies, 0.5)} ms, p99 ${quantile(latencies, 0.99)} ms`,
);
console.log(
  `killed after ${Math.floor(visits.length / 2)} accesses: ${unanswered} calls sent again to the other replica`,
);
console.log(`second deliveries with another answer than the first: ${differing}; lost or counted twice: ${lost}`);
console.log(`scored as by one engine with the embedded store: ${equal} of ${visits.length}`);
process.exitCode = differing + lost === 0 ? 0 : 1;
for (const one of [first, second, alone]) one.close();
await Promise.all([survivor.stop(), single.stop()]);
redis.stop();
