import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { Bindings } from "../../src/env.ts";
import { FLAG_REFRESH_MS } from "../../src/platform/flags/flags.ts";
import { createFlagCache, FLAGS_KV_KEY } from "../../src/platform/flags/published.ts";
import { createRequestContext } from "../../src/request-context.ts";
import worker from "../../src/worker.ts";
import { signedInHost } from "../support/account.ts";
import { capturingQueue, stopScheduler } from "../support/broadcast.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest } from "../support/guest-requests.ts";
import { warmIsolate } from "../support/isolate.ts";
import { replaced, UNARMED_SCHEDULER } from "../support/race.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

/** A guest with an emailed link, and an isolate whose queue captures the published accesses. */
async function invited() {
  await stopScheduler();
  const event = await makeEventFixture((await signedInHost()).id, 1);
  const guest = firstOf(event);
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  await run("update access_tokens set sent_at = ? where id = ?", Date.now() - 3_600_000, guest.tokenId);
  const { captured, queue } = capturingQueue();
  const isolate: Bindings = { ...env, ...UNARMED_SCHEDULER, ACCESS_QUEUE: queue };
  return {
    ...guest,
    eventId: event.eventId,
    isolate,
    headers: browserHeaders(),
    run,
    attempted: () => captured.filter(({ type }) => type === "access.attempted"),
    async send(request: Request, on: Bindings = isolate): Promise<Response> {
      const context = createExecutionContext();
      const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, on, context);
      await waitOnExecutionContext(context);
      return response;
    },
    async logs() {
      const { results } = await run("select * from access_logs where event_id = ? order by id", event.eventId);
      return results as Record<string, unknown>[];
    },
    /** The rows of the outbox about the guest. */
    async unpublished() {
      const { results } = await run("select type, body from outbox where instr(body, ?) > 0", guest.id);
      return results as { type: string; body: string }[];
    },
  };
}

/** An isolate whose queues do not take messages, so that the outbox keeps them. */
function withoutQueues(isolate: Bindings): Bindings {
  const down = replaced(env.ACCESS_QUEUE, { sendBatch: () => Promise.reject(new Error("the queue is down")) });
  return { ...isolate, ACCESS_QUEUE: down, NOTIFIER_QUEUE: down };
}

const stripped = ({ id: _, at: __, scored_at: ___, ...log }: Record<string, unknown> = {}) => log;
const bodyOf = (message: BusMessage | undefined) => (message?.type === "access.attempted" ? message.body : null);

