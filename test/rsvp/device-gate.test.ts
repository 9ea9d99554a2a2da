import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { guestBrowser, YES } from "../support/devices.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest, PHONE } from "../support/guest-requests.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);
const COOKIE = "__Secure-usher-device";
const chrome = (system: string, version: number, kind = "") =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${kind}Safari/537.36`;

/** Eleven user agents that most browsers share; the first is the guest's own. */
const COMMON_AGENTS = [
  PHONE,
  LAPTOP,
  PHONE.replaceAll("18.5", "18.6").replace("18_5", "18_6"),
  PHONE.replace("iPhone; CPU iPhone OS", "iPad; CPU OS"),
  chrome("Linux; Android 10; K", 146, "Mobile "),
  chrome("Linux; Android 10; K", 145, "Mobile "),
  chrome("Macintosh; Intel Mac OS X 10_15_7", 146),
  chrome("X11; Linux x86_64", 146),
  `${LAPTOP} Edg/146.0.0.0`,
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
];

/** Guests of one event; the first has said yes on the page, in a browser with a device ID. */
async function answeredOnPage() {
  const fixture = await makeEventFixture((await signedInHost()).id, 2);
  const guest = firstOf(fixture);
  const browser = guestBrowser(PHONE);
  await browser.visit(guest.token);
  expect(await (await browser.visit(guest.token, YES)).text()).toContain("Your door pass");
  return { fixture, guest, browser, value: browser.cookies.get(guest.token) ?? "" };
}

/** Alters one letter in the middle, where each letter means something. */
function altered(value: string): string {
  const at = Math.floor(value.length / 2);
  return `${value.slice(0, at)}${value[at] === "A" ? "B" : "A"}${value.slice(at + 1)}`;
}

/** Expects that the API shows a client nothing of the answer, and takes no edit. */
async function expectNothingOverApi(token: string, headers: Record<string, string>): Promise<void> {
  const view = await (await send(openRequest(token, headers))).json<Record<string, unknown>>();
  expect(view).toMatchObject({ rsvp_submitted_elsewhere: true, can_edit: false, edits_left: 0 });
  for (const field of ["rsvp", "check_in", "arrived"]) expect(view).not.toHaveProperty(field);
  const edited = await send(editRequest(token, { response: "declined" }, headers));
  expect([edited.status, await edited.json()]).toMatchObject([403, { error: "foreign_device" }]);
}

/** Checks the page and the calendar file as well. */
async function expectNothing(token: string, headers: Record<string, string>): Promise<void> {
  await expectNothingOverApi(token, headers);
  const page = (body?: URLSearchParams) =>
    send(
      new Request(`https://usher.test/i/${token}`, {
        headers: { ...headers, ...(body === undefined ? {} : { "Sec-Fetch-Mode": "cors" }) },
        ...(body === undefined ? {} : { method: "POST", body }),
      }),
    );
  const html = await (await page()).text();
  expect(html).toContain("already replied");
  // The copy for when there is no network, and the wallets, are made of the pass on the page.
  for (const part of ["Your door pass", "data:image/png", "/wallet/"]) expect(html).not.toContain(part);
  const changed = await page(new URLSearchParams({ intent: "edit", response: "declined" }));
  expect([changed.status, (await changed.text()).includes("Your door pass")]).toEqual([403, false]);
  const calendar = await send(new Request(`https://usher.test/access/${token}/calendar.ics`, { headers }));
  expect(await calendar.text()).not.toMatch(/attending|ATTENDEE|PARTSTAT|qr/i);
}

describe("forwarded link of a guest with a device ID", () => {
  it("shows nothing of the RSVP to eleven common user agents, the guest's own included", async () => {
    const { guest, browser } = await answeredOnPage();
    expect(new Set(COMMON_AGENTS).size).toBe(11);
    for (const agent of COMMON_AGENTS) await expectNothingOverApi(guest.token, browserHeaders(agent));
    for (const agent of [PHONE, LAPTOP]) await expectNothing(guest.token, browserHeaders(agent));
    // On the guest's own network, too.
    await expectNothing(guest.token, { ...browser.headers });
    expect(await (await browser.visit(guest.token)).text()).toContain("Your door pass");
  });

  it.each([
    ["another guest's ID", "foreign"],
    ["an ID that was copied from another link", "copied"],
    ["an ID with one letter altered", "altered"],
    ["an ID in another case", "case"],
  ])("shows nothing with %s", async (_, kind) => {
    const { fixture, guest, browser, value } = await answeredOnPage();
    const other = fixture.guests[1]?.token ?? "";
    await browser.visit(other);
    const foreign = browser.cookies.get(other) ?? "";
    const wrong = { foreign, copied: foreign, altered: altered(value), case: value.toUpperCase() }[kind] ?? "";
    if (kind === "copied") {
      // The second guest has answered with it, and it opens that answer alone.
      const headers = { ...browserHeaders(PHONE), "Usher-Device": foreign };
      expect((await send(answerRequest(other, {}, headers))).status).toBe(201);
      expect(await (await send(openRequest(other, headers))).json()).toHaveProperty("check_in");
    }
    const headers = { ...browserHeaders(PHONE), "Usher-Device": wrong, Cookie: `${COOKIE}=${wrong}` };
    await expectNothing(guest.token, headers);
  });

  it("reads the header on the API and the cookie on the page, if both come with different IDs", async () => {
    const { guest, value } = await answeredOnPage();
    const attacker = await send(openRequest(guest.token, browserHeaders(PHONE)));
    const other = attacker.headers.get("Usher-Device") ?? "";
    const api = async (header: string, cookie: string) =>
      (
        await send(
          openRequest(guest.token, {
            ...browserHeaders(PHONE),
            "Usher-Device": header,
            Cookie: `${COOKIE}=${cookie}`,
          }),
        )
      ).json<object>();
    const page = async (header: string, cookie: string) => {
      const headers = { ...browserHeaders(PHONE), "Usher-Device": header, Cookie: `${COOKIE}=${cookie}` };
      return (await send(new Request(`https://usher.test/i/${guest.token}`, { headers }))).text();
    };
    expect(await api(value, other)).toHaveProperty("check_in");
    expect(await api(other, value)).toMatchObject({ rsvp_submitted_elsewhere: true });
    expect(await page(other, value)).toContain("Your door pass");
    expect(await page(value, other)).not.toContain("Your door pass");
    // Two values for one name are neither.
    expect(await api(`${other}, ${value}`, value)).toMatchObject({ rsvp_submitted_elsewhere: true });
  });
});

describe("device cookie without scripts", () => {
  it("receives the cookie with the page, and is recognised by it when it sends the form", async () => {
    const fixture = await makeEventFixture((await signedInHost()).id, 1);
    const { token } = firstOf(fixture);
    const browser = guestBrowser(PHONE);
    const opened = await browser.visit(token);
    expect(opened.headers.getSetCookie()).toHaveLength(1);
    const headers = { ...browser.headers, Cookie: `${COOKIE}=${browser.cookies.get(token)}` };
    const sent = await send(
      new Request(`https://usher.test/i/${token}`, {
        method: "POST",
        headers,
        body: new URLSearchParams(YES),
        redirect: "manual",
      }),
    );
    expect([sent.status, sent.headers.getSetCookie()]).toEqual([303, []]);
    // Only the submitting browser reaches its RSVP, and no other with its user agent.
    expect(await (await browser.visit(token)).text()).toContain("Your door pass");
    await expectNothing(token, browserHeaders(PHONE));
  });
});
