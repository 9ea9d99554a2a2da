import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../../support/account.ts";
import { guestBrowser, YES } from "../../support/devices.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import {
  answerRequest,
  browserHeaders,
  editRequest,
  LAPTOP,
  openRequest,
  PHONE,
} from "../../support/guest-requests.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);
const UPDATED = PHONE.replaceAll("18.5", "18.6").replace("18_5", "18_6");
const DAY_S = 86_400;

async function invited(size = 1) {
  const fixture = await makeEventFixture((await signedInHost()).id, size);
  return { fixture, ...firstOf(fixture) };
}

/** The devices in the log of a guest's accesses, oldest first. */
async function loggedOf({ eventId }: EventFixture, guestId: string) {
  const { results } = await env.DB.prepare(
    "select device, fingerprint from access_logs where event_id = ? and guest_id = ? order by id",
  )
    .bind(eventId, guestId)
    .all<{ device: string | null; fingerprint: string }>();
  return results.map(
    ({ device, fingerprint }): Record<string, unknown> => ({
      device,
      ...(JSON.parse(fingerprint) as Record<string, string>),
    }),
  );
}

describe("device cookie", () => {
  it("applies to one link, is hidden from scripts, and expires 30 days after the event", async () => {
    const { token, fixture, id } = await invited();
    const browser = guestBrowser();
    const first = await browser.visit(token);
    const [cookie = ""] = first.headers.getSetCookie();
    const [value, ...attributes] = cookie.split("; ");
    expect(value).toMatch(/^__Secure-usher-device=[\w-]{8}\.[\w-]{60,120}$/);
    expect(attributes).toEqual(expect.arrayContaining([`Path=/i/${token}`, "Secure", "HttpOnly", "SameSite=Lax"]));
    const maxAge = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
    expect(Math.abs(maxAge - 60.5 * DAY_S)).toBeLessThan(60);
    const second = await browser.visit(token);
    expect(second.headers.getSetCookie()).toEqual([]);
    const [one, two] = await loggedOf(fixture, id);
    expect(one).toMatchObject({ device: expect.stringMatching(/^[\w-]{22}$/), edge_device_age: "0" });
    expect(one?.edge_device).toBe(one?.device);
    expect(two).toMatchObject({ device: one?.device, edge_device: one?.device });
    expect(Number(two?.edge_device_age)).toBeGreaterThan(0);
  });

  it("ignores and replaces another guest's, altered or oversized cookie", async () => {
    const { token, fixture, id } = await invited(2);
    const other = fixture.guests[1]?.token ?? "";
    const browser = guestBrowser();
    await browser.visit(other);
    const foreign = browser.cookies.get(other) ?? "";
    const altered = foreign.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    for (const value of [foreign, altered, "x".repeat(1_048_576), "", "\u00e4 1"]) {
      browser.cookies.set(token, value);
      const response = await browser.visit(token);
      expect(response.status).toBe(200);
      expect(browser.cookies.get(token)).not.toBe(value);
    }
    const devices = (await loggedOf(fixture, id)).map(({ device }) => device);
    expect(new Set(devices).size).toBe(5);
  });

  it("sets the cookie with an error response, too, as soon as the link is valid", async () => {
    const { token } = await invited();
    const browser = guestBrowser();
    const refused = await browser.visit(token, { ...YES, plus_ones: "19" });
    expect(refused.status).toBe(400);
    expect(browser.cookies.get(token)).toBeDefined();
    const forged = await guestBrowser().visit("A".repeat(43));
    expect(forged.headers.getSetCookie()).toEqual([]);
  });
});

