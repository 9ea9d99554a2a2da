import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { freshAddress, signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, LAPTOP, openRequest, PHONE } from "../support/guest-requests.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

const ORIGIN = "https://usher.test";
const NAME = "Orangery Supper";
const VENUE = "The hidden boathouse";
const CHAT = "WhatsApp/2.24 A";

type Headers = Record<string, string>;

const send = (request: Request): Promise<Response> => exports.default.fetch(request);
const api = (token: string, headers: Headers) => send(openRequest(token, headers));
const page = (token: string, headers: Headers) => send(new Request(`${ORIGIN}/i/${token}`, { headers }));
const calendar = (token: string, headers: Headers) =>
  send(new Request(`${ORIGIN}/access/${token}/calendar.ics`, { headers }));

/** A guest who is coming, and the headers of the guest's own device. */
async function comingGuest() {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1, { name: NAME, venue: VENUE });
  const guest = firstOf(fixture);
  const own = browserHeaders();
  expect((await send(answerRequest(guest.token, { plus_ones: 2 }, own))).status).toBe(201);
  return { host, fixture, ...guest, own };
}

/** A guest's link at which one visitor was blocked: a program that is none of the guest's devices. */
async function blockedVisitor() {
  const { fixture, token, own, id } = await comingGuest();
  await env.DB.prepare(
    "update events set fraud_medium_threshold = 1, fraud_high_threshold = 2, fraud_block_threshold = 3 where id = ?",
  )
    .bind(fixture.eventId)
    .run();
  const visitor = { "User-Agent": "curl/8.5.0", "CF-Connecting-IP": freshAddress() };
  // Without a score in time no visitor is blocked: then the visitor tries again.
  await eventually(async () => expect((await api(token, visitor)).status).toBe(403), { everyMs: 500 });
  await eventually(async () => {
    const sql = "select 1 from access_logs where event_id = ? and ip_address = ? and risk = 'block'";
    const row = await env.DB.prepare(sql).bind(fixture.eventId, visitor["CF-Connecting-IP"]).first();
    expect(row).not.toBeNull();
  });
  return { fixture, token, own, id, visitor };
}

/** The parts of an invitation that a bot may read. */
async function expectPreviewOnly(responses: { api: Response; page: Response }): Promise<void> {
  expect(responses.api.status).toBe(200);
  expect(await responses.api.json()).toEqual({ preview: true, event: { name: NAME, host_name: "Ada Host" } });
  expect(responses.page.status).toBe(200);
  const html = await responses.page.text();
  expect(html).toContain(NAME);
  expect(html).toContain("Ada Host");
  expect(html).not.toContain(VENUE);
  expect(html).not.toContain("Guest 0");
  expect(html.slice(html.indexOf("<body"))).not.toMatch(/calendar|Your answer|RSVP|data:image|<time/);
}

