import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { freshAddress, signedInHost } from "../../support/account.ts";
import { answerTo, askForCode, deviceIn, mailedCode, setColumns, typeCode } from "../../support/challenges.ts";
import { guestBrowser, YES } from "../../support/devices.ts";
import { type FixtureGuest, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { answerRequest, LAPTOP, PHONE } from "../../support/guest-requests.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function party(size: number) {
  const host = await signedInHost();
  return makeEventFixture(host.id, size);
}

/** A plain HTTP client on one connection, without cookies and without headers of a browser. */
function script(address = freshAddress()) {
  return { "User-Agent": "curl/8.9.1", "CF-Connecting-IP": address };
}

/** Number of answers that were accepted without a score, because a busy engine did not respond in time. */
async function unscored(eventId: string): Promise<number> {
  const row = await env.DB.prepare("select count(*) as n from rsvps where event_id = ? and risk_score is null")
    .bind(eventId)
    .first<{ n: number }>();
  return row?.n ?? 0;
}

/** Opens the page of a link, and waits until the engine knows the view: a form whose view it does not know counts as sent without one. */
async function openPage(browser: ReturnType<typeof guestBrowser>, { id, token }: FixtureGuest): Promise<void> {
  await browser.visit(token);
  await eventually(async () => {
    const row = await env.DB.prepare("select count(score) as n from access_logs where guest_id = ?")
      .bind(id)
      .first<{ n: number }>();
    expect(row?.n).toBe(1);
  });
}

describe("first RSVPs for many guests from one connection", () => {
  /**
   * @promise Codes: First RSVPs that one connection sends for many guests need a code from the second guest on, in
   *   every risk band, if the page was not opened before
   */
  it("accepts the first of 20 and requires a code for the others", async () => {
    const { eventId, guests } = await party(20);
    const client = script();
    const statuses: string[] = [];
    for (const { token } of guests) {
      const { status, body } = await answerTo(answerRequest(token, { plus_ones: 0 }, client));
      statuses.push(status === 201 ? "accepted" : body.error);
      if (status === 403) expect(body.challenge).toMatchObject({ channels: ["email"] });
    }
    const accepted = statuses.filter((status) => status === "accepted").length;
    expect(accepted).toBeLessThanOrEqual(1 + (await unscored(eventId)));
    expect(new Set(statuses.slice(1)).difference(new Set(["accepted"]))).toEqual(new Set(["challenge_required"]));
  });

  it("accepts the RSVP after the guest has entered the code", async () => {
    const { guests } = await party(4);
    const client = script();
    const refused = await eventually(async () => {
      for (const guest of guests) {
        const { status, body, response } = await answerTo(answerRequest(guest.token, {}, client));
        if (status === 403) return { guest, body, device: deviceIn(response) };
      }
      throw new Error("no answer was asked for a code");
    });
    const { guest, body, device } = refused;
    expect(body).toMatchObject({ error: "challenge_required", challenge: { channels: ["email"] } });
    const own = { ...client, ...(device === "" ? {} : { "Usher-Device": device }) };
    expect((await answerTo(askForCode(guest.token, own))).status).toBe(202);
    const passed = await answerTo(typeCode(guest.token, await mailedCode(guest), own));
    expect(passed.status).toBe(200);
    const proved = { ...own, "Usher-Device": deviceIn(passed.response) };
    expect((await answerTo(answerRequest(guest.token, {}, proved))).status).toBe(201);
  });

  it("accepts the RSVP of a guest who cannot receive a code", async () => {
    const fixture = await party(3);
    const last = fixture.guests[2] ?? firstOf(fixture);
    await setColumns("guests", last.id, { email: null, email_key: null });
    const client = script();
    for (const { token } of fixture.guests.slice(0, 2)) await answerTo(answerRequest(token, {}, client));
    expect((await answerTo(answerRequest(last.token, {}, client))).status).toBe(201);
  });

  it('requires no code on an event with `step_up_from: "never"`', async () => {
    const { eventId, guests } = await party(3);
    await setColumns("events", eventId, { step_up_from: "never" });
    const client = script();
    for (const { token } of guests) expect((await answerTo(answerRequest(token, {}, client))).status).toBe(201);
  });
});

describe("honest guests on one network", () => {
  it.each([
    ["eight colleagues at the office", [LAPTOP, LAPTOP, LAPTOP, FIREFOX, FIREFOX, FIREFOX, PHONE, PHONE]],
    ["a family of five on one Wi-Fi", [PHONE, PHONE, PHONE, LAPTOP, FIREFOX]],
    ["three of a family on one phone", [PHONE, PHONE, PHONE]],
  ])("requires no code from %s", async (_, userAgents) => {
    const { guests } = await party(userAgents.length);
    const address = freshAddress();
    for (const [index, guest] of guests.entries()) {
      const browser = guestBrowser(userAgents[index], address);
      await openPage(browser, guest);
      const answered = await browser.visit(guest.token, YES);
      expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining("Your door pass")]);
    }
  });

  it("requires a code after one kind of browser has replied for three guests within minutes", async () => {
    const { eventId, guests } = await party(8);
    const address = freshAddress();
    const statuses: number[] = [];
    for (const guest of guests) {
      const browser = guestBrowser(PHONE, address);
      await openPage(browser, guest);
      statuses.push((await browser.visit(guest.token, YES)).status);
    }
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3 + (await unscored(eventId)));
    expect(statuses).toContain(403);
  });
});
