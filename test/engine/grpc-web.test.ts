import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AccessEvents, FraudService, Risk, ScoreRequestSchema } from "../../proto/fraud/v1/fraud_pb.js";
import { type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { WAIT_LIMIT_MS } from "../../testkit/wait-limit.ts";
import { messageOf } from "./support/visits.ts";

let engine: EngineProcess;

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(async () => {
  await engine?.stop();
});

const bearer = (secret = engine.secret) => ({ headers: { authorization: `Bearer ${secret}` } });

const codeOf = (failing: Promise<unknown>): Promise<Code | null> =>
  failing.then(
    () => null,
    (error: unknown) => ConnectError.from(error).code,
  );

/** Uses a library's client, which shares no code with the listener. */
describe("gRPC-Web over HTTP/1.1", () => {
  const transport = () => createGrpcWebTransport({ baseUrl: engine.grpcWebUrl });

  it("scores an access", async () => {
    const client = createClient(FraudService, transport());
    const answer = await client.score(messageOf(), { ...bearer(), timeoutMs: WAIT_LIMIT_MS });
    expect(answer).toMatchObject({ score: 0, risk: Risk.LOW, reasons: [] });
  });

  it("keeps idle connections longer than the 900 s for which Cloudflare uses them again", async () => {
    const { headers } = await fetch(`${engine.grpcWebUrl}/healthz`);
    const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThan(900);
  });

  it("scores a batch like single accesses, with an outcome for each", async () => {
    const client = createClient(FraudService, transport());
    const first = messageOf({ guest: "scores-1" });
    const second = messageOf({ guest: "scores-2" });
    const large = { ...messageOf({ guest: "scores-3" }), userAgent: "x".repeat(66_000) };
    const accesses = [first, { ...second, guestId: "" }, large, second];
    const { outcomes } = await client.scoreBatch({ accesses }, bearer());
    expect(outcomes.map(({ scored, code }) => [scored?.recorded, code])).toEqual([
      [true, 0],
      [undefined, Code.InvalidArgument],
      [undefined, Code.InvalidArgument],
      [true, 0],
    ]);
    // The engine has recorded the access and returns its stored result.
    expect(await client.score(first, bearer())).toEqual(outcomes[0]?.scored);
    expect(await codeOf(client.scoreBatch({ accesses }))).toBe(Code.Unauthenticated);
  });

  it("handles and confirms an access", async () => {
    const client = createClient(AccessEvents, transport());
    const message = messageOf({ guest: "web" });
    expect(await client.handle(message, bearer())).toMatchObject({
      accessLogId: message.accessLogId,
      geoCity: "Berlin",
    });
    const { eventId, guestId, accessLogId } = message;
    expect(await client.confirm({ eventId, guestId, accessLogId, kind: 1 }, bearer())).toMatchObject({ applied: true });
  });

  it("handles a batch with an outcome for each access", async () => {
    const client = createClient(AccessEvents, transport());
    const first = messageOf({ guest: "batch-1" });
    const second = messageOf({ guest: "batch-2" });
    const large = { ...messageOf({ guest: "batch-3" }), userAgent: "x".repeat(66_000) };
    const accesses = [first, { ...second, guestId: "" }, large, first, second];
    const { outcomes } = await client.handleBatch({ accesses }, bearer());
    expect(outcomes.map(({ scored, code }) => [scored?.accessLogId, code])).toEqual([
      [first.accessLogId, 0],
      [undefined, Code.InvalidArgument],
      [undefined, Code.InvalidArgument],
      [first.accessLogId, 0],
      [second.accessLogId, 0],
    ]);
    expect(outcomes[0]?.scored).toEqual(outcomes[3]?.scored);
    expect(await codeOf(client.handleBatch({ accesses }))).toBe(Code.Unauthenticated);
  });

  it("confirms a batch with an outcome for each confirmation", async () => {
    const client = createClient(AccessEvents, transport());
    const access = messageOf({ guest: "confirmed" });
    await client.handle(access, bearer());
    const { eventId, guestId, accessLogId } = access;
    const known = { eventId, guestId, accessLogId, kind: 1 };
    const confirmations = [known, { ...known, kind: 0 }, { ...known, accessLogId: "never-seen" }];
    const { outcomes } = await client.confirmBatch({ confirmations }, bearer());
    expect(outcomes.map(({ applied, code }) => [applied, code])).toEqual([
      [true, 0],
      [false, Code.InvalidArgument],
      [false, 0],
    ]);
    const none = client.confirmBatch({ confirmations: [] }, bearer());
    await expect(none).rejects.toThrow(/confirmations/);
    expect(await codeOf(none)).toBe(Code.InvalidArgument);
  });

  it("rejects an empty batch and a batch with too many messages", async () => {
    const client = createClient(AccessEvents, transport());
    const scores = createClient(FraudService, transport());
    for (const length of [0, 101]) {
      const accesses = Array.from({ length }, () => messageOf({ guest: "batch-many" }));
      // One call at a time: a rejection that nobody awaits yet would fail the run.
      for (const call of [client.handleBatch, scores.scoreBatch]) {
        const failing = call({ accesses }, bearer());
        await expect(failing).rejects.toThrow(/accesses/);
        expect(await codeOf(failing)).toBe(Code.InvalidArgument);
      }
    }
  });

  it("rejects callers without the bearer token", async () => {
    const client = createClient(FraudService, transport());
    expect(await codeOf(client.score(messageOf()))).toBe(Code.Unauthenticated);
    expect(await codeOf(client.score(messageOf(), bearer("nonsense")))).toBe(Code.Unauthenticated);
  });

  it("names the missing field", async () => {
    const client = createClient(FraudService, transport());
    const failing = client.score({ ...messageOf(), guestId: "" }, bearer());
    await expect(failing).rejects.toThrow(/guest_id/);
    expect(await codeOf(failing)).toBe(Code.InvalidArgument);
  });

  it("rejects a request over 64 KiB", async () => {
    const client = createClient(FraudService, transport());
    const large = { ...messageOf(), userAgent: "x".repeat(66_000) };
    expect(await codeOf(client.score(large, bearer()))).toBe(Code.InvalidArgument);
  });
});

describe("HTTP/1.1 listener", () => {
  const SCORE = "/usher.fraud.v1.FraudService/Score";
  const frame = (flags: number, payload: Uint8Array, length = payload.length): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(5 + payload.length);
    new DataView(bytes.buffer).setUint32(1, length);
    bytes[0] = flags;
    bytes.set(payload, 5);
    return bytes;
  };
  const message = () => toBinary(ScoreRequestSchema, create(ScoreRequestSchema, messageOf({ guest: "raw" })));
  const post = (
    body: Uint8Array<ArrayBuffer> | string,
    headers: Record<string, string> = {},
    method = "POST",
  ): Promise<Response> =>
    fetch(engine.grpcWebUrl + SCORE, {
      method,
      headers: { "content-type": "application/grpc-web+proto", ...bearer().headers, ...headers },
      ...(method === "POST" && { body }),
    });
  const statusOf = async (answer: Promise<Response>): Promise<string | undefined> => {
    const response = await answer;
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/grpc-web+proto");
    return /grpc-status: (\d+)\r\n/.exec(await response.text())?.[1];
  };

  it("accepts both content types of protobuf, and no others", async () => {
    expect(await statusOf(post(frame(0, message())))).toBe("0");
    expect(await statusOf(post(frame(0, message()), { "content-type": "application/grpc-web" }))).toBe("0");
    for (const type of ["application/json", "application/grpc-web-text", "text/plain"]) {
      expect((await post(frame(0, message()), { "content-type": type })).status).toBe(415);
    }
    const get = await post("", {}, "GET");
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("rejects a body that is malformed, truncated, compressed or has several messages", async () => {
    const whole = frame(0, message());
    const bodies = [
      new Uint8Array(),
      Uint8Array.of(0, 0, 0),
      frame(0, message(), 0xff_ff_ff_ff),
      frame(1, message()),
      frame(0x80, message()),
      new Uint8Array([...whole, ...whole]),
      frame(0, Uint8Array.of(0xff, 0xff, 0xff)),
      new TextEncoder().encode("this is no frame at all"),
    ];
    for (const body of bodies) expect(await statusOf(post(body))).toBe(String(Code.InvalidArgument));
  });

  it("rejects a call whose deadline has passed, and a malformed timeout", async () => {
    expect(await statusOf(post(frame(0, message()), { "grpc-timeout": "1S" }))).toBe("0");
    expect(await statusOf(post(frame(0, message()), { "grpc-timeout": "1n" }))).toBe(String(Code.ResourceExhausted));
    const unreadable = post(frame(0, message()), { "grpc-timeout": "soon" });
    expect(await (await unreadable).text()).toMatch(/grpc-status: 3\r\ngrpc-message: grpc-timeout/);
  });

  it("rejects a body over the transport's limit, and continues", async () => {
    const refused = post(new Uint8Array(5 * 1_048_576)).then(
      async (response) => /grpc-status: (\d+)/.exec(await response.text())?.[1],
      () => "cut off",
    );
    expect([String(Code.InvalidArgument), "cut off"]).toContain(await refused);
    expect(await statusOf(post(frame(0, message())))).toBe("0");
  });

  it("returns 200 for the health check without authentication", async () => {
    const response = await fetch(`${engine.grpcWebUrl}/healthz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "SERVING" });
  });

  it("returns 404 for any other path", async () => {
    expect((await fetch(`${engine.grpcWebUrl}/`)).status).toBe(404);
    expect((await fetch(`${engine.grpcWebUrl}/../etc/passwd`)).status).toBe(404);
  });
});
