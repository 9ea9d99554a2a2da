import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { create, type DescMessage, fromBinary, type Message, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import * as grpc from "@grpc/grpc-js";
import {
  AccessAttemptedSchema,
  ConfirmationKind,
  ConfirmationSchema,
  ConfirmResponseSchema,
  FraudScoredSchema,
} from "../../proto/fraud/v1/fraud_pb.js";
import type { EngineAnswer, Outcome, Service } from "./service.ts";
import type { Visit } from "./visit.ts";

const SECRET = "bench-secret-of-at-least-thirty-two-bytes";
/** Concurrent accesses, at most one of each guest. */
const WIDTH = 4;
/** Time until a code has arrived and is entered. */
const CODE_MS = 40_000;

export interface Scored extends EngineAnswer {
  readonly outcome: Outcome;
}

export interface EngineUnderTest {
  /** Sends the stream in order, with what the service makes of each score, and returns the scores in the same order. */
  replay(visits: readonly Visit[], service: Service): Promise<Scored[]>;
  /** Latency inside the engine: upper bounds of the histogram's buckets, milliseconds. */
  latency(): Promise<{ readonly p50: number; readonly p99: number }>;
  stop(): void;
}

type Call = <Out extends DescMessage>(
  method: string,
  input: DescMessage,
  message: Message,
  output: Out,
) => Promise<MessageShape<Out>>;

function openCall(address: string): { call: Call; close(): void } {
  const client = new grpc.Client(address, grpc.credentials.createInsecure());
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${SECRET}`);
  return {
    call: (method, input, message, output) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          `/usher.fraud.v1.AccessEvents/${method}`,
          (value: Message) => Buffer.from(toBinary(input, value)),
          (bytes: Buffer) => fromBinary(output, bytes),
          message,
          metadata,
          (error, answer) => (error === null && answer !== undefined ? resolve(answer) : reject(error)),
        );
      }),
    close: () => client.close(),
  };
}

function handle(call: Call, visit: Visit, isDeviceVerified: boolean): Promise<EngineAnswer> {
  const { eventId, guestId, tokenId, accessLogId, ipAddress, userAgent, referrer } = visit;
  const occurredAt = timestampFromMs(visit.at);
  const fingerprint = isDeviceVerified ? { ...visit.fingerprint, edge_device_proved: "true" } : visit.fingerprint;
  const fields = { eventId, guestId, tokenId, accessLogId, ipAddress, userAgent, referrer, fingerprint, occurredAt };
  return call("Handle", AccessAttemptedSchema, create(AccessAttemptedSchema, fields), FraudScoredSchema);
}

function confirm(call: Call, { eventId, guestId, accessLogId }: Visit, kind: ConfirmationKind): Promise<unknown> {
  const message = create(ConfirmationSchema, { eventId, guestId, accessLogId, kind });
  return call("Confirm", ConfirmationSchema, message, ConfirmResponseSchema);
}

async function sendVisit(call: Call, visit: Visit, service: Service): Promise<Scored> {
  const { score, automated, evidence } = await handle(call, visit, service.isDeviceVerified(visit));
  const outcome = service.answer(visit, { score, automated, evidence });
  // After the code, the verified browser opens the page again.
  if (outcome.asked && outcome.opened && visit.fingerprint.edge_device !== undefined) {
    await handle(call, { ...visit, at: visit.at + CODE_MS, accessLogId: `${visit.accessLogId}-proved` }, true);
  }
  if (visit.confirm !== null && outcome.opened) {
    await confirm(call, visit, visit.confirm === "rsvp" ? ConfirmationKind.RSVP : ConfirmationKind.CHECK_IN);
  }
  // Every RSVP is confirmed by email, in which the guest reports that it was another person's.
  if (outcome.answered && visit.label.side === "attack" && visit.kind !== "access") {
    await confirm(call, visit, ConfirmationKind.SUSPICIOUS);
  }
  return { score, automated, evidence, outcome };
}

async function replay(call: Call, visits: readonly Visit[], service: Service): Promise<Scored[]> {
  const results: Scored[] = [];
  const lastOfGuest = new Map<string, Promise<unknown>>();
  const underWay = new Set<Promise<unknown>>();
  for (const [index, visit] of visits.entries()) {
    const before = lastOfGuest.get(visit.guestId) ?? Promise.resolve();
    const sent = before.then(async () => {
      results[index] = await sendVisit(call, visit, service);
    });
    lastOfGuest.set(visit.guestId, sent);
    underWay.add(sent);
    sent.finally(() => underWay.delete(sent)).catch(() => {});
    if (underWay.size >= WIDTH) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return results;
}

function quantile(text: string, share: number): number {
  const buckets = [...text.matchAll(/engine_call_seconds_bucket\{le="([^"]+)",verb="handle"\} (\d+)/g)];
  const total = Number(buckets.at(-1)?.[2] ?? 0);
  const bucket = buckets.find((one) => Number(one[2]) >= total * share);
  return bucket?.[1] === undefined ? Number.NaN : Number(bucket[1]) * 1_000;
}

const OWN_MAIN = fileURLToPath(new URL("../../scoring-engine/main.ts", import.meta.url));

/**
 * Starts an engine with an in-memory store, and connects over native gRPC.
 * @param main entry point; this checkout's by default
 */
export async function startEngine(main = OWN_MAIN): Promise<EngineUnderTest> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: process.env.PATH,
      SCORING_ENGINE_SECRET: SECRET,
      GRPC_PORT: "0",
      GRPC_WEB_PORT: "0",
      METRICS_PORT: "0",
      STORE_PATH: ":memory:",
      DRAIN_MS: "0",
    },
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`engine ended with ${code}`)));
    child.stdout?.once("data", (chunk: Buffer) => resolve(String(chunk)));
  });
  const ready = JSON.parse(line) as { readonly grpc_port: number; readonly metrics_port: number };
  const { call, close } = openCall(`127.0.0.1:${ready.grpc_port}`);
  return {
    replay: (visits, service) => replay(call, visits, service),
    latency: async () => {
      const text = await (await fetch(`http://127.0.0.1:${ready.metrics_port}/metrics`)).text();
      return { p50: quantile(text, 0.5), p99: quantile(text, 0.99) };
    },
    stop: () => {
      close();
      child.kill("SIGTERM");
    },
  };
}
