import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { type EventFixture, type FixtureGuest, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, LAPTOP, openRequest } from "../support/guest-requests.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

/** Accesses of a link in an hour from which on the isolate looks at the log. */
const UNCHECKED = 20;
const ROWS_AN_HOUR = 60;

interface Log {
  at: string;
  last_at: string;
  count: number;
  score: number | null;
  risk: string | null;
  user_agent: string;
}

/** A host's event with a guest whose link was used 60 times in the hour. */
async function crowded() {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const guest = firstOf(fixture);
  const headers = browserHeaders();
  for (let views = 0; views < UNCHECKED; views++) {
    expect((await send(openRequest(guest.token, headers))).status).toBe(200);
  }
  const read = async <T>(path: string): Promise<T> =>
    (await host.api("GET", `/events/${fixture.eventId}${path}`)).json<T>();
  const logs = async () => (await read<{ items: Log[] }>("/access-logs?limit=200")).items;
  expect(await logs()).toHaveLength(UNCHECKED);
  const missing = ROWS_AN_HOUR - UNCHECKED;
  await env.DB.prepare(
    `update access_logs set count = count + ?2
     where event_id = ?1 and id = (select min(id) from access_logs where event_id = ?1)`,
  )
    .bind(fixture.eventId, missing)
    .run();
  const total = async () => (await logs()).reduce((sum, { count }) => sum + count, 0);
  return { host, ...fixture, guest, headers, read, logs, total };
}

/** Stores in the counter of an event that its links were used as often as its guests allow. */
async function useUp({ eventId, guests }: EventFixture): Promise<void> {
  const limit = 30 + guests.length;
  const counter = env.RATE_WINDOW.get(env.RATE_WINDOW.idFromName(`event-views:${eventId}`));
  for (let hits = 0; hits < limit; hits++) {
    await counter.hit({ name: "event-views", limit, windowSeconds: 3_600 });
  }
}

const open = (guest: FixtureGuest, headers = browserHeaders()) => send(openRequest(guest.token, headers));

describe("accesses of a link above 60 in an hour", () => {
  it("adds an access to the row of its device, and counts it everywhere", async () => {
    const { guest, headers, read, logs, total } = await crowded();
    for (let views = 0; views < 10; views++) expect((await open(guest, headers)).status).toBe(200);
    expect(await total()).toBe(ROWS_AN_HOUR + 10);
    const shown = await logs();
    expect(shown.length).toBeLessThan(UNCHECKED + 5);
    const [shared] = shown;
    expect(shared?.count).toBeGreaterThan(5);
    expect(Date.parse(shared?.last_at ?? "")).toBeGreaterThan(Date.parse(shared?.at ?? ""));
    // On a busy machine a score comes after the response.
    await eventually(async () =>
      expect((await logs()).filter(({ score, risk }) => score === null || risk === null)).toEqual([]),
    );

    const preview = await read<{ total: number }>("/security/thresholds/preview?medium=30&high=60&block=85");
    expect(preview.total).toBe(ROWS_AN_HOUR + 10);
    const { items } = await read<{ items: { type: string; count?: number }[] }>(`/guests/${guest.id}/timeline`);
    expect(items.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(ROWS_AN_HOUR + 10);
  });

  it("stores an access of another device in a separate row", async () => {
    const { guest, headers, logs } = await crowded();
    const others = [{ ...headers, "User-Agent": LAPTOP }, browserHeaders(LAPTOP)];
    for (const other of others) expect((await open(guest, other)).status).toBeLessThan(500);
    const [first, second] = await logs();
    expect([first?.count, second?.count, first?.user_agent]).toEqual([1, 1, LAPTOP]);
  });

  it("compares an access with the thresholds, and counts one that is refused", async () => {
    const { host, eventId, guest, headers, total, logs } = await crowded();
    const strict = await host.api("PUT", `/events/${eventId}/security/thresholds`, { medium: 1, high: 2, block: 3 });
    expect(strict.status).toBe(200);
    await env.DB.prepare("update events set step_up_from = 'block' where id = ?").bind(eventId).run();
    const foreign = { ...browserHeaders("python-requests/2.32"), "Accept-Language": "" };
    const statuses = [];
    for (let tries = 0; tries < 5; tries++) statuses.push((await open(guest, foreign)).status);
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await total()).toBe(ROWS_AN_HOUR + 5);
    expect((await logs())[0]?.risk).toBe("block");
    expect((await open(guest, headers)).status).toBeLessThan(500);
  });

  it("adds rejected RSVPs to one row", async () => {
    const { guest, headers, total, logs } = await crowded();
    expect((await send(answerRequest(guest.token, {}, headers))).status).toBe(201);
    for (let tries = 0; tries < 8; tries++) {
      expect((await send(answerRequest(guest.token, {}, headers))).status).toBe(409);
    }
    expect(await total()).toBe(ROWS_AN_HOUR + 9);
    expect((await logs()).length).toBeLessThan(UNCHECKED + 6);
  });
});

describe("requests with the links of an event above its limit", () => {
  it("returns 429 for a link that is used often, and opens other links", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 2);
    const [busy, other] = fixture.guests;
    if (!busy || !other) throw new Error("no guests");
    await useUp(fixture);
    await env.DB.prepare("update guests set locale = 'de' where id = ?").bind(busy.id).run();
    const headers = browserHeaders();
    const refused = await eventually(async () => {
      const response = await open(busy, headers);
      expect(response.status).toBe(429);
      return response;
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
    expect((await open(other)).status).toBe(200);
    const page = await send(new Request(`https://usher.test/i/${busy.token}`, { headers }));
    expect([page.status, page.headers.get("content-language")]).toEqual([429, "de"]);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(3_000);
    const logged = await env.DB.prepare("select count(*) as n from access_logs where event_id = ?")
      .bind(fixture.eventId)
      .first<{ n: number }>();
    expect(logged?.n).toBeLessThan(45);
  });
});
