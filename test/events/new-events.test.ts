import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { purgeClosedEvents } from "../../src/privacy/erase-event.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { makeEventFixture } from "../support/event-fixture.ts";

const EVENT = { name: "Supper", event_date: "2031-06-12T18:00:00Z", timezone: "Europe/Berlin" };
const DAY_SECONDS = 86_400;

const create = (host: Host) => host.api("POST", "/events", EVENT);

/** Creates an event, deletes it, and returns the status of the creation. */
async function createAndDelete(host: Host): Promise<number> {
  const created = await create(host);
  if (created.status !== 201) return created.status;
  const { id } = await created.json<{ id: string }>();
  expect((await host.api("DELETE", `/events/${id}`)).status).toBe(204);
  return 201;
}

/** Stores the number of events that a host has created in this hour. */
async function hasCreated(host: Host, events: number): Promise<void> {
  await env.DB.prepare("insert into sending_hours (user_id, hour, events) values (?, ?, ?)")
    .bind(host.id, Math.floor(Date.now() / 3_600_000), events)
    .run();
}

async function refusal(response: Response) {
  const { error, detail } = await response.json<{ error: string; detail: string }>();
  const retryAfter = Number(response.headers.get("retry-after"));
  return { status: response.status, error, detail, retryAfter };
}

const TOO_MANY = { status: 429, error: "rate_limited", retryAfter: expect.any(Number) };

describe("new events in 24 hours", () => {
  it("returns 429 after ten on the free tier, however many of them were deleted", async () => {
    const host = await signedInHost();
    for (let events = 0; events < 10; events++) expect(await createAndDelete(host)).toBe(201);
    const refused = await refusal(await create(host));
    expect(refused).toEqual({ ...TOO_MANY, detail: expect.stringContaining("10 new events in 24 hours") });
    expect(refused.retryAfter).toBeGreaterThan(DAY_SECONDS - 2 * 3_600);
    expect(refused.retryAfter).toBeLessThanOrEqual(DAY_SECONDS);
  });

  it.each([
    ["pro", 50],
    ["business", 500],
  ] as const)(
    "returns 429 above the limit of the tier %s, also for concurrent requests and copies",
    async (tier, limit) => {
      const host = await signedInHost({ tier });
      const { eventId } = await makeEventFixture(host.id, 0);
      await hasCreated(host, limit - 2);
      const day = { name: "Again", event_date: "2031-06-12T18:00:00Z", include: [] };
      const copy = () => host.api("POST", `/events/${eventId}/copy`, day);
      const responses = await Promise.all([create(host), copy(), create(host), copy(), create(host), copy()]);
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([201, 201, 429, 429, 429, 429]);
      const refused = responses.find(({ status }) => status === 429);
      if (refused === undefined) throw new Error("nothing was refused");
      expect(await refusal(refused)).toMatchObject({
        ...TOO_MANY,
        detail: expect.stringContaining(`${limit} new events`),
      });
    },
  );

  it("counts the last 24 hours only", async () => {
    const host = await signedInHost();
    await env.DB.prepare("insert into sending_hours (user_id, hour, events) values (?, ?, 10)")
      .bind(host.id, Math.floor(Date.now() / 3_600_000) - 24)
      .run();
    expect((await create(host)).status).toBe(201);
  });
});

describe("a deleted event", () => {
  it("disappears within the hour if it has no guests", async () => {
    const host = await signedInHost({ tier: "business" });
    const [empty, full, recent] = await Promise.all([0, 1, 0].map((guests) => makeEventFixture(host.id, guests)));
    if (!empty || !full || !recent) throw new Error("no fixtures");
    for (const { eventId } of [empty, full, recent]) await host.api("DELETE", `/events/${eventId}`);
    await env.DB.prepare("update events set deleted_at = deleted_at - 1900000 where id in (?, ?)")
      .bind(empty.eventId, full.eventId)
      .run();
    for (let runs = 0; runs < 3; runs++) await purgeClosedEvents(createRequestContext(env, () => undefined));
    const { results } = await env.DB.prepare("select id from events where host_id = ?").bind(host.id).all();
    expect(results.map(({ id }) => id).toSorted()).toEqual([full.eventId, recent.eventId].toSorted());
  });
});
