import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/env.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { aggregateAccessLogs } from "../../src/privacy/aggregate-access-logs.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { logAccesses } from "../support/access-logs.ts";
import { freshAddress, type Host, signedInHost } from "../support/account.ts";
import { stopScheduler } from "../support/broadcast.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, openRequest } from "../support/guest-requests.ts";
import { recordingEnv } from "../support/recording-env.ts";
import { tablesContaining } from "../support/tables-containing.ts";

const RETENTION_DAYS = 180;
const send = (request: Request): Promise<Response> => exports.default.fetch(request);

/** Runs the Scheduler's task as of some days from now. */
async function aggregateIn(days: number, bindings = env): Promise<void> {
  const now = Date.now() + days * DAY_MS;
  await aggregateAccessLogs({ ...createRequestContext(bindings, (work) => void work()), clock: { now: () => now } });
}

/** Resets the progress, so that the next call starts a pass. */
const startPass = () => env.DB.exec("update access_log_aggregation set after_event = '', finished_at = 0");

const logsOf = async (eventId: string) =>
  (
    await env.DB.prepare("select count(*) as n from access_logs where event_id = ?")
      .bind(eventId)
      .first<{ n: number }>()
  )?.n;
const countsOf = async (eventId: string) =>
  (await env.DB.prepare("select sum(count) as n from access_log_counts where event_id = ?").bind(eventId).first())?.n;

/** The figures that a host sees of all accesses. */
async function figuresOf(host: Host, { eventId }: EventFixture, days: number) {
  const read = async (path: string) => (await host.api("GET", `/events/${eventId}${path}`)).json();
  return {
    preview: await read("/security/thresholds/preview?medium=10&high=40&block=90"),
    analytics: await read(`/analytics?days=${days}`),
    guests: await read("/guests"),
  };
}

beforeEach(stopScheduler);

