import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { guestTokenOf } from "../../src/invitations/guest-link.ts";
import { newId, shardOf } from "../../src/kernel/ids.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { grantTier, type Host, requestBy, signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { openRequest } from "../support/guest-requests.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

/** Shard 1 is another region's, and that of a third is not bound. */
const REGIONS = JSON.stringify({ eu: { shards: [0] }, us: { shards: [1] }, ap: { shards: [2] } });
const withRegions = (more: Record<string, unknown> = {}) => recordingEnv(undefined, { REGIONS, ...more });

type Isolate = ReturnType<typeof withRegions>;

async function create(host: Host, isolate: Isolate, body: object = {}) {
  const event = { name: "Supper", event_date: new Date(Date.now() + 86_400_000).toISOString(), ...body };
  const { response } = await costOf(requestBy(host, "POST", "/events", event), isolate);
  return {
    status: response.status,
    event: await response.json<{ id: string; region: string; error: string; used: number }>(),
  };
}

const statusOf = async (request: Request, isolate: Isolate) => (await costOf(request, isolate)).response.status;

describe("events without configured regions", () => {
  it("returns the only region, by name as well", async () => {
    const host = await signedInHost({ tier: "pro" });
    expect(await makeEvent(host)).toMatchObject({ region: "default" });
    expect(await makeEvent(host, { region: "default" })).toMatchObject({ region: "default" });
    expect(
      (await host.api("POST", "/events", { name: "X", event_date: "2030-01-01T00:00:00Z", region: "eu" })).status,
    ).toBe(400);
  });
});

describe("regions (event in another region than its host)", () => {
  it("stores the event in the chosen region and counts tier limits across regions", async () => {
    const host = await signedInHost();
    const isolate = withRegions();
    const first = await create(host, isolate, { region: "us" });
    expect([first.status, first.event.region, shardOf(first.event.id)]).toEqual([201, "us", 1]);
    // The free tier has one event, wherever it is.
    const second = await create(host, isolate, { region: "eu" });
    expect([second.status, second.event.error, second.event.used]).toEqual([402, "tier_limit", 1]);
    const billing = await (await costOf(requestBy(host, "GET", "/billing/status"), isolate)).response.json();
    expect(billing).toMatchObject({ usage: { events: { used: 1, limit: 1 } } });
    const listed = await (await costOf(requestBy(host, "GET", "/events"), isolate)).response.json();
    expect(listed).toMatchObject({ items: [{ id: first.event.id, region: "us" }] });
    expect(await env.DB.prepare("select 1 from events where id = ?").bind(first.event.id).first()).toBeNull();
    await grantTier(host.id, "pro");
    expect((await create(host, isolate, { region: "eu" })).event.region).toBe("eu");
  });

  it("keeps a copy in its region", async () => {
    const host = await signedInHost({ tier: "pro" });
    const isolate = withRegions();
    const { event } = await create(host, isolate, { region: "us" });
    const input = { name: "Again", event_date: new Date(Date.now() + 86_400_000).toISOString(), include: [] };
    const { response } = await costOf(requestBy(host, "POST", `/events/${event.id}/copy`, input), isolate);
    expect([response.status, await response.json()]).toEqual([201, expect.objectContaining({ region: "us" })]);
  });

  it("costs guests the same calls as any other event", async () => {
    const host = await signedInHost({ tier: "business" });
    const isolate = withRegions();
    const opened = await Promise.all(
      ["eu", "us"].map(async (region) => {
        const { event } = await create(host, isolate, { region });
        const guest = await addGuest(host, event.id);
        return issueLink(host, event.id, guest.id);
      }),
    );
    const figures = [];
    for (const { token } of opened) {
      await costOf(openRequest(token), isolate);
      const cost = await costOf(openRequest(token), isolate);
      figures.push([cost.response.status, cost.roundTrips, cost.d1Calls, cost.rowsRead, cost.rowsWritten]);
    }
    expect(figures[1]).toEqual(figures[0]);
    expect(figures[0]?.slice(0, 3)).toEqual([200, 2, 1]);
  });
});

describe("regions (unbound database)", () => {
  it("returns 503 only for its events, and logs its variable", async () => {
    const logged = vi.spyOn(console, "error");
    onTestFinished(() => logged.mockRestore());
    const host = await signedInHost({ tier: "pro" });
    const isolate = withRegions();
    const { event } = await create(host, isolate, { region: "us" });
    expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)))).toContainEqual(
      expect.objectContaining({ msg: "region_not_bound", region: "ap", variable: "DB_2" }),
    );
    const gone = newId(Date.now(), 2);
    const { response } = await costOf(requestBy(host, "GET", `/events/${gone}`), isolate);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ error: "region_unavailable" });
    const link = await guestTokenOf(
      createRequestContext(isolate.env, () => undefined),
      gone,
    );
    expect(await statusOf(openRequest(link), isolate)).toBe(503);
    expect((await create(host, isolate, { region: "ap" })).status).toBe(503);
    expect(await statusOf(requestBy(host, "GET", `/events/${event.id}`), isolate)).toBe(200);
    // A number that no region has is not found, like every unknown id.
    expect(await statusOf(requestBy(host, "GET", `/events/${newId(Date.now(), 9)}`), isolate)).toBe(404);
  });

  it("fails at startup with the name of the variable if the table is wrong", () => {
    const wrong = { ...env, REGIONS: '{"eu":{"shards":[1]}}' };
    const start = () => createRequestContext(wrong, () => undefined);
    expect(start).toThrow("REGIONS: no region has shard 0");
  });
});

describe("regions (database down)", () => {
  it("returns 503 for its events, while those of other regions open", async () => {
    const host = await signedInHost({ tier: "business" });
    const isolate = withRegions();
    const [eu, us] = await Promise.all(
      ["eu", "us"].map(async (region) => {
        const { event } = await create(host, isolate, { region });
        return issueLink(host, event.id, (await addGuest(host, event.id)).id);
      }),
    );
    const down = () => {
      throw new Error("D1_ERROR: Network connection lost.");
    };
    const session = { prepare: env.DB_1.prepare.bind(env.DB_1), batch: down, getBookmark: () => null };
    isolate.env.DB_1 = Object.assign(Object.create(env.DB_1), { withSession: () => session });
    const fresh = { ...isolate, env: { ...isolate.env } };
    const { response } = await costOf(openRequest(us?.token ?? ""), fresh);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: "database_unavailable" });
    expect(await statusOf(openRequest(eu?.token ?? ""), fresh)).toBe(200);
  });
});
