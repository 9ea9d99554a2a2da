import { env, exports } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { createFlagCache } from "../../../src/platform/flags/published.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { logAccesses } from "../../support/access-logs.ts";
import { signedInHost } from "../../support/account.ts";
import {
  answerTo,
  askForCode,
  deviceIn,
  mailedCode,
  refusedView,
  setColumns,
  typeCode,
} from "../../support/challenges.ts";
import { type FixtureGuest, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest } from "../../support/guest-requests.ts";
import { impatientForScores } from "../../support/patient.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { costOf, recordingEnv } from "../../support/recording-env.ts";

/** An event that asks every device for a code, with one guest. */
async function privateDinner() {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1, { name: "Private Dinner" });
  const set = await host.api("PATCH", `/events/${fixture.eventId}`, { step_up_from: "low" });
  expect(await set.json()).toMatchObject({ step_up_from: "low" });
  return { host, fixture, guest: firstOf(fixture) };
}

/** Opens the link, is asked, enters the code, and returns the headers of the device that is proved by then. */
async function proved(guest: FixtureGuest, headers: Record<string, string>): Promise<Record<string, string>> {
  const { device } = await refusedView(guest.token, headers);
  return verified(guest, { ...headers, "Usher-Device": device });
}

/** Enters a code, and returns the headers of the device that is verified by then. */
async function verified(guest: FixtureGuest, asked: Record<string, string>): Promise<Record<string, string>> {
  expect((await answerTo(askForCode(guest.token, asked))).status).toBe(202);
  const passed = await answerTo(typeCode(guest.token, await mailedCode(guest), asked));
  expect(passed.status).toBe(200);
  return { ...asked, "Usher-Device": deviceIn(passed.response) };
}

const calendarOf = (guest: FixtureGuest, headers: Record<string, string>) =>
  exports.default.fetch(new Request(`https://usher.test/access/${guest.token}/calendar.ics`, { headers }));

describe('`step_up_from: "low"`', () => {
  it("asks each device once, for views, RSVPs, edits and the calendar file", async () => {
    const { host, fixture, guest } = await privateDinner();
    const phone = browserHeaders();
    const first = await refusedView(guest.token, phone);
    expect(first.body).toMatchObject({ error: "challenge_required", challenge: { channels: ["email"] } });
    expect(JSON.stringify(first.body)).not.toContain("Private Dinner");
    expect((await answerTo(answerRequest(guest.token, {}, phone))).body.error).toBe("challenge_required");
    expect((await calendarOf(guest, phone)).status).toBe(403);

    // The page asks, and accuses no guest.
    const page = await exports.default.fetch(new Request(`https://usher.test/i/${guest.token}`, { headers: phone }));
    const html = await page.text();
    expect([page.status, html]).toEqual([403, expect.stringContaining("This invitation is private.")]);
    expect(html).toContain("Email a code to");
    expect(html).not.toMatch(/check it's you|check it&#39;s you|don't know|Private Dinner/);

    const own = await proved(guest, phone);
    for (let visits = 0; visits < 2; visits++) {
      expect((await answerTo(openRequest(guest.token, own))).status).toBe(200);
    }
    expect((await answerTo(answerRequest(guest.token, {}, own))).status).toBe(201);
    expect((await answerTo(editRequest(guest.token, { plus_ones: 0 }, own))).status).toBe(200);
    await eventually(async () => expect((await calendarOf(guest, own)).status).toBe(200));
    // A busy engine misses the deadline. Its score follows later, and nothing here depends on it.
    await eventually(async () => {
      const { items } = await (await host.api("GET", `/events/${fixture.eventId}/access-logs`)).json<{
        items: { risk: string | null; challenge: string | null }[];
      }>();
      expect(items.filter(({ risk }) => risk !== null && risk !== "low")).toEqual([]);
      expect(items.filter(({ challenge }) => challenge === "passed")).toHaveLength(1);
    });

    // An equal user agent on another phone verifies nothing.
    const friend = browserHeaders();
    expect((await calendarOf(guest, friend)).status).toBe(403);
    expect((await refusedView(guest.token, friend)).body.error).toBe("challenge_required");
    expect((await answerTo(editRequest(guest.token, { plus_ones: 1 }, friend))).body.error).toBe("foreign_device");
    const opened = await host.api("GET", `/events/${fixture.eventId}/activity?after=0&limit=100`);
    const types = (await opened.json<{ items: { type: string }[] }>()).items.map(({ type }) => type);
    expect(types.filter((type) => type === "invitation.opened")).toHaveLength(1);
  });

  it("accepts a device that the host marks as legitimate, until the host marks it as suspicious", async () => {
    const { host, fixture, guest } = await privateDinner();
    const phone = browserHeaders();
    const { device } = await refusedView(guest.token, phone);
    const known = { ...phone, "Usher-Device": device };
    expect((await answerTo(openRequest(guest.token, known))).status).toBe(403);
    const logs = await host.api("GET", `/events/${fixture.eventId}/access-logs`);
    const [newest] = (await logs.json<{ items: { id: string }[] }>()).items;
    const mark = async (verdict: string) => {
      const path = `/events/${fixture.eventId}/access-logs/${newest?.id}/feedback`;
      expect((await host.api("POST", path, { verdict })).status).toBe(200);
      return (await answerTo(openRequest(guest.token, known))).status;
    };
    expect(await mark("legitimate")).toBe(200);
    expect((await answerTo(openRequest(guest.token))).status).toBe(403);
    expect(await mark("suspicious")).toBe(403);
    expect(await mark("legitimate")).toBe(200);
  });

  it("gives access to guests who cannot receive a code, and on a trusted network", async () => {
    const { host, fixture, guest } = await privateDinner();
    const office = browserHeaders(LAPTOP);
    await refusedView(guest.token, office);
    const trusted = { ip_cidr: `${office["CF-Connecting-IP"]}/32` };
    expect((await host.api("POST", `/events/${fixture.eventId}/security/allowlist`, trusted)).status).toBe(201);
    expect((await answerTo(openRequest(guest.token, office))).status).toBe(200);
    expect((await calendarOf(guest, office)).status).toBe(200);
    expect((await answerTo(openRequest(guest.token, browserHeaders(LAPTOP)))).status).toBe(403);

    await setColumns("guests", guest.id, { email: null, email_key: null });
    expect((await answerTo(openRequest(guest.token))).status).toBe(200);
    // Texts are only logged here: a code would not arrive.
    await setColumns("guests", guest.id, { phone: "+4915112345678" });
    expect((await answerTo(openRequest(guest.token))).status).toBe(200);
    expect((await calendarOf(guest, browserHeaders())).status).toBe(200);
  });

  it("returns the preview to a link preview bot", async () => {
    const { guest } = await privateDinner();
    const preview = { ...browserHeaders("WhatsApp/2.23.20.0"), Accept: "*/*" };
    expect(await answerTo(openRequest(guest.token, preview))).toMatchObject({ status: 200, body: { preview: true } });
    const hanging = await answerWithout("stall", openRequest(guest.token, preview));
    expect(hanging).toEqual([200, expect.objectContaining({ preview: true })]);
  });
});

