import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { signSessionToken } from "../../../src/identity/accounts/session-token.ts";
import { createAnalyticsCache, putCached } from "../../../src/insights/analytics/analytics-cache.ts";
import type { Analytics } from "../../../src/insights/analytics/schemas.ts";
import { countsByStanding } from "../../../src/kernel/standing.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import worker from "../../../src/worker.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { type GuestHistory, UNTOUCHED, writeHistory } from "../../support/event-history.ts";
import { eventually } from "../../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../../support/guest-requests.ts";
import { recordingEnv } from "../../support/recording-env.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A guest who was invited at a time, with the rest of the history. */
const invitedAt = (at: number, more: Partial<GuestHistory> = {}): GuestHistory => ({
  ...UNTOUCHED,
  links: [at],
  ...more,
});

/** An access by a person. */
const opening = (at: number) => ({ at, kind: "access" as const, automated: false, risk: "low" as const });

const [MARCH, OCTOBER] = [2, 9];

/** The last Sunday of the month in the latest year in which it is over, at midnight UTC. */
function lastSundayOf(month: number, year = new Date().getUTCFullYear()): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0));
  const sunday = lastDay.getTime() - lastDay.getUTCDay() * DAY_MS;
  return sunday + DAY_MS < Date.now() ? sunday : lastSundayOf(month, year - 1);
}

const dateOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

async function analyticsOf(host: Host, eventId: string, query = ""): Promise<Analytics> {
  const response = await host.api("GET", `/events/${eventId}/analytics${query}`);
  expect(response.status).toBe(200);
  return response.json<Analytics>();
}