describe("access log of a view", () => {
  it("contains the same whether the batch that reads the invitation writes it or another", async () => {
    const guest = await invited();
    const reasonless = { SCORING_ENGINE_URL: "http://127.0.0.1:9" };
    for (const isolate of [{ ...guest.isolate, ...reasonless }, warmIsolate({ ...guest.isolate, ...reasonless })]) {
      expect((await guest.send(openRequest(guest.token, guest.headers), isolate)).status).toBe(200);
    }
    const [apart, together] = await guest.logs();
    expect(stripped(together)).toEqual({ ...stripped(apart), fingerprint: expect.any(String) });
    const parsed = [apart, together].map((log) => JSON.parse(String(log?.fingerprint)) as Record<string, string>);
    expect(Object.keys(parsed[1] ?? {}).toSorted()).toEqual(Object.keys(parsed[0] ?? {}).toSorted());
    for (const { sent_seconds_ago } of parsed) expect(Number(sent_seconds_ago)).toBeCloseTo(3_600, -2);
    for (const [index, message] of guest.attempted().entries()) {
      const log = [apart, together][index];
      expect(message.id).toBe(log?.id);
      const ids = { event_id: guest.eventId, guest_id: guest.id, token_id: guest.tokenId, access_log_id: log?.id };
      expect(bodyOf(message)).toMatchObject({ ...ids, fingerprint: parsed[index] });
    }
    expect(guest.attempted()).toHaveLength(2);
  });

  it("keeps its queue message in the outbox until it is published", async () => {
    const guest = await invited();
    await guest.send(openRequest(guest.token, guest.headers), warmIsolate(withoutQueues(guest.isolate)));
    const [log] = await guest.logs();
    const [row, ...others] = await guest.unpublished();
    expect(others).toEqual([]);
    expect(row?.type).toBe("access.attempted");
    const fingerprint = JSON.parse(String(log?.fingerprint)) as unknown;
    expect(JSON.parse(row?.body ?? "")).toEqual({
      event_id: guest.eventId,
      guest_id: guest.id,
      token_id: guest.tokenId,
      access_log_id: log?.id,
      fingerprint,
      ip_address: log?.ip_address,
      user_agent: log?.user_agent,
      referrer: "",
      occurred_at: new Date(Number(log?.at)).toISOString(),
    });
  });

  it.each([
    ["a revoked link", "update access_tokens set revoked_at = 1 where event_id = ?"],
    ["a deleted event", "update events set deleted_at = 1 where id = ?"],
  ])("omits %s", async (_, sql) => {
    const guest = await invited();
    await guest.run(sql, guest.eventId);
    const isolate = warmIsolate(withoutQueues(guest.isolate));
    expect((await guest.send(openRequest(guest.token, guest.headers), isolate)).status).toBe(404);
    expect([await guest.logs(), await guest.unpublished()]).toEqual([[], []]);
  });

  it.each(["before", "after"])(
    "removes the row again when the limit rejects the request %s the batch ends",
    async (when) => {
      const guest = await invited();
      let finishBatch: () => void = () => undefined;
      const batchEnds = new Promise<void>((resolve) => {
        finishBatch = resolve;
      });
      const verdict = { allowed: false, remaining: 0, resetSeconds: 7 };
      const recording = recordingEnv();
      const hit = async () => {
        if (when === "after") await batchEnds;
        return verdict;
      };
      const DB = replaced(recording.env.DB, {
        withSession: (...args: Parameters<D1Database["withSession"]>) => {
          const session = recording.env.DB.withSession(...args);
          const batch = async (statements: D1PreparedStatement[]) => session.batch(statements).finally(finishBatch);
          return replaced(session, { batch });
        },
      });
      const isolate = warmIsolate({
        ...withoutQueues(recording.env),
        DB,
        RATE_WINDOW: replaced(env.RATE_WINDOW, { get: () => ({ hit }) }),
      });
      const first = await costOf(openRequest(guest.token, guest.headers), { ...recording, env: isolate });
      expect([first.response.status, first.response.headers.get("retry-after")]).toEqual([429, "7"]);
      expect(first.calls.filter(({ target }) => target === "fetch")).toEqual([]);
      expect([await guest.logs(), await guest.unpublished()]).toEqual([[], []]);
      // The isolate remembers that.
      const next = await costOf(openRequest(guest.token, guest.headers), { ...recording, env: isolate });
      expect([next.response.status, next.calls]).toEqual([429, []]);
    },
  );

  it.each(["before the isolate read the flags", "since the isolate read them", "for some hosts"])(
    "records that scoring is switched off %s, and publishes nothing",
    async (when) => {
      const guest = await invited();
      const off = JSON.stringify([["risk_scoring", 0]]);
      const KV = replaced(env.KV, { get: async (key: string) => (key === FLAGS_KV_KEY ? off : null) });
      const isolate = { ...guest.isolate, KV, SCORING_ENGINE_URL: "http://127.0.0.1:9" };
      const flagCache = createRequestContext(isolate, () => undefined).shared(createFlagCache);
      if (when.startsWith("since")) flagCache.loadedAt = Date.now() - FLAG_REFRESH_MS - 1;
      if (when.startsWith("for")) {
        flagCache.loadedAt = Date.now();
        flagCache.percentages.set("risk_scoring", 0);
      }
      expect((await guest.send(openRequest(guest.token, guest.headers), isolate)).status).toBe(200);
      expect(await guest.logs()).toMatchObject([{ score: null, reasons: '["scoring_disabled"]' }]);
      expect([guest.attempted(), await guest.unpublished()]).toEqual([[], []]);
      const opened = await guest.run("select opened_at from guests where id = ?", guest.id);
      expect(opened.results).toEqual([{ opened_at: expect.any(Number) }]);
    },
  );
});