describe("accesses older than ACCESS_LOG_DAYS", () => {
  it("keeps counts and the host's numbers, and deletes the personal data", async () => {
    const host = await signedInHost({ tier: "business" });
    const fixture = await makeEventFixture(host.id, 3);
    const { token } = firstOf(fixture);
    const [address, marker] = [freshAddress(), `zq${crypto.randomUUID().slice(0, 8)}`];
    const headers = { ...browserHeaders(undefined, address), Referer: `https://${marker}.example/` };
    await send(openRequest(token, headers));
    await send(answerRequest(token, {}, headers));
    const bands = ["low", "medium", "high", "block"] as const;
    const seen = [5, 35, 45, 45, 70, 95].map((score, index) => ({ score, risk: bands[index % 4] ?? null }));
    const [marked = ""] = await logAccesses(fixture, [...seen, { score: null }, { score: 0, automated: true }]);
    const path = `/events/${fixture.eventId}/access-logs`;
    await host.api("POST", `${path}/${marked}/feedback`, { verdict: "legitimate", note: `knows ${marker}` });
    await eventually(async () => {
      const guests = await (await host.api("GET", `/events/${fixture.eventId}/guests`)).text();
      expect(guests).toMatch(/"opened_at":"\d/);
      const open = await env.DB.prepare("select count(*) as n from access_logs where event_id = ? and score is null")
        .bind(fixture.eventId)
        .first();
      expect(open).toEqual({ n: 1 });
      // The messages about the accesses are on their queue.
      expect(await tablesContaining([marker])).not.toContain("outbox");
    });
    const before = await figuresOf(host, fixture, 30);

    await startPass();
    await aggregateIn(RETENTION_DAYS - 1);
    expect(await logsOf(fixture.eventId)).toBe(10);
    await startPass();
    await aggregateIn(RETENTION_DAYS + 1);

    expect(await logsOf(fixture.eventId)).toBe(0);
    expect(await tablesContaining([marker])).toEqual([]);
    // The guest's answer still has the address.
    expect(await tablesContaining([address])).not.toContain("access_logs");
    // Another length of the series, so that no cached figures answer.
    const after = await figuresOf(host, fixture, 31);
    expect(after.preview).toEqual(before.preview);
    expect(after.preview).toMatchObject({ total: 10, counts: { unscored: 1 } });
    expect(after.guests).toEqual(before.guests);
    const shown = (figures: typeof before) => ({ ...(figures.analytics as object), responses_over_time: null });
    expect(shown(after)).toEqual(shown(before));
    expect(await (await host.api("GET", path)).json()).toEqual({ items: [], next_cursor: null });
    expect(await (await host.api("GET", `/events/${fixture.eventId}/security/feedback`)).json()).toMatchObject({
      items: [],
    });
    const activity = await (await host.api("GET", `/events/${fixture.eventId}/activity`)).json<{ items: object[] }>();
    expect(activity.items).toMatchObject([{ type: "rsvp.submitted" }]);
    const monitor = env.EVENT_MONITOR.get(env.EVENT_MONITOR.idFromName(fixture.eventId));
    const frames = await runInDurableObject(monitor, (_, state) =>
      state.storage.sql.exec<{ frame: string }>("select frame from activities where frame <> ''").toArray(),
    );
    // Their numbers stay, so that no reader takes them for lost.
    expect(frames.map(({ frame }) => Object.keys(JSON.parse(frame) as object))).toEqual(
      frames.map(() => ["type", "at", "event_id", "sequence"]),
    );
    const exported = await (await host.api("GET", "/me/data-export")).json<Record<string, { count: number }[]>>();
    expect(exported.access_logs).toEqual([]);
    expect(exported.access_log_counts?.reduce((sum, { count }) => sum + count, 0)).toBe(10);
    // The link still works.
    expect((await send(openRequest(token, headers))).status).toBe(200);
    expect(await logsOf(fixture.eventId)).toBe(1);
  });

  it("counts every access of rows that several accesses share, also in a second pass", async () => {
    const host = await signedInHost({ tier: "business" });
    const fixture = await makeEventFixture(host.id, 1);
    await env.DB.exec("delete from access_logs");
    const shared = async (accesses: Parameters<typeof logAccesses>[1], counts: readonly number[]) => {
      const ids = await logAccesses(fixture, accesses);
      for (const [index, id] of ids.entries()) {
        await env.DB.prepare("update access_logs set count = ?, last_at = at + 540000 where id = ?")
          .bind(counts[index] ?? 1, id)
          .run();
      }
    };
    const low = { score: 5, risk: "low" } as const;
    await shared([low, low, { score: 45, risk: "high" }, { score: null }], [7, 1, 30, 2]);
    const before = await figuresOf(host, fixture, 30);
    expect(before.preview).toMatchObject({ total: 40, counts: { low: 8, unscored: 2 } });
    await startPass();
    await aggregateIn(RETENTION_DAYS + 1);
    expect(await logsOf(fixture.eventId)).toBe(0);
    expect(await countsOf(fixture.eventId)).toBe(40);
    const { results } = await env.DB.prepare(
      "select risk, score, count from access_log_counts where event_id = ? order by score",
    )
      .bind(fixture.eventId)
      .all();
    expect(results).toEqual([
      { risk: "unscored", score: -1, count: 2 },
      { risk: "low", score: 5, count: 8 },
      { risk: "high", score: 45, count: 30 },
    ]);
    const after = await figuresOf(host, fixture, 31);
    expect(after.preview).toEqual(before.preview);
    const shown = (figures: typeof before) => ({ ...(figures.analytics as object), responses_over_time: null });
    expect(shown(after)).toEqual(shown(before));

    await shared([low], [60]);
    await startPass();
    await aggregateIn(RETENTION_DAYS + 1);
    expect(await countsOf(fixture.eventId)).toBe(100);
    const exported = await (await host.api("GET", "/me/data-export")).json<Record<string, { count: number }[]>>();
    expect(exported.access_log_counts?.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  });

  it("aggregates in bounded batches, each once, also for two parallel runs", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    // Accesses of other tests would be aggregated first.
    await env.DB.exec("delete from access_logs");
    const scores = Array.from({ length: 3_100 }, (_, index) => ({ score: index % 101 }));
    await logAccesses(fixture, scores);
    const { preview } = await figuresOf(host, fixture, 30);
    await startPass();
    await aggregateIn(RETENTION_DAYS + 1);
    expect(await logsOf(fixture.eventId)).toBe(1_100);
    expect(await countsOf(fixture.eventId)).toBe(2_000);
    expect((await figuresOf(host, fixture, 30)).preview).toEqual(preview);
    await Promise.all([aggregateIn(RETENTION_DAYS + 1), aggregateIn(RETENTION_DAYS + 1)]);
    expect(await logsOf(fixture.eventId)).toBe(0);
    expect(await countsOf(fixture.eventId)).toBe(3_100);
    expect((await figuresOf(host, fixture, 30)).preview).toEqual(preview);
  });

  it("reads one row per alarm between two passes, and makes two look-ups per event in a pass", async () => {
    const recording = recordingEnv();
    await startPass();
    await aggregateIn(0, recording.env as typeof env);
    const pass = recording.recorder.calls.splice(0);
    await aggregateIn(0, recording.env as typeof env);
    const idle = recording.recorder.calls;
    expect(pass.length).toBe(3);
    expect(idle.map(({ rowsRead, rowsWritten }) => [rowsRead, rowsWritten])).toEqual([[1, 0]]);
  });

  it.each(["0", "-3", "1.5", "soon", "4000"])("rejects a retention of %s days, and names the variable", (days) => {
    expect(() => readConfig({ ...env, ACCESS_LOG_DAYS: days })).toThrow(/^The configuration is wrong: ACCESS_LOG_DAYS/);
  });

  it("keeps accesses for 180 days by default", () => {
    expect(readConfig({ ...env, ACCESS_LOG_DAYS: undefined }).ACCESS_LOG_DAYS).toBe(RETENTION_DAYS);
    expect(readConfig({ ...env, ACCESS_LOG_DAYS: "" }).ACCESS_LOG_DAYS).toBe(RETENTION_DAYS);
    expect(readConfig({ ...env, ACCESS_LOG_DAYS: "30" }).ACCESS_LOG_DAYS).toBe(30);
  });
});
