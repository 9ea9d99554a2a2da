import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, stopScheduler } from "../support/broadcast.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { browserHeaders, LAPTOP, PHONE } from "../support/guest-requests.ts";
import { mailTo } from "../support/mailbox.ts";
import { makeMessage } from "../support/message.ts";

beforeEach(stopScheduler);

/** A browser that keeps cookies. */
function browser(userAgent = PHONE) {
  const cookies = new Map<string, string>();
  const headers = browserHeaders(userAgent);
  const send = async (path: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await exports.default.fetch(
      new Request(`https://usher.test${path}`, {
        method: form === undefined ? "GET" : "POST",
        redirect: "manual",
        headers: { ...headers, ...(cookie === "" ? {} : { Cookie: cookie }) },
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  return { send };
}

async function invited(host: Host, fields: Record<string, unknown> = {}) {
  const event = await makeEvent(host, { name: "Gala", locale: "en" });
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const guest = await addGuest(host, event.id, { name: "Anna Smith", email, ...fields });
  const { token } = await issueLink(host, event.id, guest.id, { notify: false });
  return { event, guest, email, token };
}

/** The next email of a message to all guests of an event. */
async function newsTo(host: Host, eventId: string, email: string, subject: string) {
  const message = await makeMessage(host, eventId, { subject, body: "{{event_date}}" });
  const due = "update messages set send_at = ?, status = 'scheduled' where id = ?";
  await env.DB.prepare(due).bind(Date.now(), message.id).run();
  await deliverBatches(await dispatch(message.id));
  return mailTo(email, { subject });
}

describe("the language that a guest chose on the page", () => {
  test("applies to later emails, also when the guest switches later: POST /i/{token}/language", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { event, email, token } = await invited(host);
    const phone = browser();
    const page = await (await phone.send(`/i/${token}`)).text();
    expect(page).toContain(`action="/i/${token}/language"`);
    await phone.send(`/i/${token}/language`, { language: "fr", to: `/i/${token}` });
    await phone.send(`/i/${token}`, { intent: "submit", response: "declined" });
    expect((await mailTo(email)).html).toContain('<html lang="fr"');
    expect((await newsTo(host, event.id, email, "First")).html).toContain('<html lang="fr"');

    const switched = await phone.send(`/i/${token}/language`, { language: "pl", to: `/i/${token}` });
    expect(switched.headers.get("Location")).toBe(`/i/${token}`);
    expect((await newsTo(host, event.id, email, "Second")).html).toContain('<html lang="pl"');
  });

  test("does not override the language that the host has set", async () => {
    const host = await signedInHost();
    const { email, token } = await invited(host, { locale: "de" });
    const phone = browser();
    await phone.send(`/i/${token}/language`, { language: "fr", to: `/i/${token}` });
    await phone.send(`/i/${token}`, { intent: "submit", response: "declined" });
    expect((await mailTo(email)).html).toContain('<html lang="de"');
  });

  test("does not change from a device that does not see the RSVP, nor to an unknown language", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { event, email, token } = await invited(host);
    const phone = browser();
    await phone.send(`/i/${token}`);
    await phone.send(`/i/${token}`, { intent: "submit", response: "declined" });
    await browser(LAPTOP).send(`/i/${token}/language`, { language: "fr", to: `/i/${token}` });
    await phone.send(`/i/${token}/language`, { language: "tlh", to: `/i/${token}` });
    expect((await newsTo(host, event.id, email, "News")).html).toContain('<html lang="en"');
  });

  test("appears in the guest's data export, and is erased with the guest", async () => {
    const host = await signedInHost();
    const { event, guest, token } = await invited(host);
    const phone = browser();
    await phone.send(`/i/${token}/language`, { language: "fr", to: `/i/${token}` });
    await phone.send(`/i/${token}`, { intent: "submit", response: "declined" });
    const path = `/events/${event.id}/guests/${guest.id}`;
    const data = await (await host.api("GET", `${path}/data-export`)).json<{ rsvps: unknown[] }>();
    expect(data.rsvps).toEqual([expect.objectContaining({ locale: "fr" })]);
    expect((await host.api("DELETE", path)).status).toBe(204);
    expect((await host.api("GET", path)).status).toBe(404);
  });

  test("sends no one to another site", async () => {
    const host = await signedInHost();
    const { token } = await invited(host);
    const there = await browser().send(`/i/${token}/language`, { language: "fr", to: "//evil.example" });
    expect(there.headers.get("Location")).toBe("/");
    expect((await browser().send("/i/nonsense/language", { language: "fr", to: "/i/nonsense" })).status).toBe(404);
  });
});