describe("access log of an RSVP", () => {
  /** @spec 1.5 "Every access by token and every RSVP attempt is scored for risk by a separate scoring engine." */
  it("contains the score when the guest gets the response, also of a blocked or late RSVP", async () => {
    const guest = await invited();
    const { isolate, token, headers } = guest;
    const answer = async () => (await guest.send(answerRequest(token, {}, headers), isolate)).status;
    expect(await answer()).toBe(201);
    expect(await answer()).toBe(409);
    const curl = { "User-Agent": "curl/8.5.0", "CF-Connecting-IP": headers["CF-Connecting-IP"] ?? "" };
    const thresholds = "fraud_medium_threshold = 1, fraud_high_threshold = 2, fraud_block_threshold = 3";
    await guest.run(`update events set ${thresholds} where id = ?`, guest.eventId);
    await guest.run("update rsvps set user_agent = 'curl/8.5.0' where event_id = ?", guest.eventId);
    const refused = await guest.send(editRequest(token, { plus_ones: 2 }, curl), isolate);
    const logs = await guest.logs();
    expect(logs.map(({ kind }) => kind)).toEqual(["rsvp", "rsvp", "edit"]);
    // Without a score in time, which a busy machine may cause, an attempt is logged without one and not blocked.
    const [first, second, edit] = logs;
    for (const log of [first, second]) if (log?.score !== null) expect(log).toMatchObject({ risk: expect.any(String) });
    expect(refused.status).toBe(edit?.risk === "block" ? 403 : 200);
    expect(guest.attempted().map(({ id }) => id)).toEqual(logs.map(({ id }) => id));
  });

  /** @spec 4.55 "PATCH | /rsvp/{token} | same-device gate then fraud check" */
  it("omits requests that are rejected before scoring", async () => {
    const guest = await invited();
    const far = browserHeaders(LAPTOP);
    const send = async (request: Request) => (await guest.send(request)).status;
    expect(await send(answerRequest(guest.token, { plus_ones: 19 }, guest.headers))).toBe(400);
    expect(await send(editRequest(guest.token, { plus_ones: 1 }, guest.headers))).toBe(404);
    expect(await send(answerRequest(guest.token, { plus_ones: 1 }, guest.headers))).toBe(201);
    expect(await send(editRequest(guest.token, { plus_ones: 1 }, far))).toBe(403);
    expect(await guest.logs()).toHaveLength(1);
  });

  it("stores a failed RSVP's log alone, and a stored RSVP's log in the same batch", async () => {
    const guest = await invited();
    let batches = 0;
    const failing = (which: (batch: number) => boolean): Bindings => ({
      ...guest.isolate,
      DB: replaced(env.DB, {
        withSession: (...args: Parameters<D1Database["withSession"]>) => {
          const session = env.DB.withSession(...args);
          const batch = (statements: D1PreparedStatement[]) =>
            which(++batches) ? Promise.reject(new Error("D1_ERROR: internal error")) : session.batch(statements);
          return replaced(session, { batch });
        },
      }),
    });
    const answer = async (isolate: Bindings) => {
      batches = 0;
      return (await guest.send(answerRequest(guest.token, {}, guest.headers), isolate)).status;
    };
    const rsvps = async () => (await guest.run("select id from rsvps where event_id = ?", guest.eventId)).results;
    expect(await answer(failing((batch) => batch > 1))).toBe(503);
    expect([await guest.logs(), await rsvps()]).toEqual([[], []]);
    expect(await answer(failing((batch) => batch === 2))).toBe(503);
    expect([(await guest.logs()).length, await rsvps()]).toEqual([1, []]);
    expect(await answer(guest.isolate)).toBe(201);
    expect([(await guest.logs()).length, (await rsvps()).length]).toEqual([2, 1]);
  });
});