describe("GET /events/{eventId}/analytics", () => {
  /**
   * @spec 4.74 "GET | /events/{id}/analytics | viewer+ | parameter days; response sections: overview tiles, response
   *   series over 30 days, funnel invited, opened, responded, time-to-respond histogram, plus-ones distribution,
   *   channel attribution by utm_source, stale-guest list (opened without response highlighted)."
   * @spec 8.4 "Unaffected by tier | auto-reminders, fraud detection, analytics"
   */
  it("returns complete data with zeros for an event without guests", async () => {
    const host = await signedInHost();
    const { eventId } = await writeHistory(host.id, { timezone: "UTC" }, []);
    const analytics = await analyticsOf(host, eventId);
    expect(analytics).toMatchObject({
      overview: { guests: 0, invited: 0, responded: 0, pending: 0, expected_headcount: 0, response_rate: 0 },
      funnel: { invited: 0, opened: 0, responded: 0 },
      plus_ones: [],
      channels: [],
      stale_guests: [],
    });
    expect(analytics.responses_over_time).toHaveLength(30);
    expect(analytics.time_to_respond.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("counts accesses by link scanners and people, RSVPs and edits", async () => {
    const host = await signedInHost();
    const { eventId, guests } = await makeEventFixture(host.id, 3);
    const [scanned, opened, answered] = guests.map(({ token }) => token);
    const send = (request: Request) => exports.default.fetch(request);
    await send(openRequest(scanned ?? "", { ...browserHeaders("WhatsApp/2.24 A"), "Sec-Fetch-Mode": "no-cors" }));
    await send(openRequest(opened ?? ""));
    const headers = browserHeaders();
    await send(openRequest(answered ?? "", headers));
    expect((await send(answerRequest(answered ?? "", { plus_ones: 3 }, headers))).status).toBe(201);
    expect((await send(editRequest(answered ?? "", { plus_ones: 2 }, headers))).status).toBe(200);
    // `opened_at` is written with the score. Each request has another number of days, so that none is cached.
    let days = 1;
    const analytics = await eventually(async () => {
      const found = await analyticsOf(host, eventId, `?days=${days++}`);
      expect(found.overview).toEqual({
        guests: 3,
        invited: 3,
        opened: 2,
        responded: 1,
        attending: 1,
        declined: 0,
        maybe: 0,
        pending: 2,
        expected_headcount: 3,
        standings: { ...countsByStanding([]), coming: 1, silent: 2 },
        checked_in: 0,
        response_rate: 0.3333,
      });
      return found;
    });
    expect(analytics.plus_ones).toEqual([{ plus_ones: 2, count: 1 }]);
    expect(analytics.time_to_respond).toContainEqual({ bucket: "under_1h", count: 1 });
    expect(analytics.channels).toEqual([{ utm_source: null, invited: 3, opened: 2, responded: 1 }]);
    expect(analytics.responses_over_time.at(-1)).toMatchObject({ attending: 1 });
    expect(analytics.stale_guests.map(({ name, highlighted }) => [name, highlighted])).toEqual([
      ["Guest 1", true],
      ["Guest 0", false],
    ]);
  });

  it("begins each day at midnight in the event's time zone, also with 23 or 25 hours", async () => {
    const host = await signedInHost({ tier: "pro" });
    const answeredAt = (at: number) =>
      invitedAt(at - HOUR_MS, { answers: [{ at, response: "attending", plusOnes: 0 }] });
    // Berlin's last Sunday in March has 23 hours and begins at 23:00 UTC; that in October has 25, and begins at 22:00.
    const [spring, autumn] = [lastSundayOf(MARCH), lastSundayOf(OCTOBER)];
    const day = (begin: number, hours: number) => [
      begin - 1,
      begin,
      begin + hours * HOUR_MS - 1,
      begin + hours * HOUR_MS,
    ];
    const moments = [...day(spring - HOUR_MS, 23), ...day(autumn - 2 * HOUR_MS, 25)];
    const { eventId } = await writeHistory(host.id, { timezone: "Europe/Berlin" }, moments.map(answeredAt));
    const { responses_over_time } = await analyticsOf(host, eventId, "?days=365");
    const busy = responses_over_time.filter(({ attending }) => attending > 0);
    const first = responses_over_time[0]?.date ?? "";
    const expected = [spring, autumn].flatMap((sunday) => [
      [dateOf(sunday - DAY_MS), 1],
      [dateOf(sunday), 2],
      [dateOf(sunday + DAY_MS), 1],
    ]);
    // Shortly before a clock change, the last one of its kind is more than a year ago.
    expect(busy.map(({ date, attending }) => [date, attending])).toEqual(
      expected.filter(([date = ""]) => date >= first).sort(),
    );
    expect(busy.length).toBeGreaterThanOrEqual(3);
    expect(new Set(responses_over_time.map(({ date }) => date)).size).toBe(365);
  });

  /**
   * @spec 4.74 "GET | /events/{id}/analytics | viewer+ | parameter days; response sections: overview tiles, response
   *   series over 30 days, funnel invited, opened, responded, time-to-respond histogram, plus-ones distribution,
   *   channel attribution by utm_source, stale-guest list (opened without response highlighted)."
   */
  it("lists at most fifty guests without an RSVP, those who viewed the invitation first", async () => {
    const host = await signedInHost({ tier: "pro" });
    const now = Date.now();
    const unseen = Array.from({ length: 55 }, (_, index) =>
      invitedAt(now - (index + 1) * DAY_MS, { name: `Unseen ${index}`, email: `unseen-${index}@example.com` }),
    );
    const opened = [1, 2, 3].map((days) =>
      invitedAt(now - days * DAY_MS, { name: `Opened ${days}`, accesses: [opening(now - HOUR_MS)] }),
    );
    const { eventId } = await writeHistory(host.id, { timezone: "UTC" }, [...unseen, ...opened, UNTOUCHED]);
    const { stale_guests, overview } = await analyticsOf(host, eventId);
    expect(overview).toMatchObject({ guests: 59, invited: 58, responded: 0 });
    expect(stale_guests).toHaveLength(50);
    expect(stale_guests.slice(0, 5).map(({ name, highlighted }) => [name, highlighted])).toEqual([
      ["Opened 3", true],
      ["Opened 2", true],
      ["Opened 1", true],
      ["Unseen 54", false],
      ["Unseen 53", false],
    ]);
    expect(stale_guests[3]).toMatchObject({ email: "unseen-54@example.com", opened_at: null });
  });

  /** @spec 2.28 "Access token | utm_source | string, nullable | channel attribution used by analytics" */
  it("lists at most a hundred channels, the busiest first, and counts every guest", async () => {
    const host = await signedInHost({ tier: "pro" });
    const at = Date.now() - DAY_MS;
    const guests = Array.from({ length: 104 }, (_, index) => invitedAt(at, { utmSource: `source-${index + 100}` }));
    const { eventId } = await writeHistory(host.id, { timezone: "UTC" }, [
      ...guests,
      invitedAt(at, { utmSource: "source-203" }),
      invitedAt(at),
    ]);
    const { channels, funnel } = await analyticsOf(host, eventId);
    expect(channels).toHaveLength(100);
    expect(channels.slice(0, 2)).toEqual([
      { utm_source: "source-203", invited: 2, opened: 0, responded: 0 },
      { utm_source: "source-100", invited: 1, opened: 0, responded: 0 },
    ]);
    expect(funnel.invited).toBe(106);
  });

  it.each(["0", "366", "-1", "1.5", "", "a week"])("returns 400 for %s days", async (days) => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 1);
    const response = await host.api("GET", `/events/${eventId}/analytics?days=${days}`);
    expect([response.status, (await response.json<{ error: string }>()).error]).toEqual([400, "validation_failed"]);
  });
});

/** A request for analytics as a session sends it. */
function analyticsRequest(
  { token }: Pick<Host, "token">,
  eventId: string,
  query = "",
): Request<unknown, IncomingRequestCfProperties> {
  const headers = { Authorization: `Bearer ${token}` };
  const request = new Request(`https://usher.test/events/${eventId}/analytics${query}`, { headers });
  return request as Request<unknown, IncomingRequestCfProperties>;
}

/** Sends requests to an isolate with empty caches. */
function newIsolate(changes: object = {}) {
  const own = { ...env, ...changes };
  return async (request: Request<unknown, IncomingRequestCfProperties>): Promise<Response> => {
    const context = createExecutionContext();
    const response = await worker.fetch(request, own, context);
    await waitOnExecutionContext(context);
    return response;
  };
}

/** Sends one request to a separate isolate. */
function inNewIsolate(request: Request<unknown, IncomingRequestCfProperties>, changes: object = {}): Promise<Response> {
  return newIsolate(changes)(request);
}

async function deleted(owner: Host, path: string): Promise<void> {
  expect((await owner.api("DELETE", path)).status).toBe(204);
}

/** Ends every session of a user, as a new password does. */
async function endSessions({ id }: Host): Promise<void> {
  const later = Date.now() + MINUTE_MS;
  await env.DB.prepare("update users set sessions_valid_from = ? where id = ?").bind(later, id).run();
}

const cacheOf = (response: Response) => [response.status, response.headers.get("x-cache")];

describe("cached analytics", () => {
  /**
   * @spec 4.75 "GET | /events/{id}/analytics | Cached 60 seconds per (event, days); header X-Cache is miss on a
   *   database read."
   */
  it("caches a response for each number of days, byte for byte", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 2);
    const read = (query: string) => host.api("GET", `/events/${eventId}/analytics${query}`);
    const [first, second] = [await read(""), await read("?days=30")];
    expect([cacheOf(first), cacheOf(second)]).toEqual([
      [200, "miss"],
      [200, "hit"],
    ]);
    expect(await second.text()).toBe(await first.text());
    expect(cacheOf(await read("?days=31"))).toEqual([200, "miss"]);
    expect(cacheOf(await read("?days=31"))).toEqual([200, "hit"]);
  });

  it("shares the cache with other isolates", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 2);
    const first = await inNewIsolate(analyticsRequest(host, eventId));
    const second = await inNewIsolate(analyticsRequest(host, eventId));
    expect([cacheOf(first), cacheOf(second)]).toEqual([
      [200, "miss"],
      [200, "hit"],
    ]);
    expect(await second.text()).toBe(await first.text());
  });

  /**
   * @spec 4.75 "GET | /events/{id}/analytics | Cached 60 seconds per (event, days); header X-Cache is miss on a
   *   database read."
   * @spec 8.15 "Analytics cache | 60 seconds"
   */
  it("expires after a minute, even if KV still has the entry", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 2);
    await inNewIsolate(analyticsRequest(host, eventId));
    const { keys } = await env.KV.list({ prefix: "analytics:" });
    const key = keys.find(({ name }) => name.includes(eventId))?.name ?? "";
    const entry = await env.KV.get<{ at: number }>(key, "json");
    const aged = (seconds: number) =>
      env.KV.put(key, JSON.stringify({ ...entry, at: (entry?.at ?? 0) - seconds * 1_000 }));
    await aged(30);
    expect(cacheOf(await inNewIsolate(analyticsRequest(host, eventId)))).toEqual([200, "hit"]);
    await aged(60);
    expect(cacheOf(await inNewIsolate(analyticsRequest(host, eventId)))).toEqual([200, "miss"]);
  });

  it("counts without the cache when KV is down", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 2);
    const down = () => Promise.reject(new Error("KV is down"));
    const KV = { get: down, put: down, delete: down };
    expect(cacheOf(await inNewIsolate(analyticsRequest(host, eventId), { KV }))).toEqual([200, "miss"]);
  });

  it.each<[string, number, (members: { owner: Host; viewer: Host; eventId: string }) => Promise<unknown>]>([
    ["role", 404, ({ owner, viewer, eventId }) => deleted(owner, `/events/${eventId}/collaborators/${viewer.id}`)],
    ["event", 404, ({ owner, eventId }) => deleted(owner, `/events/${eventId}`)],
    ["session", 401, ({ viewer }) => endSessions(viewer)],
  ])("returns an error immediately to a caller who has lost the %s, cached or not", async (_, status, lose) => {
    const start = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(start);
    onTestFinished(() => clock.mockRestore());
    const [owner, viewer] = await Promise.all([signedInHost(), signedInHost()]);
    const { eventId } = await makeEventFixture(owner.id, 2);
    await addMember(eventId, viewer.id, "viewer");
    const unseen = {
      token: await signSessionToken(createRequestContext(env, () => undefined).keyring, {
        userId: viewer.id,
        issuedAt: start + 1,
        sessionId: crypto.randomUUID(),
      }),
    };
    const isolate = newIsolate();
    const read = async (who: Pick<Host, "token">, query = "", where = isolate) => {
      const response = await where(analyticsRequest(who, eventId, query));
      return [...cacheOf(response), (await response.json<Analytics>()).overview?.guests];
    };
    expect([await read(owner), await read(viewer)]).toEqual([
      [200, "miss", 2],
      [200, "hit", 2],
    ]);
    expect(await read(owner, "?days=7")).toEqual([200, "miss", 2]);
    await lose({ owner, viewer, eventId });

    const refused = [status, null, undefined];
    expect(await read(unseen)).toEqual(refused);
    expect(await read(viewer, "?days=7")).toEqual(refused);
    expect(await read(viewer, "?days=8")).toEqual(refused);
    expect(await read(viewer, "", newIsolate())).toEqual(refused);
    expect(await read(viewer)).toEqual(refused);
  });

  it("returns 404 immediately after a removed role or a deleted event, and always to a stranger", async () => {
    const [owner, viewer, stranger] = await Promise.all([signedInHost(), signedInHost(), signedInHost()]);
    const { eventId } = await makeEventFixture(owner.id, 2);
    await addMember(eventId, viewer.id, "viewer");
    const read = async (who: Host) => cacheOf(await who.api("GET", `/events/${eventId}/analytics`));
    expect([await read(owner), await read(viewer), await read(stranger)]).toEqual([
      [200, "miss"],
      [200, "hit"],
      [404, null],
    ]);
    await deleted(owner, `/events/${eventId}/collaborators/${viewer.id}`);
    expect(await read(viewer)).toEqual([404, null]);
    expect((await read(owner))[0]).toBe(200);
    await deleted(owner, `/events/${eventId}`);
    expect(await read(owner)).toEqual([404, null]);
  });

  it("counts and stores nothing for a stranger", async () => {
    const [owner, stranger] = await Promise.all([signedInHost(), signedInHost()]);
    const { eventId } = await makeEventFixture(owner.id, 2);
    const recording = recordingEnv();
    const response = await inNewIsolate(analyticsRequest(stranger, eventId), recording.env);
    expect(response.status).toBe(404);
    expect(recording.recorder.calls.filter(({ detail }) => detail === "put")).toEqual([]);
    expect(cacheOf(await owner.api("GET", `/events/${eventId}/analytics`))).toEqual([200, "miss"]);
  });
});

describe("analytics cache", () => {
  it("stores at most fifty events, and four lengths of the series for each", async () => {
    const services = createRequestContext({ ...env }, () => undefined);
    const cache = services.shared(createAnalyticsCache);
    const figures = { at: Date.now(), analytics: {} as Analytics };
    for (let days = 1; days <= 5; days++) putCached(services, "event", days, figures);
    expect([1, 2, 5].map((days) => cache.get("event")?.get(days))).toEqual([undefined, figures, figures]);
    for (let index = 0; index < 50; index++) putCached(services, `event-${index}`, 30, figures);
    expect(cache.get("event")).toBeUndefined();
    expect(cache.get("event-49")?.get(30)).toBe(figures);
  });
});
