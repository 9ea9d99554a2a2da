import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { call, freshAddress, type Host, signedInHost } from "../support/account.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { headerOf, linkIn, mailsTo, mailTo } from "../support/mailbox.ts";

const ONE_CLICK = { "Content-Type": "application/x-www-form-urlencoded" };

async function invitedGuest(email: string, by?: Host) {
  const host = by ?? (await signedInHost({ tier: "pro" }));
  const event = await makeEvent(host);
  const guest = await addGuest(host, event.id, { email });
  const link = await issueLink(host, event.id, guest.id);
  return { host, event, guest, link };
}

/** The URL of an email's one-click unsubscribe header. */
async function oneClickUrl(email: string): Promise<URL> {
  const mail = await mailTo(email);
  expect(headerOf(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  const header = headerOf(mail, "List-Unsubscribe") ?? "";
  expect(header).toMatch(/^<https:\/\/usher\.test\/unsubscribe\?token=[^>]+>$/);
  expect(linkIn(mail, "/unsubscribe").href).toBe(header.slice(1, -1));
  return new URL(header.slice(1, -1));
}

function unsubscribe(url: URL): Promise<Response> {
  return call("POST", `${url.pathname}${url.search}`, "List-Unsubscribe=One-Click", ONE_CLICK);
}

async function isSuppressed(email: string): Promise<boolean> {
  const row = await env.DB.prepare(
    `select 1 from suppressions where email_key = ?1 union select 1 from host_unsubscribes where email_key = ?1`,
  )
    .bind(email.toLowerCase())
    .first();
  return row !== null;
}

/**
 * @spec 2.80 "Unsubscribe entry | case-insensitive email; emails here are suppressed from sending"
 * @spec 6.25 "the notifier renders and sends it using the configured email backend and honours the suppression
 *   list."
 */
test("stops a host's invitations after one click, on every event, in any spelling: POST /unsubscribe", async () => {
  const local = crypto.randomUUID();
  const email = `Grace.${local}@Example.com`;
  const { host } = await invitedGuest(email);
  const url = await oneClickUrl(email);
  const answers = [await unsubscribe(url), await unsubscribe(url)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await isSuppressed(email)).toBe(true);

  const elsewhere = `grace.${local}@example.com`;
  const { event, guest, link } = await invitedGuest(elsewhere, host);
  expect(link).toMatchObject({ notified: false, reason: "unsubscribed" });
  const bulk = await host.api("POST", `/events/${event.id}/guests/invitations/bulk`, {});
  expect(await bulk.json()).toMatchObject({ items: [{ notified: false, reason: "unsubscribed" }], notified: 0 });
  const count = await host.api("GET", `/events/${event.id}/messages/recipient-count?audience=everyone`);
  expect(await count.json()).toEqual({ count: 0, unreachable: 0, suppressed: 1, not_invited: 0 });
  expect(await deliveriesTo(guest.id)).toEqual([]);
  expect(await mailsTo(elsewhere)).toHaveLength(1);
});

test("unsubscribes from one host or from all, and can be undone", async () => {
  const email = `grace-${crypto.randomUUID()}@example.com`;
  const { host: first, event } = await invitedGuest(email);
  const url = await oneClickUrl(email);
  expect(await (await unsubscribe(url)).json()).toMatchObject({ scope: "host", host_name: first.name });

  const { host: second, link } = await invitedGuest(email);
  expect(link).toMatchObject({ notified: true, reason: null });
  await eventually(async () => expect(await mailsTo(email)).toHaveLength(2));

  url.searchParams.set("scope", "all");
  expect(await (await unsubscribe(url)).json()).toMatchObject({ scope: "all" });
  const third = await makeEvent(second);
  const guest = await addGuest(second, third.id, { email });
  expect(await issueLink(second, third.id, guest.id)).toMatchObject({ notified: false, reason: "unsubscribed" });

  url.searchParams.set("scope", "none");
  expect(await (await unsubscribe(url)).json()).toMatchObject({ scope: "none" });
  const again = await addGuest(first, (await makeEvent(first)).id, { email });
  expect(await issueLink(first, again.event_id, again.id)).toMatchObject({ notified: true });
  expect(event.id).not.toBe(again.event_id);
});

test("unsubscribes no address with a GET", async () => {
  const email = `grace-${crypto.randomUUID()}@example.com`;
  await invitedGuest(email);
  const url = await oneClickUrl(email);
  await call("GET", `${url.pathname}${url.search}`);
  await call("HEAD", `${url.pathname}${url.search}`);
  expect(await isSuppressed(email)).toBe(false);
});

/**
 * @spec 4.118 "The unsubscribe endpoint behind the unsubscribe page (signed token) also exists; its path: not
 *   shown."
 * @spec 5.14 "8. Unsubscribe links carry a signed HMAC token without expiry."
 */
test("unsubscribes no address with a changed link or one signed for another purpose: GET /unsubscribe", async () => {
  const email = `grace-${crypto.randomUUID()}@example.com`;
  const { link } = await invitedGuest(email);
  const url = await oneClickUrl(email);
  const token = url.searchParams.get("token") ?? "";
  const [address = "", mac = ""] = token.split(".");
  const victim = new TextEncoder().encode("victim@example.com").toBase64({ alphabet: "base64url", omitPadding: true });
  const flipped = `${mac.slice(0, -2)}${mac.at(-2) === "A" ? "B" : "A"}${mac.at(-1)}`;
  const tokens = [link.token, `${address}.${link.token}`, `${victim}.${mac}`, `${address}.${flipped}`, address, "%00"];
  for (const forged of tokens) {
    const response = await call("POST", `/unsubscribe?token=${forged}`, "List-Unsubscribe=One-Click", ONE_CLICK);
    expect(response.status, forged).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_token" });
  }
  const nothing = await call("POST", "/unsubscribe", "List-Unsubscribe=One-Click", ONE_CLICK);
  expect(await nothing.json()).toMatchObject({ error: "validation_failed" });
  expect(await isSuppressed(email)).toBe(false);
  expect(await isSuppressed("victim@example.com")).toBe(false);
});

test("sends emails about an account to a bounced address, and nothing about an event", async () => {
  const email = `grace-${crypto.randomUUID()}@example.com`;
  const signUp = { email, password: "correct horse battery staple", name: "Grace" };
  await call("POST", "/auth/signup", signUp, { "CF-Connecting-IP": freshAddress() });
  await mailTo(email, { subject: "Confirm your email address" });
  await env.DB.prepare("insert into suppressions (email_key, reason, created_at) values (?, 'bounced', 0)")
    .bind(email)
    .run();
  await call("POST", "/auth/forgot-password", { email }, { "CF-Connecting-IP": freshAddress() });
  await mailTo(email, { subject: "Reset your password" });

  const { host, guest, link } = await invitedGuest(email);
  expect(link).toMatchObject({ notified: false, reason: "bounced" });
  const phone = { "User-Agent": "Phone/1", "CF-Connecting-IP": freshAddress() };
  await call("POST", "/rsvp", { token: link.token, response: "attending", plus_ones: 0 }, phone);
  await eventually(async () =>
    expect(await deliveriesTo(guest.id)).toMatchObject([
      { kind: "confirmation", status: "suppressed", reason: "bounced" },
    ]),
  );
  const edit = await call("POST", `/access/${link.token}/request-edit-link`, undefined, phone);
  expect([edit.status, await edit.json()]).toMatchObject([409, { error: "email_unavailable" }]);
  expect(await mailsTo(email)).toHaveLength(2);
  const counted = env.DB.prepare("select sum(recipients + asked) as n from sending_hours where user_id = ?");
  expect(await counted.bind(host.id).first("n")).toBe(0);
});

test.each([
  ["unsubscribed", "suppressed"],
  ["bounced", "bounced"],
  ["complained", "complained"],
])("shows a repeated invitation to an address that has %s, with the reason", async (reason, status) => {
  const host = await signedInHost();
  const event = await makeEvent(host);
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const guest = await addGuest(host, event.id, { email });
  await issueLink(host, event.id, guest.id);
  await mailTo(email);
  const deliveryOf = async () => {
    const response = await host.api("GET", `/events/${event.id}/guests/${guest.id}`);
    return (await response.json<{ delivery: { status: string; reason: string | null } }>()).delivery;
  };
  await eventually(async () => expect((await deliveryOf()).status).toBe("sent"));
  await env.DB.prepare("insert into suppressions (email_key, reason, created_at) values (?, ?, 1)")
    .bind(email, reason)
    .run();

  const bulk = await host.api("POST", `/events/${event.id}/guests/invitations/bulk`, {
    guest_ids: [guest.id],
    notify: true,
  });
  expect(await bulk.json()).toMatchObject({ notified: 0, items: [{ notified: false, reason }] });
  expect(await deliveryOf()).toMatchObject({ status, reason });
  const single = await host.api("POST", `/events/${event.id}/tokens`, { guest_id: guest.id, notify: true });
  expect(await single.json()).toMatchObject({ notified: false, reason });
  expect(await deliveryOf()).toMatchObject({ status, reason });
  expect(await mailsTo(email)).toHaveLength(1);
});
