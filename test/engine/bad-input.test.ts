import { create, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ScoreRequestSchema } from "../../proto/fraud/v1/fraud_pb.js";
import { type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { codeOf, connect, type EngineClient, metadataOf, timestampOf, wireOf } from "./support/grpc-client.ts";
import { HOUR, messageOf, START } from "./support/visits.ts";

const { OK, INVALID_ARGUMENT, RESOURCE_EXHAUSTED } = grpc.status;
let engine: EngineProcess;
let client: EngineClient;

beforeAll(async () => {
  engine = await startEngine();
  client = connect(engine);
});

afterAll(async () => {
  // The process has survived every input.
  await expect(client.score({ guest: "still-there" })).resolves.toMatchObject({ score: 0 });
  client?.close();
  await engine?.stop();
});

const score = (changes: object): Promise<number> =>
  codeOf(client.call("FraudService", "Score", { ...wireOf({}), ...changes }));

/** Sends raw bytes, which no client library would. */
function sendRaw(bytes: Uint8Array): Promise<number> {
  const raw = new grpc.Client(engine.grpcAddress, grpc.credentials.createInsecure());
  return new Promise((resolve) => {
    raw.makeUnaryRequest(
      "/usher.fraud.v1.FraudService/Score",
      (request: Buffer) => request,
      (answer: Buffer) => answer,
      Buffer.from(bytes),
      metadataOf(engine.secret),
      (error) => {
        raw.close();
        resolve(error?.code ?? OK);
      },
    );
  });
}

describe("FraudService.Score with invalid input", () => {
  it("rejects an ID that is missing, too long or not printable", async () => {
    for (const field of ["event_id", "guest_id", "token_id", "access_log_id"]) {
      for (const value of ["", "x".repeat(129), "a\nb", "a b"])
        expect(await score({ [field]: value })).toBe(INVALID_ARGUMENT);
    }
  });

  it("accepts 64 fingerprint entries, and rejects 65 and 10,000", async () => {
    const entries = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));
    expect(await score({ fingerprint: entries(65) })).toBe(INVALID_ARGUMENT);
    expect(await score({ fingerprint: entries(10_000) })).toBe(INVALID_ARGUMENT);
    expect(await score({ fingerprint: entries(64) })).toBe(OK);
  });

  it("rejects a request over 64 KiB, and in the transport over 4 MiB", async () => {
    expect(await score({ user_agent: "x".repeat(60_000) })).toBe(OK);
    expect(await score({ user_agent: "x".repeat(66_000) })).toBe(INVALID_ARGUMENT);
    expect(await score({ user_agent: "x".repeat(5_000_000) })).toBe(RESOURCE_EXHAUSTED);
  });

  it("rejects a user agent that is not UTF-8 and a truncated message", async () => {
    const good = toBinary(ScoreRequestSchema, create(ScoreRequestSchema, messageOf({ userAgent: "zzzz" })));
    const bad = Uint8Array.from(good);
    const at = Buffer.from(bad).indexOf("zzzz");
    bad[at] = 0xff;
    expect(await sendRaw(good)).toBe(OK);
    expect(await sendRaw(bad)).toBe(INVALID_ARGUMENT);
    expect(await sendRaw(good.subarray(0, good.length - 3))).toBe(INVALID_ARGUMENT);
    expect(await sendRaw(new Uint8Array())).toBe(INVALID_ARGUMENT);
  });

  it("scores an access with any IP address", async () => {
    const odd = [
      "::ffff:1.2.3.4",
      "0.0.0.0",
      "",
      "::",
      "garbage",
      "999.1.1.1",
      "fe80::1%eth0",
      "💥",
      "1".repeat(1_000),
    ];
    for (const ip_address of odd) expect(await score({ ip_address })).toBe(OK);
  });

  it("scores an access with any fingerprint value", async () => {
    const values = ["", "NaN", "-1e999", "{}", "\u0000", "😀".repeat(500), "__proto__"];
    const keys = [
      "timezone",
      "screen",
      "edge_lat",
      "edge_lon",
      "edge_asn",
      "edge_country",
      "sent_seconds_ago",
      "touch",
    ];
    for (const value of values) {
      const fingerprint = {
        ...Object.fromEntries(keys.map((key) => [key, value])),
        ["__proto__"]: value,
        constructor: value,
      };
      expect(await score({ fingerprint })).toBe(OK);
    }
  });

  it("scores an access whose clock is hours or centuries off", async () => {
    const times = [START - 12 * HOUR, START + 12 * HOUR, 0, Date.UTC(9999, 0), -Date.UTC(2500, 0)];
    for (const [index, at] of times.entries()) {
      const request = { ...wireOf({ guest: "clock", log: `clock-${index}` }), occurred_at: timestampOf(at) };
      expect(await codeOf(client.call("AccessEvents", "Handle", request))).toBe(OK);
    }
    const answer = await client.handle({ guest: "clock", log: "clock-now" });
    expect(answer.score).toBeLessThan(30);
  });

  it("scores a token that is replayed many times, and keeps trusting its guest", async () => {
    await client.handle({ guest: "replayed", log: "owner" });
    const replay = { guest: "replayed", agent: "android", place: "munich" } as const;
    const scores = [];
    for (let round = 0; round < 20; round += 1) {
      const calls = Array.from({ length: 50 }, (_, index) => round * 50 + index);
      scores.push(
        ...(await Promise.all(calls.map((n) => client.handle({ ...replay, log: `r-${n}`, after: HOUR + n * 20 })))),
      );
    }
    expect(scores.at(-1)?.score).toBeGreaterThanOrEqual(50);
    expect(scores.at(-1)?.reasons).toContain("repeated_access");
    const owner = await client.handle({ guest: "replayed", log: "owner-2", after: 48 * HOUR });
    expect(owner.reasons).toEqual([]);
  });
});
