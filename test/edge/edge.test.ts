import { createHmac, hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shardOf } from "../../src/kernel/ids.ts";
import { workerVariables } from "../../testkit/built-worker.ts";
import { call, type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import { type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { freePort } from "../../testkit/free-port.ts";
import { type RunningService, startService } from "../../testkit/running-service.ts";
import { eventually } from "../support/eventually.ts";

const SHOP = "https://shop.example";
const [FRANKFURT, VIRGINIA, SYDNEY, SAO_PAULO] = [
  [50.1, 8.7],
  [39, -77.5],
  [-33.9, 151.2],
  [-23.5, -46.6],
];
/** A service that fails twice, then responds. */
const FAILING = `let left = 2;
export default { async fetch() { if (left-- > 0) throw new Error("gone"); return new Response("back"); } };`;
/** Returns the environment that shifts an engine's clock by minutes. */
const skewedBy = (minutes: number) => {
  const shift = `const now = Date.now; Date.now = () => now() + ${minutes * 60_000};`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shift)}` };
};

let service: RunningService;
let engines: EngineProcess[];
let usEnginePort: number;
let eu: E2eFixture;
/** The event in the other region, with one guest. */
let us: { eventId: string; token: string };

const tokenOf = (link: string) => link.split("/").at(-1) ?? "";
const open = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, service.url), { headers });
const json = async <T>(response: Response) => (await response.json()) as T;

/** Returns an unknown ID that belongs to a shard. */
const idOnShard = (shard: number) =>
  us.eventId.replace(/^(.{15})...-.*/, `$1${shard.toString().padStart(3, "0")}-8000-000000000000`);

/** Returns a validly signed link of an unknown event on a shard. */
function linkOnShard(shard: number): string {
  const key = hkdfSync("sha256", workerVariables("").PLATFORM_SECRET ?? "", "usher", "guest_token", 32);
  const id = Buffer.from(idOnShard(shard).replaceAll("-", ""), "hex");
  const mac = createHmac("sha256", Buffer.from(key)).update(id).digest().subarray(0, 16);
  return Buffer.concat([id, mac]).toString("base64url");
}

async function inviteTo(eventId: string): Promise<string> {
  const { id } = await eu.api<{ id: string }>("POST", `/events/${eventId}/guests`, {
    name: "Ada Lindqvist",
    email: `ada-${crypto.randomUUID()}@example.com`,
    party_size: 3,
  });
  const { link } = await eu.api<{ link: string }>("POST", `/events/${eventId}/tokens`, { guest_id: id, notify: false });
  return tokenOf(link);
}

const newEvent = (more: object = {}) => ({
  name: "Barn dance",
  event_date: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  ...more,
});

interface Access {
  id: string;
  score: number | null;
  ip_address: string | null;
  at: string;
}

async function accessesOf(eventId: string): Promise<Access[]> {
  return (await eu.api<{ items: Access[] }>("GET", `/events/${eventId}/access-logs`)).items;
}

beforeAll(async () => {
  usEnginePort = await freePort();
  // At first, an engine of the first region runs at the address of the second.
  engines = await Promise.all([
    startEngine({ env: skewedBy(-5) }),
    startEngine({ env: { REGION: "eu", GRPC_WEB_PORT: String(usEnginePort) } }),
  ]);
  const regions = {
    eu: { shards: [0], at: FRANKFURT, continents: ["EU", "AF"], engine: engines[0]?.grpcWebUrl },
    us: { shards: [1], at: VIRGINIA, continents: ["NA"], engine: `http://127.0.0.1:${usEnginePort}` },
    sa: { shards: [2], at: SAO_PAULO, continents: ["SA"] },
    ap: { shards: [3], at: SYDNEY, continents: ["AS", "OC"] },
  };
  service = await startService(
    { OPEN_DATABASES: "0", CORS_ORIGINS: SHOP },
    {
      shards: 2,
      edge: { variables: { REGIONS: JSON.stringify(regions) }, regions: ["us"], services: { DATA_SA: FAILING } },
    },
  );
  eu = await makeE2eFixture(service);
  const event = await eu.api<{ id: string }>("POST", "/events", newEvent({ region: "us" }));
  us = { eventId: event.id, token: await inviteTo(event.id) };
}, 180_000);

