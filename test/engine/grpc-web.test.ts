import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AccessEvents, FraudService, Risk } from "../../proto/fraud/v1/fraud_pb.js";
import { type EngineProcess, startEngine } from "../support/engine-process.ts";
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

describe.each([
  ["gRPC-Web", createGrpcWebTransport],
  ["Connect", createConnectTransport],
])("%s over HTTP/1.1", (_, createTransport) => {
  const transport = () => createTransport({ baseUrl: engine.grpcWebUrl });

  it("scores", async () => {
    const client = createClient(FraudService, transport());
    const answer = await client.score(messageOf(), { ...bearer(), timeoutMs: 2_000 });
    expect(answer).toMatchObject({ score: 0, risk: Risk.LOW, reasons: [] });
  });

  it("handles and confirms", async () => {
    const client = createClient(AccessEvents, transport());
    const message = messageOf({ guest: `web-${_}` });
    expect(await client.handle(message, bearer())).toMatchObject({
      accessLogId: message.accessLogId,
      geoCity: "Berlin",
    });
    const { eventId, guestId, accessLogId } = message;
    expect(await client.confirm({ eventId, guestId, accessLogId, kind: 1 }, bearer())).toMatchObject({ applied: true });
  });

  it("handles a batch, each access on its own", async () => {
    const client = createClient(AccessEvents, transport());
    const first = messageOf({ guest: `batch-${_}-1` });
    const second = messageOf({ guest: `batch-${_}-2` });
    const large = { ...messageOf({ guest: `batch-${_}-3` }), userAgent: "x".repeat(66_000) };
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

  it("confirms a batch, each on its own", async () => {
    const client = createClient(AccessEvents, transport());
    const access = messageOf({ guest: `confirmed-${_}` });
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

  it("refuses a batch of nothing and one of too many", async () => {
    const client = createClient(AccessEvents, transport());
    for (const length of [0, 101]) {
      const accesses = Array.from({ length }, () => messageOf({ guest: `batch-${_}-many` }));
      const failing = client.handleBatch({ accesses }, bearer());
      await expect(failing).rejects.toThrow(/accesses/);
      expect(await codeOf(failing)).toBe(Code.InvalidArgument);
    }
  });

  it("turns callers without the bearer away", async () => {
    const client = createClient(FraudService, transport());
    expect(await codeOf(client.score(messageOf()))).toBe(Code.Unauthenticated);
    expect(await codeOf(client.score(messageOf(), bearer("nonsense")))).toBe(Code.Unauthenticated);
  });

  it("names the field that is missing", async () => {
    const client = createClient(FraudService, transport());
    const failing = client.score({ ...messageOf(), guestId: "" }, bearer());
    await expect(failing).rejects.toThrow(/guest_id/);
    expect(await codeOf(failing)).toBe(Code.InvalidArgument);
  });

  it("refuses more than 64 KiB", async () => {
    const client = createClient(FraudService, transport());
    const large = { ...messageOf(), userAgent: "x".repeat(66_000) };
    expect(await codeOf(client.score(large, bearer()))).toBe(Code.InvalidArgument);
  });
});

describe("the HTTP/1.1 listener", () => {
  it("answers GET /healthz to anybody", async () => {
    const response = await fetch(`${engine.grpcWebUrl}/healthz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "SERVING" });
  });

  it("answers 404 to anything else", async () => {
    expect((await fetch(`${engine.grpcWebUrl}/`)).status).toBe(404);
    expect((await fetch(`${engine.grpcWebUrl}/../etc/passwd`)).status).toBe(404);
  });
});
