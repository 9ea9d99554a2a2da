import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import type { BusMessage } from "../../proto/bus/messages.ts";
import { type ScoreResponse, ScoreResponseSchema } from "../../proto/fraud/v1/fraud_pb.js";
import { CONTENT_TYPE, decodeResponse, encodeResponse } from "../../proto/grpc-web/unary.ts";
import type { Bindings } from "../../src/env.ts";
import { relayOutbox } from "../../src/platform/outbox/relay.ts";
import { createRequestContext } from "../../src/request-context.ts";
import worker from "../../src/worker.ts";
import { signedInHost } from "../support/account.ts";
import { capturingQueue, stopScheduler } from "../support/broadcast.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { openRequest } from "../support/guest-requests.ts";
import { warmIsolate } from "../support/isolate.ts";
import { consume } from "../support/queue.ts";
import { replaced, UNARMED_SCHEDULER } from "../support/race.ts";

/** A fault of the engine's answer to a guest's request: it may change the answer, or throw. */
type Fault = (answer: ScoreResponse) => ScoreResponse;

const recorded: Fault = (answer) => answer;
/** Killed between its answer and its commit: the answer does not say that the access was stored. */
const killed: Fault = (answer) => ({ ...answer, recorded: false });
const down: Fault = () => {
  throw new TypeError("the engine is down");
};

/**
 * A guest, a Worker whose queues only capture their messages, and an engine whose calls are counted. `fault` transforms
 * the engine's answer to the guest's request.
 */
async function fixture() {
  const host = await signedInHost();
  const event = await makeEventFixture(host.id, 1);
  const [access, scores] = [capturingQueue(), capturingQueue()];
  const url = `https://${crypto.randomUUID()}.engine.test`;
  const calls: string[] = [];
  const state: { fault: Fault } = { fault: recorded };
  const realFetch = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    const target = new URL(new Request(input).url);
    if (target.origin !== url) return realFetch(input, init);
    const name = target.pathname.split("/").at(-1) ?? "";
    calls.push(name);
    if (state.fault === down) down(create(ScoreResponseSchema));
    const response = await realFetch(`${inject("engine").grpcWebUrl}${target.pathname}`, init);
    if (name !== "Score") return response;
    const answer = decodeResponse(new Uint8Array(await response.arrayBuffer()));
    const score = state.fault(fromBinary(ScoreResponseSchema, answer.message ?? new Uint8Array()));
    const message = toBinary(ScoreResponseSchema, score);
    return new Response(encodeResponse({ ...answer, message }), { headers: { "Content-Type": CONTENT_TYPE } });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const bindings: Bindings = {
    ...env,
    ...UNARMED_SCHEDULER,
    SCORING_ENGINE_URL: url,
    ACCESS_QUEUE: access.queue,
    SCORES_QUEUE: scores.queue,
  };
  const attempted = () => access.captured.filter(({ type }) => type === "access.attempted");
  return {
    state,
    calls,
    attempted,
    scored: () => scores.captured.filter(({ type }) => type === "fraud.scored"),
    deliver: (messages: readonly BusMessage[]) => consume("usher-access", messages, { changes: bindings }),
    deliverScores: () => consume("usher-scores", scores.captured, { changes: bindings }),
    async open(fault: Fault, changes: Partial<Bindings> = {}) {
      state.fault = fault;
      const context = createExecutionContext();
      const request = openRequest(firstOf(event).token) as Request<unknown, IncomingRequestCfProperties>;
      const response = await worker.fetch(request, warmIsolate({ ...bindings, ...changes }), context);
      await waitOnExecutionContext(context);
      state.fault = recorded;
      return response.status;
    },
    /** The rows that were left in the outbox, as the Scheduler publishes them later. */
    async relay() {
      await env.DB.exec("update outbox set created_at = created_at - 60000 where type = 'access.attempted'");
      await relayOutbox(createRequestContext(bindings, () => undefined));
    },
    async log() {
      const { results } = await env.DB.prepare(
        "select id, score, risk, evidence, scored_at, geo_country, geo_city, geo_lat from access_logs where event_id = ?",
      )
        .bind(event.eventId)
        .all<{
          id: string;
          score: number | null;
          evidence: string | null;
          scored_at: number | null;
          geo_city: string;
        }>();
      const [log] = results;
      if (log === undefined || results.length > 1) throw new Error("not one log");
      return log;
    },
  };
}

/** A fixture whose guest has opened the link during this fault; repeated when the engine was slow on a busy machine. */
async function visited(
  fault: Fault,
  changes: (world: Awaited<ReturnType<typeof fixture>>) => Partial<Bindings> = () => ({}),
) {
  return eventually(async () => {
    const world = await fixture();
    expect(await world.open(fault, changes(world))).toBe(200);
    if (fault !== recorded) return world;
    const messages = world.attempted();
    if (messages.length > 0) expect(messages.every(({ body }) => "recorded" in body && body.recorded)).toBe(true);
    // A queue that is down captures no message: then the log says whether the engine answered in time.
    else expect((await world.log()).scored_at).not.toBeNull();
    return world;
  });
}