describe("Usher-Device", () => {
  it("appears with every response of a link, and counts only once it is sent back", async () => {
    const { token, fixture, id } = await invited();
    const first = await send(openRequest(token));
    const value = first.headers.get("Usher-Device") ?? "";
    const device = { "Usher-Device": value };
    for (const request of [
      openRequest(token, { ...browserHeaders(), ...device }),
      answerRequest(token, {}, { ...browserHeaders(), ...device }),
      editRequest(token, { plus_ones: 2 }, { ...browserHeaders(), ...device }),
      new Request(`https://usher.test/access/${token}/calendar.ics`, { headers: device }),
    ]) {
      const response = await send(request);
      expect(response.ok).toBe(true);
      expect(response.headers.get("Usher-Device")).toBe(value);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const [none, ...known] = await loggedOf(fixture, id);
    expect(none).toMatchObject({ device: null });
    expect(none).not.toHaveProperty("edge_device");
    const [hash] = known.map((log) => log.device);
    expect(known).toHaveLength(3);
    for (const log of known) expect(log).toMatchObject({ device: hash, edge_device: hash });
  });

  it("drops device values that a client sends in its fingerprint", async () => {
    const { token, fixture, id } = await invited();
    const fingerprint = { edge_device: "forged", edge_device_proved: "true", timezone: "Europe/Berlin" };
    expect((await send(answerRequest(token, { fingerprint }))).status).toBe(201);
    const [log] = await loggedOf(fixture, id);
    expect(log).not.toHaveProperty("edge_device");
    expect(log).not.toHaveProperty("edge_device_proved");
  });
});

describe("device that submitted the RSVP", () => {
  it("shows the door pass and accepts edits after an update of the browser", async () => {
    const { token } = await invited();
    const browser = guestBrowser(PHONE);
    await browser.visit(token);
    expect(await (await browser.visit(token, YES)).text()).toContain("Your door pass");
    browser.headers["User-Agent"] = UPDATED;
    const updated = await (await browser.visit(token)).text();
    expect(updated).toContain("Your door pass");
    const changed = await browser.visit(token, { intent: "edit", response: "maybe" });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain("You&#39;ve said maybe");
    const stranger = await (await guestBrowser(LAPTOP).visit(token)).text();
    expect(stranger).not.toContain("Your door pass");
    expect(stranger).toContain("already replied");
  });

  it("recognises an API client by its header, and not by its user agent", async () => {
    const { token } = await invited();
    const opened = await send(openRequest(token));
    const device = { "Usher-Device": opened.headers.get("Usher-Device") ?? "" };
    await send(answerRequest(token, {}, { ...browserHeaders(PHONE), ...device }));
    const shown = async (headers: Record<string, string>) => (await send(openRequest(token, headers))).json();
    expect(await shown({ ...browserHeaders(UPDATED), ...device })).toHaveProperty("check_in");
    expect(await shown(browserHeaders(PHONE))).toMatchObject({ rsvp_submitted_elsewhere: true });
    const edited = await send(editRequest(token, { plus_ones: 0 }, { ...browserHeaders(UPDATED), ...device }));
    expect(edited.status).toBe(200);
    // The stored user agent is now that of the updated browser, and gives no other device access either.
    expect(await shown(browserHeaders(UPDATED))).toMatchObject({ rsvp_submitted_elsewhere: true });
    for (const agent of [PHONE, UPDATED, LAPTOP]) {
      expect((await send(editRequest(token, { plus_ones: 1 }, browserHeaders(agent)))).status).toBe(403);
    }
  });

  it("recognises by user agent a client whose RSVP carried no ID, whatever ID the response had", async () => {
    const { token, id } = await invited();
    const answered = await send(answerRequest(token));
    const device = { "Usher-Device": answered.headers.get("Usher-Device") ?? "" };
    const stored = () => env.DB.prepare("select recognised_by, device from rsvps where guest_id = ?").bind(id).first();
    expect(await stored()).toEqual({ recognised_by: "user_agent", device: null });
    const shown = async (headers: Record<string, string>) => (await send(openRequest(token, headers))).json();
    expect(await shown({ ...browserHeaders(UPDATED), ...device })).toMatchObject({ rsvp_submitted_elsewhere: true });
    expect(await shown({ ...browserHeaders(PHONE), ...device })).toHaveProperty("check_in");
    // A later edit that carries an ID does not make the answer that device's.
    expect((await send(editRequest(token, { plus_ones: 0 }, { ...browserHeaders(), ...device }))).status).toBe(200);
    expect(await stored()).toEqual({ recognised_by: "user_agent", device: null });
  });

  it("becomes the first device that edits an RSVP recorded by a host", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const { token, id } = firstOf(fixture);
    const recorded = await host.api("PUT", `/events/${fixture.eventId}/guests/${id}/rsvp`, { response: "attending" });
    expect(recorded.status).toBe(200);
    const shown = async (headers: Record<string, string>) => (await send(openRequest(token, headers))).json();
    expect(await shown(browserHeaders(LAPTOP))).toHaveProperty("check_in");
    expect((await send(editRequest(token, { plus_ones: 1 }, browserHeaders(PHONE)))).status).toBe(200);
    expect(await shown(browserHeaders(LAPTOP))).toMatchObject({ rsvp_submitted_elsewhere: true });
    expect(await shown(browserHeaders(PHONE))).toHaveProperty("check_in");
  });
});

describe("GET /privacy", () => {
  it("explains the cookie in the guest's language, and is linked from the invitation", async () => {
    const page = async (language: string) => {
      const response = await send(
        new Request("https://usher.test/privacy", { headers: { "Accept-Language": language } }),
      );
      expect(response.status).toBe(200);
      return response.text();
    };
    const english = await page("en");
    expect(english).toContain("It expires 30 days after the event.");
    expect(english).toContain("After 180 days");
    expect(await page("de-AT")).toContain("Sie läuft 30 Tage nach der Veranstaltung ab.");
    const { token } = await invited();
    expect(await (await guestBrowser().visit(token)).text()).toContain('<a href="/privacy">Your privacy</a>');
  });
});