/** A response of a Worker without a score: its engine hangs or is down, or the score is switched off. */
async function responseWithout(what: "stall" | "down" | "flag", request: Request): Promise<Response> {
  const hanging = `${inject("faultyEngine").url}/stall/${crypto.randomUUID()}`;
  const isolate = recordingEnv(undefined, { SCORING_ENGINE_URL: what === "down" ? "http://127.0.0.1:9" : hanging });
  if (what === "flag") {
    const { shared, clock } = createRequestContext(isolate.env, () => undefined);
    const flagCache = shared(createFlagCache);
    flagCache.percentages.set("risk_scoring", 0);
    flagCache.loadedAt = clock.now();
  }
  return (await impatientForScores(() => costOf(request, isolate))).response;
}

/** Its status and body. */
async function answerWithout(what: "stall" | "down" | "flag", request: Request): Promise<[number, unknown]> {
  const response = await responseWithout(what, request);
  return [response.status, await response.json()];
}

describe("`step_up_from` without a score", () => {
  const from = async (step: string, columns: Record<string, string | null> = {}) => {
    const dinner = await privateDinner();
    await setColumns("events", dinner.fixture.eventId, { step_up_from: step });
    if (Object.keys(columns).length > 0) await setColumns("guests", dinner.guest.id, columns);
    return dinner;
  };
  const asked = [403, expect.objectContaining({ error: "challenge_required" })];

  it.each([
    ["low", "stall"],
    ["medium", "stall"],
    ["low", "down"],
    ["medium", "down"],
  ] as const)("requires a code with `step_up_from: %s` and an engine in the state %s", async (step, engine) => {
    const { guest } = await from(step);
    const phone = browserHeaders();
    const refused = await responseWithout(engine, openRequest(guest.token, phone));
    expect([refused.status, await refused.clone().json()]).toEqual(asked);
    expect(await answerWithout(engine, answerRequest(guest.token, {}, phone))).toEqual(asked);
    const page = await responseWithout(engine, new Request(`https://usher.test/i/${guest.token}`, { headers: phone }));
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining("Email a code to")]);
    const given = await env.DB.prepare("select count(*) as n from rsvps where guest_id = ?").bind(guest.id).first("n");
    expect(given).toBe(0);
    // A guest who enters the code gets access, with or without the engine.
    const own = await verified(guest, { ...phone, "Usher-Device": deviceIn(refused) });
    expect((await answerWithout(engine, openRequest(guest.token, own)))[0]).toBe(200);
    expect((await answerWithout(engine, answerRequest(guest.token, {}, own)))[0]).toBe(201);
    expect((await answerWithout(engine, editRequest(guest.token, { plus_ones: 0 }, own)))[0]).toBe(200);
  });

  it.each(["high", "block", "never"])("gets access with `step_up_from: %s`", async (step) => {
    const { guest } = await from(step);
    expect((await answerWithout("stall", openRequest(guest.token)))[0]).toBe(200);
    expect((await answerWithout("stall", answerRequest(guest.token)))[0]).toBe(201);
  });

  it("gets access without a contact, on a trusted network, and with scoring switched off", async () => {
    const unreachable = await from("low", { email: null, email_key: null });
    expect((await answerWithout("stall", openRequest(unreachable.guest.token)))[0]).toBe(200);
    const { host, fixture, guest } = await from("low");
    const office = browserHeaders();
    const trusted = { ip_cidr: `${office["CF-Connecting-IP"]}/32` };
    expect((await host.api("POST", `/events/${fixture.eventId}/security/allowlist`, trusted)).status).toBe(201);
    expect((await answerWithout("stall", openRequest(guest.token, office)))[0]).toBe(200);
    expect(await answerWithout("stall", openRequest(guest.token))).toEqual(asked);
    const phone = browserHeaders();
    expect((await answerWithout("flag", openRequest(guest.token, phone)))[0]).toBe(200);
    expect((await answerWithout("flag", answerRequest(guest.token, {}, phone)))[0]).toBe(201);
    // The file follows that access. It is decided once a score would be there.
    await env.DB.prepare("update access_logs set at = at - 60000 where guest_id = ?").bind(guest.id).run();
    expect((await calendarOf(guest, phone)).status).toBe(200);
  });
});