describe("GET /access/{token} by bots", () => {
  it.each([
    ["a chat's preview", { "User-Agent": CHAT }],
    ["a mail scanner", { "User-Agent": "Mozilla/5.0 (compatible; Mimecast URL check)" }],
    ["a browser that loads ahead", { "Sec-Purpose": "prefetch" }],
    ["a browser that renders ahead", { "Sec-Purpose": "prefetch;prerender" }],
    ["an older browser that loads ahead", { Purpose: "prefetch" }],
  ])("receives only the names of event and host: %s", async (_, marks) => {
    const { token, own } = await comingGuest();
    const headers = { ...own, ...marks };
    await expectPreviewOnly({ api: await api(token, headers), page: await page(token, headers) });
  });

  it("leaves the invitation open to the person who views the page next", async () => {
    const { token, own } = await comingGuest();
    await page(token, { ...own, "Sec-Purpose": "prefetch" });
    const opened = await (await page(token, own)).text();
    expect(opened).toContain(VENUE);
    expect(opened).toContain('id="door-code"');
  });

  it("shows a person who sees the preview a button that opens the invitation", async () => {
    const { token, own } = await comingGuest();
    const preview = await (await page(token, { ...own, "Sec-Purpose": "prefetch" })).text();
    expect(preview).toContain('name="intent" value="open"');
    const body = new URLSearchParams({ intent: "open" });
    const pressed = await send(new Request(`${ORIGIN}/i/${token}`, { method: "POST", headers: own, body }));
    expect(await pressed.text()).toContain(VENUE);
    const program = { ...own, "User-Agent": CHAT };
    const followed = await send(new Request(`${ORIGIN}/i/${token}`, { method: "POST", headers: program, body }));
    expect(await followed.text()).not.toContain(VENUE);
  });

  it("receives a card for chats that names event and host, in the preview and in the invitation", async () => {
    const { token, own } = await comingGuest();
    for (const headers of [own, { ...own, "User-Agent": CHAT }]) {
      const html = await (await page(token, headers)).text();
      const head = html.slice(0, html.indexOf("</head>"));
      expect(head).toContain(`<meta property="og:title" content="${NAME}"`);
      expect(head).toContain('· You&#39;re invited by Ada Host."');
      expect(head).not.toContain("Guest 0");
      expect(head).not.toContain(VENUE);
    }
  });

  it("counts by its headers as automated while the engine is down, and never as the guest", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1, { name: NAME, venue: VENUE });
    const { token, id } = firstOf(fixture);
    const recording = recordingEnv(undefined, { SCORING_ENGINE_URL: "http://127.0.0.1:9" });
    recording.env.ACCESS_QUEUE = { ...recording.env.ACCESS_QUEUE, sendBatch: () => Promise.reject(new Error("held")) };
    const { response } = await costOf(
      openRequest(token, { ...browserHeaders(), "Sec-Purpose": "prefetch" }),
      recording,
    );
    expect(await response.json()).toEqual({ preview: true, event: { name: NAME, host_name: "Ada Host" } });
    const log = await env.DB.prepare("select automated, risk from access_logs where guest_id = ?").bind(id).first();
    expect(log).toEqual({ automated: 1, risk: null });
    const opened = await costOf(openRequest(token), recording);
    expect(await opened.response.json()).toMatchObject({ event: { venue: VENUE } });
  });

  it.each(["curl/8.5.0", "python-requests/2.32.3", "PostmanRuntime/7.43.0", "Go-http-client/2.0"])(
    "excludes HTTP tools: %s gets the whole invitation, logged and scored",
    async (agent) => {
      const host = await signedInHost();
      const fixture = await makeEventFixture(host.id, 1, { name: NAME, venue: VENUE });
      const { token, id } = firstOf(fixture);
      const response = await api(token, { "User-Agent": agent, "CF-Connecting-IP": freshAddress() });
      expect(response.status).toBe(200);
      const invitation = await response.json();
      expect(invitation).toMatchObject({ event: { venue: VENUE }, guest: { name: "Guest 0" } });
      expect(invitation).not.toHaveProperty("preview");
      const scored = "select automated, user_agent, score is not null as scored from access_logs where guest_id = ?";
      await eventually(async () => {
        const log = await env.DB.prepare(scored).bind(id).first();
        expect(log).toEqual({ automated: 0, user_agent: agent, scored: 1 });
      });
    },
  );

  it("counts as no first view on a trusted network", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const { token, id } = firstOf(fixture);
    const added = await host.api("POST", `/events/${fixture.eventId}/security/allowlist`, {
      ip_cidr: "203.0.113.0/24",
    });
    expect(added.status).toBe(201);
    const response = await api(token, browserHeaders(CHAT, "203.0.113.9"));
    expect(await response.json()).toMatchObject({ preview: true });
    expect((await api(token, browserHeaders(PHONE, "203.0.113.9"))).status).toBe(200);
    await eventually(async () => {
      const guest = await env.DB.prepare(
        "select opened_at, (select max(at) from access_logs l where l.guest_id = g.id and automated = 0) as human from guests g where id = ?",
      )
        .bind(id)
        .first<{ opened_at: number | null; human: number }>();
      expect(guest?.opened_at).toBe(guest?.human);
    });
  });
});

describe("links of a blocked visitor", () => {
  it("receives nothing more with the header of a prefetch or the user agent of a preview", async () => {
    const { token, visitor } = await blockedVisitor();
    for (const pose of [{ "Sec-Purpose": "prefetch" }, { "User-Agent": CHAT }]) {
      const headers = { ...visitor, ...pose };
      await expectPreviewOnly({ api: await api(token, headers), page: await page(token, headers) });
    }
  });

  it("receives no calendar file, with any user agent, while the guest does", async () => {
    const { token, visitor, own } = await blockedVisitor();
    const poses: Headers[] = [{}, { "User-Agent": CHAT }, { "User-Agent": LAPTOP }, { "Sec-Purpose": "prefetch" }];
    for (const pose of poses) {
      const response = await calendar(token, { ...visitor, ...pose });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: "access_blocked" });
    }
    const elsewhere = await calendar(token, { ...visitor, "CF-Connecting-IP": freshAddress() });
    expect(elsewhere.status).toBe(403);
    expect((await calendar(token, own)).status).toBe(200);
    const app = { "User-Agent": "Google-Calendar-Importer", "CF-Connecting-IP": freshAddress() };
    expect((await calendar(token, app)).status).toBe(200);
  });

  it("receives the calendar file after the host has marked the device as legitimate", async () => {
    const { fixture, token, visitor } = await blockedVisitor();
    await env.DB.prepare(
      "update events set fraud_medium_threshold = 98, fraud_high_threshold = 99, fraud_block_threshold = 100 where id = ?",
    )
      .bind(fixture.eventId)
      .run();
    await eventually(async () => {
      expect((await api(token, visitor)).status).toBe(200);
      expect((await calendar(token, visitor)).status).toBe(200);
    });
  });
});

describe("GET /access/{token}/calendar.ics from bots", () => {
  it("rejects a preview bot before the guest has viewed the invitation, and accepts it after", async () => {
    const host = await signedInHost();
    const { token } = firstOf(await makeEventFixture(host.id, 1));
    const program = browserHeaders(CHAT);
    expect((await calendar(token, program)).status).toBe(403);
    expect((await api(token, browserHeaders())).status).toBe(200);
    await eventually(async () => expect((await calendar(token, program)).status).toBe(200));
  });
});
