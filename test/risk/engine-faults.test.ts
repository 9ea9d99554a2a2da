import { env, exports } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, openRequest } from "../support/guest-requests.ts";
import { impatientForScores, stopClock } from "../support/patient.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

/** Consecutive failures after which the Worker stops calling the engine. */
const FAILURES_TO_OPEN = 5;

/** Requests to a Worker whose engine has one fault, and how often that engine was called. */
function withFaulty(fault: string) {
  const id = crypto.randomUUID();
  const { url } = inject("faultyEngine");
  const recording = recordingEnv(undefined, { SCORING_ENGINE_URL: `${url}/${fault}/${id}` });
  const send = (request: Request) => costOf(request, recording);
  return {
    statusOf: async (request: Request) =>
      (await (fault === "stall" ? impatientForScores(() => send(request)) : send(request))).response.status,
    calls: async () => Number(await (await fetch(`${url}/calls/${id}`)).text()),
  };
}

interface LogItem {
  id: string;
  score: number | null;
  risk: string | null;
  reasons: string[];
}

/** The log entry right after the answer, before any queue message is handled. */
async function loggedFor(eventId: string): Promise<LogItem[]> {
  const { results } = await env.DB.prepare(
    "select id, score, risk, reasons from access_logs where event_id = ? order by id",
  )
    .bind(eventId)
    .all<Omit<LogItem, "reasons"> & { reasons: string }>();
  return results.map((row) => ({ ...row, reasons: JSON.parse(row.reasons) as string[] }));
}

describe.each(["stall", "garbage", "lie", "refuse", "cut"])("faulty engine: %s", (fault) => {
  /**
   * @spec 4.135 "The caller waits at most 250 ms; on timeout or failure it proceeds without a score (fail-open)."
   * @spec 6.6 "Published by the API on GET /access/{token}; consumed by the scoring engine."
   * @spec 8.13 "Scoring RPC time-out | 250 ms, then fail-open"
   */
  it("delays no guest beyond the deadline, and scores every access later from the queue", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const { token } = firstOf(fixture);
    const { statusOf } = withFaulty(fault);
    expect(await statusOf(openRequest(token))).toBe(200);
    expect(await statusOf(answerRequest(token))).toBe(201);
    expect(await loggedFor(fixture.eventId)).toHaveLength(2);
    // The queue's consumer runs in the Worker with the working engine.
    await eventually(async () => {
      for (const log of await loggedFor(fixture.eventId))
        expect(log).toMatchObject({ score: expect.any(Number), risk: "low" });
    });
  });

  it("stops calling the engine after five failures in a row", async () => {
    // Otherwise the Worker may try the engine again before the last guest.
    stopClock();
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 8);
    const { statusOf, calls } = withFaulty(fault);
    for (const guest of fixture.guests) expect(await statusOf(openRequest(guest.token))).toBe(200);
    await eventually(async () => expect(await calls()).toBe(FAILURES_TO_OPEN));
    expect(await loggedFor(fixture.eventId)).toHaveLength(8);
  });
});

describe("unreachable engine", () => {
  /** @spec 4.135 "The caller waits at most 250 ms; on timeout or failure it proceeds without a score (fail-open)." */
  it("lets the guest in, and logs the reason for the missing score", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const recording = recordingEnv(undefined, { SCORING_ENGINE_URL: "http://127.0.0.1:9" });
    // Queue messages are held back, so that the log entry of the request itself can be read.
    recording.env.ACCESS_QUEUE = { ...recording.env.ACCESS_QUEUE, sendBatch: () => Promise.reject(new Error("held")) };
    const cost = await costOf(openRequest(firstOf(fixture).token), recording);
    expect(cost.response.status).toBe(200);
    expect(await loggedFor(fixture.eventId)).toMatchObject([
      { score: null, risk: null, reasons: ["engine_unavailable"] },
    ]);
  });
});

describe("unresponsive database", () => {
  /**
   * @spec 1.17 "The service exposes a health endpoint that pings its database."
   * @spec 4.119 "GET | /health | 200 when the service and its database respond"
   */
  it("returns 503 with Retry-After and no internal details, also on /health", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const recording = recordingEnv();
    const broken = {
      prepare: () => brokenStatement,
      batch: () => Promise.reject(new Error("D1_ERROR: internal error")),
    };
    const brokenStatement = { bind: () => brokenStatement, raw: broken.batch, all: broken.batch, run: broken.batch };
    recording.env.DB = { withSession: () => broken } as unknown as D1Database;
    const { response } = await costOf(openRequest(firstOf(fixture).token), recording);
    expect(response.status).toBe(503);
    const health = new Request("https://usher.test/health");
    expect((await costOf(health, recording)).response.status).toBe(503);
    expect((await exports.default.fetch(health)).status).toBe(200);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ error: "database_unavailable" });
    expect(body).not.toContain("D1_ERROR");
  });
});