describe("`step_up_from` with a late score", () => {
  it.each([
    ["low", "low", false],
    // Without a score, the access was asked for a code.
    ["medium", "low", false],
    ["medium", "medium", false],
    ["high", "medium", true],
    ["block", "high", true],
    ["never", "block", false],
  ])("records with `step_up_from: %s` and the risk band %s as first view: %s", async (from, risk, opens) => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const guest = firstOf(fixture);
    await setColumns("events", fixture.eventId, { step_up_from: from });
    // The device of the second one was proved by then.
    const [asked = "", proof = ""] = await logAccesses(fixture, [{ score: null }, { score: null }]);
    await env.DB.prepare("update access_logs set fingerprint = ? where id = ?")
      .bind('{"edge_device_proved":"true"}', proof)
      .run();
    const scoreOf = (accessLogId: string) =>
      busMessage("fraud.scored", {
        event_id: fixture.eventId,
        guest_id: guest.id,
        token_id: guest.tokenId,
        access_log_id: accessLogId,
        score: { low: 1, medium: 31, high: 61, block: 86 }[risk] ?? 0,
        reasons: [],
        scored_at: new Date().toISOString(),
        evidence: {},
        automated: false,
      });
    const openedAt = async () =>
      (await env.DB.prepare("select opened_at from guests where id = ?").bind(guest.id).first())?.opened_at;
    await consume("usher-scores", [scoreOf(asked)]);
    expect((await openedAt()) !== null).toBe(opens);
    await consume("usher-scores", [scoreOf(proof)]);
    expect(await openedAt()).not.toBeNull();
  });
});

describe('`step_up_from: "medium"`', () => {
  it("returns the calendar file to devices that viewed the invitation, and requires a code from others", async () => {
    const { host, fixture, guest } = await privateDinner();
    const phone = browserHeaders();
    // A slow engine would have it asked for a code.
    await setColumns("events", fixture.eventId, { step_up_from: "block" });
    expect((await answerTo(openRequest(guest.token, phone))).status).toBe(200);
    await host.api("PATCH", `/events/${fixture.eventId}`, { step_up_from: "medium" });
    await eventually(async () => expect((await calendarOf(guest, phone)).status).toBe(200));
    const stranger = await calendarOf(guest, browserHeaders());
    expect([stranger.status, await stranger.json()]).toEqual([
      403,
      expect.objectContaining({ challenge: expect.objectContaining({ channels: ["email"] }) }),
    ]);
  });

  it("requires a code from that risk band on, and not below", async () => {
    const { fixture, guest } = await privateDinner();
    await setColumns("events", fixture.eventId, { step_up_from: "block" });
    const phone = browserHeaders();
    expect((await answerTo(answerRequest(guest.token, {}, phone))).status).toBe(201);
    await setColumns("events", fixture.eventId, {
      step_up_from: "medium",
      fraud_medium_threshold: 1,
      fraud_high_threshold: 99,
      fraud_block_threshold: 100,
    });
    const laptop = browserHeaders(LAPTOP);
    const refused = await refusedView(guest.token, laptop);
    expect(refused.body.error).toBe("challenge_required");
    const own = await proved(guest, laptop);
    expect((await answerTo(openRequest(guest.token, own))).status).toBe(200);
    const logged = await env.DB.prepare("select risk from access_logs where guest_id = ? order by id desc limit 1")
      .bind(guest.id)
      .first();
    expect(logged).not.toMatchObject({ risk: "high" });
  });
});