afterAll(async () => {
  await service?.stop();
  await Promise.all(engines.map((engine) => engine.stop()));
});

describe("edge Worker without data", () => {
  it("serves the console, scripts and the reference like the data Worker", async () => {
    const console = await open("/app/events");
    const nonce = /'nonce-([^']+)'/.exec(console.headers.get("content-security-policy") ?? "")?.[1];
    expect(nonce).toBeDefined();
    expect(await console.text()).toContain(`nonce="${nonce}"`);
    expect(console.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const script = await open("/assets/invitation.js");
    expect([script.status, script.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    const etag = script.headers.get("etag") ?? "";
    expect((await open("/assets/invitation.js", { "If-None-Match": etag })).status).toBe(304);
    expect(await (await open("/docs")).text()).toContain(service.url);
    // The data Worker responds to missing files and other methods.
    expect(await json(await open("/assets/nothing.js"))).toMatchObject({ error: "not_found" });
    expect((await fetch(new URL("/docs", service.url), { method: "POST" })).status).toBe(405);
  });
});

describe("edge Worker with a forged link", () => {
  it.each(["/access/", "/i/", "/rsvp/"])("returns 404 without a call to the event's region: %s", async (path) => {
    // A call to a region without a Worker would return 503.
    const signed = linkOnShard(3);
    const forged = `${signed.slice(0, 40)}${signed.slice(40, 41) === "A" ? "B" : "A"}${signed.slice(41)}`;
    const response = await open(`${path}${forged}`, { "X-Request-Id": "a-trace-of-mine", Origin: SHOP });
    expect(response.status).toBe(404);
    expect(response.headers.get("x-request-id")).toBe("a-trace-of-mine");
    if (path === "/i/") return;
    expect(response.headers.get("access-control-allow-origin")).toBe(SHOP);
    expect(await json(response)).toMatchObject({ error: "not_found", request_id: "a-trace-of-mine", status: 404 });
  });

  it("returns 404 for a forged token in the body of an RSVP", async () => {
    const body = JSON.stringify({ token: "A".repeat(43), response: "attending", plus_ones: 0 });
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(new URL("/rsvp", service.url), { method: "POST", headers, body });
    expect([response.status, (await json<{ error: string }>(response)).error]).toEqual([404, "not_found"]);
  });

  it("returns a page in the reader's language", async () => {
    const response = await open(`/i/${"A".repeat(43)}`, { "Accept-Language": "de", Accept: "text/html" });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-language")).toBe("de");
    const nonce = /style-src 'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
    const page = await response.text();
    expect(page).toContain(`<style nonce="${nonce}">`);
    expect(page).toContain('lang="de"');
    expect(page).toContain('href="/lost-link"');
    expect(page).not.toContain("__CSP_NONCE__");
  });
});

describe("edge Worker, forwarding", () => {
  it.each(["eu", "us"])("forwards views, RSVPs and cookies of an event in %s", async (region) => {
    const token = region === "eu" ? tokenOf(eu.guests[0]?.link ?? "") : us.token;
    const page = await open(`/i/${token}`, { "User-Agent": "Mozilla/5.0 (iPhone)", Accept: "text/html" });
    expect(page.status).toBe(200);
    expect(page.headers.get("set-cookie")).toContain(`Path=/i/${token}`);
    const shown = await open(`/access/${token}`, { Origin: SHOP });
    expect(shown.status).toBe(200);
    // Set by one Worker, not by both.
    expect(shown.headers.get("access-control-allow-origin")).toBe(SHOP);
    expect(shown.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const device = shown.headers.get("usher-device") ?? "";
    const answer = JSON.stringify({ token, response: "attending", plus_ones: 1 });
    const headers = { "Content-Type": "application/json", "Usher-Device": device };
    const sent = await fetch(new URL("/rsvp", service.url), { method: "POST", headers, body: answer });
    expect(sent.status).toBe(201);
    expect(await json(sent)).toMatchObject({ response: "attending", plus_ones: 1 });
  });

  it("forwards an RSVP whose body has no length, without reading it", async () => {
    const token = await inviteTo(eu.eventId);
    const body = new Blob([JSON.stringify({ token, response: "declined", plus_ones: 0 })]).stream();
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body, duplex: "half" } as const;
    expect((await fetch(new URL("/rsvp", service.url), init)).status).toBe(201);
  });

  it("forwards a whole upload", async () => {
    const form = new FormData();
    form.set("file", new Blob([readFileSync("testkit/fixtures/images/camera.jpg")], { type: "image/jpeg" }), "a.jpg");
    const headers = { Authorization: `Bearer ${eu.host.token}` };
    const response = await fetch(new URL("/uploads/image", service.url), { method: "POST", headers, body: form });
    expect(response.status).toBe(201);
    const { url } = await json<{ url: string }>(response);
    expect((await open(new URL(url, service.url).pathname)).headers.get("content-type")).toMatch(/^image\//);
  });

  it.each(["eu", "us"])("forwards a live socket of an event in %s", async (region) => {
    const eventId = region === "eu" ? eu.eventId : us.eventId;
    const { url } = await eu.api<{ url: string }>("POST", "/auth/ws-ticket", { event_id: eventId });
    const frames: string[] = [];
    const socket = new WebSocket(url);
    socket.addEventListener("message", ({ data }) => frames.push(String(data)));
    await eventually(() => expect(socket.readyState).toBe(WebSocket.OPEN));
    await inviteTo(eventId);
    await eventually(() => expect(frames.join()).toContain("guest.created"));
    socket.close();
  });

  it("keeps the platform's client address, and drops addresses that the client claims", async () => {
    const token = await inviteTo(us.eventId);
    const forged = { "X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9", "True-Client-IP": "203.0.113.9" };
    expect((await open(`/access/${token}`, { ...forged, Forwarded: "for=203.0.113.9" })).status).toBe(200);
    // The platform sets this header, here and in production.
    expect((await open(`/access/${token}`, { ...forged, "CF-Connecting-IP": "198.51.100.7" })).status).toBe(200);
    const [named, unnamed] = await accessesOf(us.eventId);
    expect(JSON.stringify(unnamed)).not.toContain("203.0.113");
    expect(JSON.stringify(named)).toContain("198.51.100");
  });
});

describe("region of an event", () => {
  const create = async (headers: Record<string, string>, body: object = newEvent()) => {
    const authorized = { Authorization: `Bearer ${eu.host.token}`, "Content-Type": "application/json", ...headers };
    const init = { method: "POST", headers: authorized, body: JSON.stringify(body) };
    const response = await fetch(new URL("/events", service.url), init);
    return { status: response.status, event: await json<{ id: string; region: string; errors?: object[] }>(response) };
  };
  const from = (cf: object) => ({ "CF-Ray": "8f0a-FRA", "MF-CF-Blob": JSON.stringify(cf) });

  it.each([
    ["the nearest by coordinates", { latitude: "40.7", longitude: "-74.0", continent: "EU" }, "us"],
    ["by continent where coordinates are missing", { continent: "AF" }, "eu"],
    ["the nearest whose data are there", { latitude: "-36.8", longitude: "174.7", continent: "OC" }, "us"],
  ])("selects %s", async (_, cf, region) => {
    const { status, event } = await create(from(cf));
    expect([status, event.region, shardOf(event.id)]).toEqual([201, region, region === "us" ? 1 : 0]);
  });

  it("ignores a location that the client claims, and rejects an unknown region", async () => {
    expect((await create({ "MF-CF-Blob": JSON.stringify({ latitude: "40.7", longitude: "-74" }) })).event.region).toBe(
      "eu",
    );
    expect((await create({ "CF-IPCountry": "US", "X-Region": "us" })).event.region).toBe("eu");
    const unknown = await create({}, newEvent({ region: "moon" }));
    expect(unknown.status).toBe(400);
    expect(unknown.event.errors).toEqual([{ path: "region", message: "must be one of eu, us, sa, ap" }]);
  });

  it("returns 400 when it is changed, with the reason", async () => {
    const headers = { Authorization: `Bearer ${eu.host.token}`, "Content-Type": "application/json" };
    const init = { method: "PATCH", headers, body: JSON.stringify({ region: "eu" }) };
    const response = await fetch(new URL(`/events/${us.eventId}`, service.url), init);
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({
      errors: [{ path: "region", message: "can't be changed: an event's data stay where it was created" }],
    });
    expect(await eu.api("GET", `/events/${us.eventId}`)).toMatchObject({ region: "us" });
  });

  it("hides no event from a host whose account is in another region", async () => {
    const { items } = await eu.api<{ items: { id: string; region: string }[] }>("GET", "/events?limit=100");
    expect(items).toContainEqual(expect.objectContaining({ id: us.eventId, region: "us" }));
    expect(items).toContainEqual(expect.objectContaining({ id: eu.eventId, region: "eu" }));
  });

  it("finds an event again for a repeated request from another place", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const body = newEvent();
    const first = await create({ ...from({ latitude: "40.7", longitude: "-74.0" }), ...key }, body);
    const again = await create({ ...from({ latitude: "52.5", longitude: "13.4" }), ...key }, body);
    expect([again.status, again.event.id, again.event.region]).toEqual([201, first.event.id, "us"]);
  });
});

describe("unavailable region", () => {
  it("returns 503 only for its own events, to API clients and to readers", async () => {
    const eventId = idOnShard(3);
    const response = await open(`/events/${eventId}`, { Origin: SHOP });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(response.headers.get("access-control-allow-origin")).toBe(SHOP);
    expect(await json(response)).toMatchObject({ error: "region_unavailable", status: 503 });
    const page = await open(`/i/${linkOnShard(3)}`, { "Accept-Language": "fr" });
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(page.headers.get("content-language")).toBe("fr");
    expect(await page.text()).toContain('lang="fr"');
    expect((await open(`/access/${us.token}`)).status).toBe(200);
    // Creating an event there by name fails too.
    await expect(eu.api("POST", "/events", newEvent({ region: "ap" }))).rejects.toThrow("503");
  });

  it("recovers without a restart when its service is back", async () => {
    const path = `/events/${idOnShard(2)}`;
    const failed = await open(path, { "X-Request-Id": "the-failing-one" });
    expect([failed.status, failed.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await json(failed)).toMatchObject({ error: "region_unavailable", request_id: "the-failing-one" });
    expect((await open(`/i/${linkOnShard(2)}`)).status).toBe(503);
    expect(await (await open(path)).text()).toBe("back");
  });
});

describe("scoring engine of a region", () => {
  it("gives no score if it belongs to another region, until the right one runs", async () => {
    const token = await inviteTo(us.eventId);
    expect((await open(`/access/${token}`)).status).toBe(200);
    const [missed] = await accessesOf(us.eventId);
    expect(missed?.score).toBeNull();
    // Right region, and a clock that is five minutes fast.
    await engines.pop()?.stop();
    engines.push(await startEngine({ env: { ...skewedBy(5), REGION: "us", GRPC_WEB_PORT: String(usEnginePort) } }));
    await eventually(
      async () => expect((await accessesOf(us.eventId)).every(({ score }) => score !== null)).toBe(true),
      { everyMs: 1_000 },
    );
  });

  it.each(["eu", "us"])("scores as usual if its clock is five minutes off: %s", async (region) => {
    const eventId = region === "eu" ? eu.eventId : us.eventId;
    const token = await inviteTo(eventId);
    const before = Date.now();
    for (let opened = 0; opened < 3; opened++) expect((await open(`/access/${token}`)).status).toBe(200);
    const latest = await eventually(async () => {
      const accesses = (await accessesOf(eventId)).slice(0, 3);
      for (const { score } of accesses) expect(score).toBeLessThan(50);
      return accesses;
    });
    // The Worker's clock sets the time of an access.
    for (const { at } of latest) {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
    }
  });
});

it("signs in through the edge, and accepts the session", async () => {
  const headers = { "Content-Type": "application/json", "CF-Connecting-IP": "10.9.8.7" };
  const body = JSON.stringify({ email: eu.host.email, password: eu.host.password });
  const response = await fetch(new URL("/auth/login", service.url), { method: "POST", headers, body });
  expect(response.status).toBe(200);
  expect(await call(service, "10.9.8.7", "GET", "/me", undefined, eu.host.token)).toMatchObject({
    email: eu.host.email,
  });
});
