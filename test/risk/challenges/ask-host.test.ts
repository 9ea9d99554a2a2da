import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../../support/account.ts";
import {
  answerTo,
  askForCode,
  deviceIn,
  doubtedVisitor,
  mailedCode,
  refusedView,
  setColumns,
  typeCode,
} from "../../support/challenges.ts";
import { guestBrowser, YES } from "../../support/devices.ts";
import { firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { browserHeaders, LAPTOP, openRequest, PHONE } from "../../support/guest-requests.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";

/** A guest who has answered on a phone, with or without an address on file. */
async function answered({ hasAddress }: { hasAddress: boolean }) {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const guest = firstOf(fixture);
  const phone = guestBrowser(PHONE);
  await phone.visit(guest.token);
  expect(await (await phone.visit(guest.token, YES)).text()).toContain("Your door pass");
  if (!hasAddress) await setColumns("guests", guest.id, { email: null, email_key: null });
  const path = `/events/${fixture.eventId}`;
  const asked = async () => (await (await host.api("GET", `${path}/attention`)).json<{ asked: number }>()).asked;
  const requests = async () => {
    const response = await host.api("GET", `${path}/access-logs?asked=true`);
    return (await response.json<{ items: { id: string; asked_at: string; device_id: string }[] }>()).items;
  };
  return { host, guest, path, asked, requests };
}

const COOKIE = "__Secure-usher-device";

const askHost = (token: string, headers: Record<string, string>) =>
  answerTo(new Request(`https://usher.test/access/${token}/ask-host`, { method: "POST", headers }));

/** A laptop that has opened the link over the API, with its device ID. */
async function laptopAt(token: string) {
  const headers = browserHeaders(LAPTOP);
  const { body, response } = await answerTo(openRequest(token, headers));
  return { headers: { ...headers, "Usher-Device": deviceIn(response) }, view: body };
}

describe("verification of an unknown browser: POST /access/{token}/ask-host", () => {
  it("receives the available channels, and shows the RSVP after the code", async () => {
    const { guest } = await answered({ hasAddress: true });
    const { headers, view } = await laptopAt(guest.token);
    expect(view).toMatchObject({
      rsvp_submitted_elsewhere: true,
      challenge: { channels: ["email"], sent_to: { email: expect.stringContaining("•") } },
    });
    expect((await answerTo(askForCode(guest.token, headers))).status).toBe(202);
    expect((await answerTo(typeCode(guest.token, await mailedCode(guest), headers))).status).toBe(200);
    const { body } = await answerTo(openRequest(guest.token, headers));
    expect(body).toMatchObject({ rsvp: { response: "attending" }, check_in: expect.anything(), can_edit: true });
    expect(body).not.toHaveProperty("challenge");
  });

  it("asks the host of a guest without contact once per day, and shows the RSVP after the host confirms", async () => {
    const { host, guest, path, asked, requests } = await answered({ hasAddress: false });
    const { headers, view } = await laptopAt(guest.token);
    expect(view).toMatchObject({ rsvp_submitted_elsewhere: true });
    expect(view).not.toHaveProperty("challenge");
    expect(await asked()).toBe(0);

    // Five parallel requests, and one later, are one request.
    const sent = await Promise.all(Array.from({ length: 5 }, () => askHost(guest.token, headers)));
    expect(sent.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([202, { asked: true }]));
    const [request, ...others] = await requests();
    expect([request?.asked_at, others]).toEqual([expect.any(String), []]);
    expect((await askHost(guest.token, headers)).status).toBe(202);
    expect(await requests()).toEqual([request]);
    expect(await asked()).toBe(1);
    expect(await (await host.api("GET", "/events/attention")).json()).toMatchObject({ items: [{ asked: 1 }] });

    const mail = await mailTo(host.email, { subject: /^A request with Guest 0's link/ });
    expect(mail.text).toContain("in a browser we don't know");
    expect(mail.text).toContain("There's no email or phone for Guest 0");
    expect(mail.text).toContain(`/app${path}/safety?accesses=asked`);
    expect((await mailsTo(host.email)).filter(({ subject }) => subject.startsWith("A request"))).toHaveLength(1);

    expect((await answerTo(openRequest(guest.token, headers))).body).not.toHaveProperty("rsvp");
    const verdict = { verdict: "legitimate" };
    expect((await host.api("POST", `${path}/access-logs/${request?.id}/feedback`, verdict)).status).toBe(200);
    expect((await answerTo(openRequest(guest.token, headers))).body).toHaveProperty("check_in");
    expect([await asked(), await requests()]).toEqual([0, []]);
    // It is that device's alone.
    expect((await answerTo(openRequest(guest.token, browserHeaders(LAPTOP)))).body).not.toHaveProperty("rsvp");
  });

  it("asks again on the next day, with a new link", async () => {
    const { host, guest, path, asked, requests } = await answered({ hasAddress: false });
    const { headers } = await laptopAt(guest.token);
    await askHost(guest.token, headers);
    const [first] = await requests();
    await host.api("POST", `${path}/access-logs/${first?.id}/feedback`, { verdict: "suspicious" });
    await answerTo(openRequest(guest.token, headers));
    expect(await askHost(guest.token, headers)).toMatchObject({ status: 409, body: { error: "already_asked" } });
    expect(await asked()).toBe(0);
    await env.DB.prepare("update access_logs set asked_at = asked_at - 86400001 where guest_id = ?")
      .bind(guest.id)
      .run();
    expect(await askHost(guest.token, headers)).toMatchObject({ status: 202, body: { asked: true } });
    expect(await asked()).toBe(1);

    const rotated = await host.api("POST", `${path}/tokens/rotate`, { guest_id: guest.id, notify: false });
    const { link } = await rotated.json<{ link: string }>();
    expect(await asked()).toBe(0);
    const token = link.slice(link.lastIndexOf("/") + 1);
    await askHost(token, (await laptopAt(token)).headers);
    expect(await asked()).toBe(1);
  });

  it("returns 409 device_unknown and emails nobody, for a browser without an access or a device ID", async () => {
    const { host, guest, asked } = await answered({ hasAddress: false });
    const unseen = browserHeaders(LAPTOP);
    const refused = await askHost(guest.token, unseen);
    expect(refused).toMatchObject({ status: 409, body: { error: "device_unknown" } });
    // The ID of the refusal belongs to no access yet.
    const headers = { ...unseen, "Usher-Device": deviceIn(refused.response) };
    expect(await askHost(guest.token, headers)).toMatchObject({ status: 409, body: { error: "device_unknown" } });
    // A client that views the invitation, but sends no ID, could never be verified.
    await answerTo(openRequest(guest.token, unseen));
    expect(await askHost(guest.token, unseen)).toMatchObject({ status: 409, body: { error: "device_unknown" } });
    expect(await asked()).toBe(0);

    await answerTo(openRequest(guest.token, headers));
    expect((await askHost(guest.token, headers)).status).toBe(202);
    expect(await asked()).toBe(1);
    await mailTo(host.email, { subject: /^A request with Guest 0's link/ });
    expect((await mailsTo(host.email)).filter(({ subject }) => subject.startsWith("A request"))).toHaveLength(1);
  });

  it("accepts the guest's request after the host has rejected another browser's of the same day", async () => {
    const { host, guest, path, asked, requests } = await answered({ hasAddress: false });
    const other = await laptopAt(guest.token);
    expect((await askHost(guest.token, other.headers)).status).toBe(202);
    const own = await laptopAt(guest.token);
    const refused = await askHost(guest.token, own.headers);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: "already_asked", detail: expect.stringContaining("contact your host") },
    });
    const [first] = await requests();
    await host.api("POST", `${path}/access-logs/${first?.id}/feedback`, { verdict: "suspicious" });
    expect(await askHost(guest.token, own.headers)).toMatchObject({ status: 202, body: { asked: true } });
    expect(await asked()).toBe(1);
    await eventually(async () => {
      const mails = (await mailsTo(host.email)).filter(({ subject }) => subject.startsWith("A request"));
      expect(mails).toHaveLength(2);
    });
    const [second] = await requests();
    await host.api("POST", `${path}/access-logs/${second?.id}/feedback`, { verdict: "legitimate" });
    expect((await answerTo(openRequest(guest.token, own.headers))).body).toHaveProperty("check_in");
    expect((await answerTo(openRequest(guest.token, other.headers))).body).not.toHaveProperty("check_in");
  });

  it.each([
    ["without contact", "block", { email: null, email_key: null }],
    [
      "with only a phone that gets no text messages",
      "block",
      { email: null, email_key: null, phone: "+4915112345678" },
    ],
    ["without contact, at an event without codes", "never", { email: null, email_key: null }],
    ["with an address, at an event without codes", "never", {}],
  ])("accepts the request of a blocked guest %s, on API and page", async (_, stepUpFrom, columns) => {
    const { host, guest, fixture, visitor } = await doubtedVisitor({ step_up_from: stepUpFrom });
    if ("email" in columns) await setColumns("guests", guest.id, columns);
    if ("phone" in columns) {
      await env.DB.prepare(
        "insert into sms_opt_outs (phone, sender, created_at) values (?, '+15005550006', 1) on conflict do nothing",
      )
        .bind("+4915112345678")
        .run();
    }
    const path = `/events/${fixture.eventId}`;
    const refused = await refusedView(guest.token, visitor);
    expect(refused.body).toMatchObject({ error: "access_blocked", hint: "ask_host" });
    const headers = { ...visitor, "Usher-Device": refused.device };
    const page = await exports.default.fetch(new Request(`https://usher.test/i/${guest.token}`, { headers }));
    expect([page.status, await page.text()]).toEqual([
      403,
      expect.stringContaining(`action="/i/${guest.token}/ask-host"`),
    ]);
    // The scores of both accesses are written after their responses.
    await eventually(async () => expect((await askHost(guest.token, headers)).status).toBe(202));
    const response = await host.api("GET", `${path}/access-logs?asked=true`);
    const { items } = await response.json<{ items: { id: string }[] }>();
    const verdict = { verdict: "legitimate" };
    expect((await host.api("POST", `${path}/access-logs/${items[0]?.id}/feedback`, verdict)).status).toBe(200);
    expect((await answerTo(openRequest(guest.token, headers))).body).toHaveProperty("check_in");
  });

  it("sends a guest with an address at an event without codes to the edit link", async () => {
    const { host, guest, path, asked } = await answered({ hasAddress: true });
    expect((await host.api("PATCH", path, { step_up_from: "never" })).status).toBe(200);
    const { headers } = await laptopAt(guest.token);
    const refused = await askHost(guest.token, headers);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: "code_available", hint: "request_edit_link", detail: expect.stringContaining("email you a link") },
    });
    expect(refused.body).not.toHaveProperty("challenge");
    expect(await asked()).toBe(0);
  });

  it("asks the host of a guest with an address when the tries of the day are used up, on API and page", async () => {
    const { guest, asked } = await answered({ hasAddress: true });
    const { headers } = await laptopAt(guest.token);
    for (let sent = 0; sent < 3; sent++) {
      expect((await answerTo(askForCode(guest.token, headers))).status).toBe(202);
    }
    expect((await askHost(guest.token, headers)).body.error).toBe("code_available");
    const pageOf = async (path: string, fields: Record<string, string>) => {
      const form = { method: "POST", headers, body: new URLSearchParams(fields) };
      const response = await exports.default.fetch(new Request(`https://usher.test/i/${guest.token}/${path}`, form));
      return [response.status, (await response.text()).includes(`action="/i/${guest.token}/ask-host"`)];
    };
    expect(await pageOf("challenge", { code_channel: "email" })).toEqual([429, false]);
    await env.DB.prepare("update challenges set tries = 5, other_tries = 5 where guest_id = ?").bind(guest.id).run();
    const { status, body } = await answerTo(typeCode(guest.token, "000000", headers));
    expect([status, body]).toMatchObject([429, { error: "rate_limited", hint: "ask_host" }]);
    expect(await pageOf("challenge", { code_channel: "email" })).toEqual([429, true]);
    expect(await pageOf("challenge/verify", { one_time_code: "000000" })).toEqual([429, true]);
    expect((await askHost(guest.token, headers)).status).toBe(202);
    expect(await asked()).toBe(1);
  });

  it.each([
    ["the host forgets the device", "forget"],
    ["the guest enters a code after the host has added an address", "code"],
  ])("asks no more after %s", async (_, how) => {
    const { host, guest, path, asked, requests } = await answered({ hasAddress: false });
    const { headers } = await laptopAt(guest.token);
    await askHost(guest.token, headers);
    expect(await asked()).toBe(1);
    if (how === "forget") {
      const [request] = await requests();
      const device = `${path}/guests/${guest.id}/devices/${request?.device_id}`;
      expect((await host.api("DELETE", device)).status).toBe(204);
    } else {
      expect((await host.api("PATCH", `${path}/guests/${guest.id}`, { email: guest.email })).status).toBe(200);
      await answerTo(askForCode(guest.token, headers));
      await answerTo(typeCode(guest.token, await mailedCode(guest), headers));
    }
    expect(await asked()).toBe(0);
  });

  it("asks the host of a guest with only a phone, on API and page", async () => {
    const { guest, asked } = await answered({ hasAddress: false });
    await setColumns("guests", guest.id, { phone: "+4915112345678" });
    await env.DB.prepare(
      "insert into sms_opt_outs (phone, sender, created_at) values (?, '+15005550006', 1) on conflict do nothing",
    )
      .bind("+4915112345678")
      .run();
    const { headers } = await laptopAt(guest.token);
    const page = await (await guestBrowser(LAPTOP).visit(guest.token)).text();
    expect(page).toContain(`action="/i/${guest.token}/ask-host"`);
    expect((await askHost(guest.token, headers)).status).toBe(202);
    expect(await asked()).toBe(1);
  });

  it("returns 409 code_available with the channels for a guest with an address, and 404 for a revoked link", async () => {
    const { host, guest, path, asked } = await answered({ hasAddress: true });
    const { headers } = await laptopAt(guest.token);
    const refused = await askHost(guest.token, headers);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: "code_available", challenge: { channels: ["email"] } },
    ]);
    expect(await asked()).toBe(0);
    await host.api("POST", `${path}/tokens/rotate`, { guest_id: guest.id, notify: false });
    expect((await askHost(guest.token, headers)).status).toBe(404);
  });

  it("shows both options on the page, without scripts", async () => {
    const { guest } = await answered({ hasAddress: true });
    const withCode = await (await guestBrowser(LAPTOP).visit(guest.token)).text();
    expect(withCode).toContain(`action="/i/${guest.token}/challenge"`);
    expect(withCode).not.toContain("/ask-host");

    const other = await answered({ hasAddress: false });
    const laptop = guestBrowser(LAPTOP);
    const html = await (await laptop.visit(other.guest.token)).text();
    expect(html).toContain("you can ask your host to confirm that it&#39;s you.");
    expect(html).toContain(`<form method="post" action="/i/${other.guest.token}/ask-host">`);
    const cookie = `${COOKIE}=${laptop.cookies.get(other.guest.token)}`;
    const page = await exports.default.fetch(
      new Request(`https://usher.test/i/${other.guest.token}/ask-host`, {
        method: "POST",
        headers: { ...laptop.headers, Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
      }),
    );
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("We&#39;ve asked your host")]);
    for (const [browser, says] of [
      [guestBrowser(PHONE), "already asked with this link today"],
      [guestBrowser(PHONE), "Please allow cookies for this page"],
    ] as const) {
      await browser.visit(other.guest.token);
      const sent = says.startsWith("already") ? `${COOKIE}=${browser.cookies.get(other.guest.token)}` : "";
      const refused = await exports.default.fetch(
        new Request(`https://usher.test/i/${other.guest.token}/ask-host`, {
          method: "POST",
          headers: { ...browser.headers, Cookie: sent },
        }),
      );
      expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(says)]);
    }
    const [request] = await other.requests();
    await other.host.api("POST", `${other.path}/access-logs/${request?.id}/feedback`, { verdict: "legitimate" });
    await eventually(async () => {
      expect(await (await laptop.visit(other.guest.token)).text()).toContain("Your door pass");
    });
  });
});
