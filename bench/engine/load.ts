import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { ScoreRequestSchema, ScoreResponseSchema } from "../../proto/fraud/v1/fraud_pb.js";

/** Number of connections, as of several Workers. */
const CONNECTIONS = 4;

export interface Load {
  readonly calls: number;
  readonly perSecond: number;
  /** Milliseconds, as the client sees them. */
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

/** The n-th request: a guest's page view with a browser's usual facts and its device ID, by `guests` different guests in turn. */
export function requestOf(n: number, guests: number): Buffer {
  const guest = n % guests;
  const visit = Math.floor(n / guests);
  return Buffer.from(
    toBinary(
      ScoreRequestSchema,
      create(ScoreRequestSchema, {
        eventId: `0197a000-0000-7000-8000-${String(guest % 50).padStart(12, "0")}`,
        guestId: `0197a001-0000-7000-8000-${String(guest).padStart(12, "0")}`,
        tokenId: `0197a002-0000-7000-8000-${String(guest).padStart(12, "0")}`,
        accessLogId: `0197a003-${String(visit).padStart(4, "0").slice(-4)}-7000-8000-${String(n).padStart(12, "0")}`,
        ipAddress: `84.${guest % 200}.${(guest >> 8) % 250}.${n % 250}`,
        userAgent:
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
        referrer: "",
        fingerprint: {
          accept_language: "de-DE,de;q=0.9",
          sec_fetch_mode: "navigate",
          timezone: "Europe/Berlin",
          language: "de-DE",
          platform: "iPhone",
          screen: "390x844",
          touch: "true",
          hardware_concurrency: "4",
          edge_country: "DE",
          edge_city: "Berlin",
          edge_lat: "52.52",
          edge_lon: "13.40",
          edge_asn: "3320",
          edge_as_org: "Deutsche Telekom AG",
          edge_timezone: "Europe/Berlin",
          edge_kind: "access",
          edge_method: "GET",
          // Length of a SHA-256 in base64url.
          edge_device: `browser-of-${String(guest).padStart(32, "0")}`,
          edge_device_age: String(visit * 3_600),
        },
      }),
    ),
  );
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface Client {
  score(request: Buffer): Promise<boolean>;
  close(): void;
}

/** A client that sends encoded requests, so that its own cost is the same for every server. */
export function openClient(address: string, secret: string): Client {
  const credentials = grpc.credentials.createInsecure();
  const clients = Array.from(
    { length: CONNECTIONS },
    (_, index) => new grpc.Client(address, credentials, { "grpc.use_local_subchannel_pool": 1, "usher.index": index }),
  );
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${secret}`);
  let turn = 0;
  return {
    score: (request) =>
      new Promise((resolve) => {
        turn = (turn + 1) % CONNECTIONS;
        clients[turn]?.makeUnaryRequest(
          "/usher.fraud.v1.FraudService/Score",
          (bytes: Buffer) => bytes,
          (bytes: Buffer) => fromBinary(ScoreResponseSchema, bytes),
          request,
          metadata,
          (error) => resolve(error === null),
        );
      }),
    close: () => {
      for (const client of clients) client.close();
    },
  };
}

function summary(latencies: number[], failed: number, elapsedMs: number): Load {
  latencies.sort((a, b) => a - b);
  const calls = latencies.length;
  return {
    calls,
    failed,
    perSecond: (calls / elapsedMs) * 1_000,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

/** Closed loop: always `width` open calls, until `calls` were made. */
export async function closedLoop(client: Client, next: () => Buffer, width: number, calls: number): Promise<Load> {
  const latencies: number[] = [];
  let failed = 0;
  let left = calls;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sent = performance.now();
      if (!(await client.score(next()))) failed += 1;
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return summary(latencies, failed, performance.now() - started);
}

/** Open loop: calls at a fixed rate, regardless of responses. */
export async function openLoop(
  client: Client,
  next: () => Buffer,
  perSecond: number,
  durationMs: number,
): Promise<Load> {
  const latencies: number[] = [];
  let failed = 0;
  const started = performance.now();
  const pending: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    let sent = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      const due = Math.min(((now - started) / 1_000) * perSecond, (durationMs / 1_000) * perSecond);
      for (; sent < due; sent += 1) {
        const at = performance.now();
        const call = client.score(next()).then((isAnswered) => {
          if (!isAnswered) failed += 1;
          latencies.push(performance.now() - at);
        });
        pending.push(call);
      }
      if (now - started < durationMs) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(pending);
  return summary(latencies, failed, performance.now() - started);
}