describe("access that the engine has scored and recorded", () => {
  it("stores score, evidence and place, publishes them, and costs no further call", async () => {
    const found: Fault = (answer) => ({
      ...answer,
      score: 40,
      reasons: ["ip_change"],
      evidence: { ip_change: '{"score":40}' },
      geoCountry: "DE",
      geoCity: "Berlin",
      geoLat: 52.5,
      geoLon: 13.4,
    });
    const world = await visited(found);
    expect(world.attempted()).toMatchObject([{ body: { access_log_id: (await world.log()).id, recorded: true } }]);
    expect(await world.log()).toMatchObject({
      score: 40,
      risk: "medium",
      evidence: '{"ip_change":{"score":40}}',
      scored_at: expect.any(Number),
      geo_country: "DE",
      geo_city: "Berlin",
      geo_lat: 52.5,
    });
    const before = await world.log();
    // Delivered twice, and again late and without its mark.
    const [message] = world.attempted();
    if (message?.type !== "access.attempted") throw new Error("no message");
    const { recorded: _, ...body } = message.body;
    expect((await world.deliver([message, message, { ...message, body }])).acked).toEqual([0, 1, 2]);
    expect(world.calls).toEqual(["Score"]);
    expect(world.scored()).toEqual([]);
    expect(await world.log()).toEqual(before);
  });

  it("acknowledges its message while the engine is down, and retries an unscored one of the same batch", async () => {
    const [world, other] = [await visited(recorded), await visited(down)];
    world.state.fault = down;
    const outcome = await world.deliver([...world.attempted(), ...other.attempted()]);
    expect([outcome.acked, outcome.retried.map(({ index }) => index)]).toEqual([[0], [1]]);
  });

  it("gets its score from the queue when the first write failed", async () => {
    const broken = () => {
      let batches = 0;
      return {
        DB: replaced(env.DB, {
          withSession: (...args: Parameters<D1Database["withSession"]>) => {
            const session = env.DB.withSession(...args);
            // The read with the log, and then what follows the response.
            const batch = (statements: D1PreparedStatement[]) =>
              ++batches > 1 ? Promise.reject(new Error("D1_ERROR: internal error")) : session.batch(statements);
            return replaced(session, { batch });
          },
        }),
      };
    };
    await stopScheduler();
    const world = await visited(recorded, broken);
    expect(await world.log()).toMatchObject({ score: null });
    await world.relay();
    const again = world.attempted().at(-1);
    expect(again).toMatchObject({ body: { access_log_id: (await world.log()).id } });
    expect(again?.body).not.toHaveProperty("recorded");
    expect((await world.deliver(again ? [again] : [])).acked).toEqual([0]);
    await world.deliverScores();
    expect(await world.log()).toMatchObject({ score: expect.any(Number), scored_at: expect.any(Number) });
  });

  it("gets no second score when its queue was down", async () => {
    await stopScheduler();
    const full = replaced(env.ACCESS_QUEUE, { sendBatch: () => Promise.reject(new Error("the queue is down")) });
    const world = await visited(recorded, () => ({ ACCESS_QUEUE: full }));
    expect(world.attempted()).toEqual([]);
    await eventually(async () => expect((await world.log()).scored_at).not.toBeNull());
    await world.relay();
    const mine = world.attempted().filter(({ body }) => "access_log_id" in body);
    expect(mine.length).toBeGreaterThan(0);
    expect((await world.deliver(mine)).retried).toEqual([]);
    expect([world.calls, world.scored()]).toEqual([["Score"], []]);
  });
});

describe.each([
  ["was killed between its answer and its commit", killed],
  ["was down", down],
] as const)("access whose engine %s", (_, fault) => {
  it("gets its score from the queue once, however often its message arrives", async () => {
    const world = await visited(fault);
    expect((await world.log()).scored_at).toBeNull();
    const messages = world.attempted();
    expect(messages).toHaveLength(1);
    expect((await world.deliver(messages)).acked).toEqual([0]);
    expect(world.calls).toEqual(["Score", "HandleBatch"]);
    expect(world.scored()).toHaveLength(1);
    expect((await world.deliverScores()).acked).toEqual([0]);
    const log = await world.log();
    expect(log).toMatchObject({
      score: expect.any(Number),
      evidence: expect.any(String),
      scored_at: expect.any(Number),
    });
    expect((await world.deliver([...messages, ...messages])).acked).toEqual([0, 1]);
    expect(world.calls).toEqual(["Score", "HandleBatch"]);
    expect(await world.log()).toEqual(log);
  });
});
