import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, inject, it, test } from "vitest";
import { DAY_MS } from "../../../src/kernel/clock.ts";
import { newId } from "../../../src/kernel/ids.ts";
import { call, freshAddress, requestBy, signedInHost } from "../../support/account.ts";
import { capturingQueue, deliverBatches, dispatch, dueMessage, stopScheduler } from "../../support/broadcast.ts";
import { deliveriesTo } from "../../support/delivery.ts";
import { firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../../support/guest.ts";
import { warmIsolate } from "../../support/isolate.ts";
import { mailTo } from "../../support/mailbox.ts";
import { deliveriesOf, messageOf } from "../../support/message.ts";
import { consume } from "../../support/queue.ts";
import { costOf, recordingEnv, warmRecording } from "../../support/recording-env.ts";
import {
  mailReport,
  sendMailReport,
  sendReportBody,
  sendTo,
  svixHeaders,
  WEBHOOK_SECRET,
} from "../../support/reports.ts";

beforeEach(stopScheduler);

const PERMANENT = { bounce: { type: "Permanent", subType: "General", message: "no such mailbox" } };

async function suppressionOf(email: string): Promise<string | null> {
  return env.DB.prepare("select reason from suppressions where email_key = ?")
    .bind(email.toLowerCase())
    .first("reason");
}

/** A guest who got a broadcast by email. */
async function mailedGuest(changes: EnvChanges = {}) {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, 1);
  const guest = firstOf(fixture);
  const id = await dueMessage(fixture.eventId);
  expect((await deliverBatches(await dispatch(id), { changes })).acked).toEqual([0]);
  const delivery = async () => (await deliveriesOf(host, fixture.eventId, id))[0];
  return { host, eventId: fixture.eventId, guest, messageId: id, delivery };
}

/** A guest who got an invitation by email. */
async function invitedGuest() {
  const host = await signedInHost();
  const event = await makeEvent(host);
  const email = `Grace.${crypto.randomUUID()}@Example.com`;
  const guest = await addGuest(host, event.id, { email });
  await issueLink(host, event.id, guest.id);
  await eventually(async () => expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent" }]));
  return { email, guest };
}

describe("POST /webhooks/email with a signature", () => {
  /**
   * @spec 2.81 "Notification record | provider_message_id, bounce_type, complained flag"
   * @spec 4.116 "A bounce adds the address to the suppression list."
   */
  test("suppresses an address that was emailed, in any spelling, and updates the delivery", async () => {
    const { email, guest } = await invitedGuest();
    expect(await sendMailReport("email.bounced", `Grace <${email.toUpperCase()}>`, PERMANENT)).toBe(200);
    expect(await suppressionOf(email)).toBe("bounced");
    expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "bounced", bounce_type: "Permanent" }]);
  });

  /**
   * @spec 2.81 "Notification record | provider_message_id, bounce_type, complained flag"
   * @spec 4.115 "The SMS delivery-status webhook and the email bounce/complaint webhook exist."
   */
  test.each([
    ["email.bounced", "bounced", "bounced"],
    ["email.complained", "complained", "complained"],
  ])("maps %s to the status %s of a broadcast delivery", async (type, status, reason) => {
    const { guest, delivery, host, eventId, messageId } = await mailedGuest();
    expect(await sendMailReport(type, guest.email, PERMANENT)).toBe(200);
    expect(await delivery()).toMatchObject({ status });
    expect(await suppressionOf(guest.email)).toBe(reason);
    expect((await messageOf(host, eventId, messageId)).status).toBe("sent");
    const again = await dueMessage(eventId);
    await deliverBatches(await dispatch(again));
    expect(await deliveriesOf(host, eventId, again)).toMatchObject([{ status: "suppressed", reason }]);
  });

  test("stores a delivery, and ignores a late one after a bounce", async () => {
    const { guest, delivery } = await mailedGuest();
    await sendMailReport("email.delivered", guest.email);
    expect(await delivery()).toMatchObject({ status: "delivered" });
    expect(await suppressionOf(guest.email)).toBeNull();
    await sendMailReport("email.bounced", guest.email, PERMANENT);
    await sendMailReport("email.delivered", guest.email);
    expect(await delivery()).toMatchObject({ status: "bounced" });
    await sendMailReport("email.complained", guest.email);
    expect(await delivery()).toMatchObject({ status: "complained" });
    expect(await suppressionOf(guest.email)).toBe("bounced");
  });

  test("suppresses no address after a transient bounce", async () => {
    const { guest, delivery } = await mailedGuest();
    await sendMailReport("email.bounced", guest.email, { bounce: { type: "Transient" } });
    expect(await delivery()).toMatchObject({ status: "bounced" });
    expect(await suppressionOf(guest.email)).toBeNull();
  });

  test("changes no delivery for an email sent more than 30 days ago", async () => {
    const { guest, messageId, delivery } = await mailedGuest();
    await env.DB.prepare("update message_deliveries set updated_at = updated_at - ? where message_id = ?")
      .bind(31 * DAY_MS, messageId)
      .run();
    expect(await sendMailReport("email.complained", guest.email)).toBe(200);
    expect(await delivery()).toMatchObject({ status: "sent" });
  });

  test("suppresses no address for an email to an account", async () => {
    const { email, id } = await signedInHost();
    expect(
      (await call("POST", "/auth/forgot-password", { email }, { "CF-Connecting-IP": freshAddress() })).status,
    ).toBe(202);
    const sent = "select status from deliveries where user_id = ?";
    await eventually(async () => expect(await env.DB.prepare(sent).bind(id).first("status")).toBe("sent"));
    for (const type of ["email.bounced", "email.complained"]) {
      expect(await sendMailReport(type, email, PERMANENT)).toBe(200);
      expect(await suppressionOf(email)).toBeNull();
    }
    expect(await env.DB.prepare(sent).bind(id).first("status")).toBe("complained");
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "ignores the type %s, a name of the object prototype",
    async (word) => {
      expect(await sendMailReport(word, "grace@example.com")).toBe(200);
    },
  );

  test("updates the email with the provider's ID, not a newer one", async () => {
    const hosted = {
      RESEND_API_KEY: "re_test",
      RESEND_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/resend`,
    };
    const { host, eventId, guest, delivery } = await mailedGuest(hosted);
    const named = (await delivery())?.provider_message_id;
    const newer = await dueMessage(eventId);
    await deliverBatches(await dispatch(newer), { changes: hosted });
    await sendMailReport("email.complained", guest.email, { email_id: named });
    expect(await delivery()).toMatchObject({ status: "complained" });
    expect(await deliveriesOf(host, eventId, newer)).toMatchObject([{ status: "sent" }]);
  });

  test("changes nothing for a malformed report or an ignored type", async () => {
    const { guest, delivery } = await mailedGuest();
    for (const [body, status] of [
      ["no json", 400],
      ["[]", 400],
      ['{"type":"email.bounced"}', 400],
      [JSON.stringify(mailReport("email.opened", guest.email)), 200],
      [JSON.stringify(mailReport("email.bounced", "")), 200],
      [JSON.stringify({ ...mailReport("email.bounced", "x"), padding: "x".repeat(70_000) }), 413],
    ] as const) {
      expect(await sendReportBody(body), body.slice(0, 40)).toBe(status);
    }
    expect(await delivery()).toMatchObject({ status: "sent" });
  });
});

/** Sends a report to a Worker with the webhook secret configured. */
async function sendSigned(body: string, headers: Record<string, string>): Promise<number> {
  const request = new Request("https://usher.test/webhooks/email", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
  return sendTo(request, { RESEND_WEBHOOK_SECRET: WEBHOOK_SECRET });
}

describe("POST /webhooks/email (signature)", () => {
  test("covers the raw body, and accepts a report for any address", async () => {
    const stranger = `stranger-${crypto.randomUUID()}@example.com`;
    const body = JSON.stringify(mailReport("email.bounced", stranger, PERMANENT));
    expect(await sendSigned(body, {})).toBe(400);
    expect(await sendSigned(`${body} `, await svixHeaders(body))).toBe(400);
    const old = await svixHeaders(body, crypto.randomUUID(), Date.now() - 10 * 60_000);
    expect(await sendSigned(body, old)).toBe(400);
    const early = await svixHeaders(body, crypto.randomUUID(), Date.now() + 10 * 60_000);
    expect(await sendSigned(body, early)).toBe(400);
    expect(await suppressionOf(stranger)).toBeNull();
    expect(await sendSigned(body, await svixHeaders(body))).toBe(200);
    expect(await suppressionOf(stranger)).toBe("bounced");
  });

  test("accepts each report ID once", async () => {
    const { guest, delivery, messageId } = await mailedGuest();
    const body = JSON.stringify(mailReport("email.complained", guest.email));
    const headers = await svixHeaders(body);
    expect(await Promise.all([sendSigned(body, headers), sendSigned(body, headers)])).toEqual([200, 200]);
    expect(await delivery()).toMatchObject({ status: "complained" });
    await env.DB.batch([
      env.DB.prepare("delete from suppressions where email_key = ?").bind(guest.email),
      env.DB.prepare("update message_deliveries set status = 'sent' where message_id = ?").bind(messageId),
    ]);
    expect(await sendSigned(body, headers)).toBe(200);
    expect(await suppressionOf(guest.email)).toBeNull();
    expect(await delivery()).toMatchObject({ status: "sent" });
  });
});

describe("POST /webhooks/email without a secret", () => {
  const HOSTED = {
    RESEND_API_KEY: "re_test",
    RESEND_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/resend`,
  };

  /** A guest who got a broadcast by the hosted mail API, and the provider's ID of the email. */
  async function hostedGuest() {
    const mailed = await mailedGuest(HOSTED);
    const row = "select provider_message_id from message_deliveries where message_id = ?";
    const id = await env.DB.prepare(row).bind(mailed.messageId).first<string>("provider_message_id");
    return { ...mailed, providerId: id ?? "" };
  }

  async function sendUnsigned(
    type: string,
    email: string,
    emailId: string | null,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<number> {
    const report = mailReport(type, email, { email_id: emailId ?? undefined, ...more });
    return (await call("POST", "/webhooks/email", report, headers)).status;
  }

  /** The hosts about whom an address has complained. */
  async function complainedOf(email: string): Promise<unknown[]> {
    const found = "select host_id from host_unsubscribes where email_key = ? and reason = 'complained'";
    const { results } = await env.DB.prepare(found).bind(email.toLowerCase()).all();
    return results.map(({ host_id }) => host_id);
  }

  async function countsOf(hostId: string) {
    const sums = "select sum(bounced) as bounced, sum(complained) as complained from sending_hours where user_id = ?";
    return env.DB.prepare(sums).bind(hostId).first();
  }

  test.each([
    ["email.bounced", "bounced"],
    ["email.complained", "complained"],
  ])("applies an unsigned %s with the stored ID and the address of the email", async (type, status) => {
    const { host, guest, providerId, delivery } = await hostedGuest();
    expect(providerId).not.toBe("");
    expect(await sendUnsigned(type, guest.email, providerId, PERMANENT)).toBe(200);
    expect(await delivery()).toMatchObject({ status });
    // An unsigned complaint is about the host alone.
    expect(await suppressionOf(guest.email)).toBe(status === "bounced" ? "bounced" : null);
    expect(await complainedOf(guest.email)).toEqual(status === "bounced" ? [] : [host.id]);
  });

  /** @spec 5.17 "10. | The SMS-status and email-bounce webhooks do not enforce signature verification." */
  test("applies an unsigned report about an invitation once", async () => {
    const { email, guest } = await invitedGuest();
    const stored = "update deliveries set provider_message_id = ?, provider = 'hosted' where guest_id = ?";
    const providerId = crypto.randomUUID();
    await env.DB.prepare(stored).bind(providerId, guest.id).run();
    expect(await sendUnsigned("email.bounced", email, providerId, PERMANENT)).toBe(200);
    expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "bounced" }]);
    expect(await suppressionOf(email)).toBe("bounced");
    await env.DB.prepare("delete from suppressions where email_key = ?").bind(email.toLowerCase()).run();
    expect(await sendUnsigned("email.bounced", email, providerId, PERMANENT, { "svix-id": "another" })).toBe(200);
    expect(await suppressionOf(email)).toBeNull();
  });

  test("changes nothing for a guessed ID, no ID, and the ID of an email to another address", async () => {
    const { guest, delivery, providerId } = await hostedGuest();
    const { guest: other, delivery: othersDelivery } = await hostedGuest();
    for (const [email, id] of [
      [guest.email, crypto.randomUUID()],
      [guest.email, null],
      [other.email, providerId],
      [`stranger-${crypto.randomUUID()}@example.com`, providerId],
    ] as const) {
      expect(await sendUnsigned("email.complained", email, id)).toBe(200);
      expect(await suppressionOf(email)).toBeNull();
    }
    expect([(await delivery())?.status, (await othersDelivery())?.status]).toEqual(["sent", "sent"]);
  });

  test("changes nothing for the Message-ID of an email", async () => {
    const { email, guest } = await invitedGuest();
    const stored = "select provider_message_id from deliveries where guest_id = ?";
    const messageId = await env.DB.prepare(stored).bind(guest.id).first<string>("provider_message_id");
    expect(messageId).toMatch(/^<.+@.+>$/);
    for (const type of ["email.bounced", "email.complained"]) {
      expect(await sendUnsigned(type, email, messageId, PERMANENT)).toBe(200);
    }
    expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent" }]);
    expect([await suppressionOf(email), await complainedOf(email)]).toEqual([null, []]);
  });

  test("reads only the first address of a report", async () => {
    const { guest, providerId, delivery } = await hostedGuest();
    const stranger = `stranger-${crypto.randomUUID()}@example.com`;
    expect(
      await sendUnsigned("email.bounced", stranger, providerId, { ...PERMANENT, to: [stranger, guest.email] }),
    ).toBe(200);
    expect(await delivery()).toMatchObject({ status: "sent" });
    expect(await suppressionOf(guest.email)).toBeNull();
    expect(
      await sendUnsigned("email.bounced", stranger, providerId, { ...PERMANENT, to: [guest.email, stranger] }),
    ).toBe(200);
    expect([await suppressionOf(guest.email), await suppressionOf(stranger)]).toEqual(["bounced", null]);
  });

  /** A guest on the second shard who got an invitation by the hosted mail API, and the API's ID and tags of the email. */
  async function hostedGuestElsewhere() {
    const host = await signedInHost({ shard: 1 });
    const event = await makeEvent(host);
    const email = `grace-${crypto.randomUUID()}@example.com`;
    const guest = await addGuest(host, event.id, { email });
    const { captured, queue } = capturingQueue();
    const issue = requestBy(host, "POST", `/events/${event.id}/tokens`, { guest_id: guest.id });
    expect(await sendTo(issue, { NOTIFIER_QUEUE: queue })).toBe(201);
    expect((await consume("usher-notifier", captured, { changes: HOSTED })).retried).toEqual([]);
    const { envelope } = await mailTo(email);
    const row = await env.DB_1.prepare("select provider_message_id as id from deliveries where guest_id = ?")
      .bind(guest.id)
      .first<string>("id");
    return { host, email, guest, providerId: row ?? "", tags: envelope.tags ?? [] };
  }

  /** The cost of an unsigned report, and its status. */
  async function costOfReport(report: object) {
    const request = new Request("https://usher.test/webhooks/email", {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": freshAddress() },
      body: JSON.stringify(report),
    });
    const { response, d1Calls } = await costOf(request, warmRecording());
    return { status: response.status, d1Calls };
  }

  async function deliveryElsewhere(guestId: string) {
    return env.DB_1.prepare("select status from deliveries where guest_id = ?").bind(guestId).first("status");
  }

  it("asks one database about a report with ten addresses, whatever shard its tag names", async () => {
    const to = Array.from({ length: 10 }, () => `stranger-${crypto.randomUUID()}@example.com`);
    for (const tags of [undefined, [{ name: "shard", value: "1" }], { shard: "1" }, { shard: "99" }, "odd", null]) {
      const report = mailReport("email.bounced", "", { ...PERMANENT, to, tags });
      expect(await costOfReport(report), JSON.stringify(tags)).toEqual({ status: 200, d1Calls: 1 });
    }
  });

  it.each(["list", "object"])(
    "finds an email on another shard by its tag, in a %s, and suppresses the address everywhere once",
    async (form) => {
      const { email, guest, providerId, tags } = await hostedGuestElsewhere();
      expect(tags).toEqual([{ name: "shard", value: "1" }]);
      const more = { ...PERMANENT, email_id: providerId };
      expect(await costOfReport(mailReport("email.bounced", email, more))).toEqual({ status: 200, d1Calls: 1 });
      expect(await deliveryElsewhere(guest.id)).toBe("sent");

      const reported = form === "list" ? tags : Object.fromEntries(tags.map(({ name, value }) => [name, value]));
      const report = mailReport("email.bounced", email, { ...more, tags: reported });
      expect((await costOfReport(report)).status).toBe(200);
      expect(await deliveryElsewhere(guest.id)).toBe("bounced");
      const suppressed = "select reason from suppressions where email_key = ?";
      const reasons = [env.DB, env.DB_1].map((database) => database.prepare(suppressed).bind(email).first("reason"));
      expect(await Promise.all(reasons)).toEqual(["bounced", "bounced"]);

      expect(await costOfReport(report)).toEqual({ status: 200, d1Calls: 2 });
    },
  );

  it("applies a report again that reached only the other shards", async () => {
    const { email, guest, providerId, tags } = await hostedGuestElsewhere();
    const report = mailReport("email.bounced", email, { ...PERMANENT, email_id: providerId, tags });
    await env.DB.prepare("insert into webhook_events (id, received_at) values (?, ?)")
      .bind(`mail:unsigned:bounced:${providerId}`, Date.now())
      .run();
    expect((await costOfReport(report)).status).toBe(200);
    expect(await deliveryElsewhere(guest.id)).toBe("bounced");
  });

  test("returns 429 above 300 unsigned reports of a network in a minute", async () => {
    const headers = { "CF-Connecting-IP": freshAddress() };
    const report = mailReport("email.bounced", "nobody@example.com", { email_id: undefined });
    const statuses: number[] = [];
    for (let sent = 0; sent < 303; sent++)
      statuses.push((await call("POST", "/webhooks/email", report, headers)).status);
    expect(statuses.slice(298)).toEqual([200, 200, 429, 429, 429]);
  });

  test("changes nothing before the provider's ID is stored", async () => {
    const { guest, delivery, messageId, providerId } = await hostedGuest();
    const pending = "update message_deliveries set provider_message_id = null, status = 'pending' where message_id = ?";
    await env.DB.prepare(pending).bind(messageId).run();
    expect(await sendUnsigned("email.bounced", guest.email, providerId, PERMANENT)).toBe(200);
    expect(await delivery()).toMatchObject({ status: "pending" });
    expect(await suppressionOf(guest.email)).toBeNull();
  });

  test("changes nothing for an email of more than 30 days ago", async () => {
    const { guest, delivery, messageId, providerId } = await hostedGuest();
    await env.DB.prepare("update message_deliveries set updated_at = updated_at - ? where message_id = ?")
      .bind(31 * DAY_MS, messageId)
      .run();
    expect(await sendUnsigned("email.complained", guest.email, providerId)).toBe(200);
    expect(await delivery()).toMatchObject({ status: "sent" });
    expect(await suppressionOf(guest.email)).toBeNull();
  });

  test("counts no bounce and no complaint for the host", async () => {
    const { host, guest, providerId } = await hostedGuest();
    await sendUnsigned("email.bounced", guest.email, providerId, PERMANENT);
    await sendUnsigned("email.complained", guest.email, providerId);
    expect(await countsOf(host.id)).toEqual({ bounced: 0, complained: 0 });
  });

  test("suppresses no address for an email to an account", async () => {
    const { email, id } = await signedInHost();
    const forgot = await call("POST", "/auth/forgot-password", { email }, { "CF-Connecting-IP": freshAddress() });
    expect(forgot.status).toBe(202);
    const sent = "select status from deliveries where user_id = ?";
    await eventually(async () => expect(await env.DB.prepare(sent).bind(id).first("status")).toBe("sent"));
    const providerId = crypto.randomUUID();
    await env.DB.prepare("update deliveries set provider_message_id = ?, provider = 'hosted' where user_id = ?")
      .bind(providerId, id)
      .run();
    expect(await sendUnsigned("email.bounced", email, providerId, PERMANENT)).toBe(200);
    expect(await env.DB.prepare(sent).bind(id).first("status")).toBe("bounced");
    expect(await suppressionOf(email)).toBeNull();
  });

  test("returns 400 for a body that is not a report", async () => {
    for (const body of ["no json", "[]", '{"type":"email.bounced"}']) {
      expect((await call("POST", "/webhooks/email", body, { "Content-Type": "application/json" })).status).toBe(400);
    }
  });
});

describe("POST /webhooks/sms-status", () => {
  const TOKEN = "twilio-token";
  const TWILIO = { TWILIO_ACCOUNT_SID: "ACtest", TWILIO_AUTH_TOKEN: TOKEN, TWILIO_FROM: "+15005550006" };

  async function textedGuest() {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host, { sms_countries: ["DE"] });
    const digits = String(crypto.getRandomValues(new Uint32Array(1))[0])
      .padStart(10, "0")
      .slice(0, 8);
    const phone = `+49152${digits}`;
    const guest = await addGuest(host, event.id, { phone });
    const id = await dueMessage(event.id, { channel: "sms", body: "Hello" });
    const TWILIO_API_BASE = `http://127.0.0.1:${inject("mailCatcher").httpPort}/twilio`;
    await deliverBatches(await dispatch(id), { changes: { ...TWILIO, TWILIO_API_BASE } });
    const delivery = async () => (await deliveriesOf(host, event.id, id))[0];
    const target = `/webhooks/sms-status?event=${event.id}&message=${id}&guest=${guest.id}`;
    return { delivery, target, phone, messageId: id, sid: (await delivery())?.provider_message_id ?? "" };
  }

  function formOf(sid: string, status: string, more: Record<string, string> = {}): URLSearchParams {
    return new URLSearchParams({ MessageSid: sid, MessageStatus: status, To: "+491", ...more });
  }

  async function signatureOf(target: string, form: URLSearchParams): Promise<string> {
    const sorted = [...form].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value);
    const algorithm = { name: "HMAC", hash: "SHA-1" };
    const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(TOKEN), algorithm, false, ["sign"]);
    const text = `https://usher.test${target}${sorted.join("")}`;
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))).toBase64();
  }

  /** Sends a report, with the right signature unless another one is given. */
  async function sendReport(
    target: string,
    form: URLSearchParams,
    signature?: string | null,
    changes: EnvChanges = {},
  ) {
    const signed = signature === undefined ? await signatureOf(target, form) : signature;
    const headers: Record<string, string> = { "Content-Type": "application/x-www-form-urlencoded" };
    if (signed !== null) headers["X-Twilio-Signature"] = signed;
    const request = new Request(`https://usher.test${target}`, { method: "POST", headers, body: form.toString() });
    return sendTo(request, { ...TWILIO, ...changes });
  }

  /** @spec 4.115 "The SMS delivery-status webhook and the email bounce/complaint webhook exist." */
  test("stores a delivered text message, identified by its status callback", async () => {
    const { delivery, target, sid } = await textedGuest();
    const form = formOf(sid, "delivered");
    expect(await sendReport(target, form)).toBe(200);
    expect(await delivery()).toMatchObject({ status: "delivered" });
    const late = formOf(sid, "sent");
    await sendReport(target, late);
    expect(await delivery()).toMatchObject({ status: "delivered" });
  });

  test("stores why a text message was not delivered, also by the provider's ID", async () => {
    const { delivery, sid } = await textedGuest();
    const form = formOf(sid, "undelivered", { ErrorCode: "30003" });
    expect(await sendReport("/webhooks/sms-status", form)).toBe(200);
    expect(await delivery()).toMatchObject({ status: "failed", reason: "provider: undelivered 30003" });
  });

  test("returns 400 without the provider's signature, if its token is configured", async () => {
    const { delivery, target, sid } = await textedGuest();
    const form = formOf(sid, "failed");
    const right = await signatureOf(target, form);
    expect(await sendReport(target, form, null)).toBe(400);
    expect(await sendReport(`${target}0`, form, right)).toBe(400);
    expect(await sendReport(target, formOf(sid, "delivered"), right)).toBe(400);
    expect(await delivery()).toMatchObject({ status: "sent" });
  });

  test.each(["constructor", "__proto__", "toString"])("changes nothing for the status %s", async (word) => {
    const { delivery, target, sid } = await textedGuest();
    expect(await sendReport(target, formOf(sid, word))).toBe(200);
    expect(await delivery()).toMatchObject({ status: "sent" });
  });

  test("changes nothing for an unknown or a different text message", async () => {
    const { delivery, target, sid } = await textedGuest();
    expect(await sendReport(target, formOf("SMother", "failed"))).toBe(200);
    expect(await sendReport("/webhooks/sms-status", formOf("SMother", "failed"))).toBe(200);
    expect(await sendReport(target.replace(/guest=.*/, `guest=${crypto.randomUUID()}`), formOf(sid, "failed"))).toBe(
      200,
    );
    expect(await sendReport(target, new URLSearchParams({ MessageSid: sid }))).toBe(400);
    expect(await delivery()).toMatchObject({ status: "sent" });
  });

  describe("without a signature", () => {
    const OPTIONAL = { TWILIO_WEBHOOK_SIGNATURES: "optional" };
    const WITHOUT_TOKEN = { ...OPTIONAL, TWILIO_AUTH_TOKEN: "" };

    /** @spec 5.17 "10. | The SMS-status and email-bounce webhooks do not enforce signature verification." */
    test.each([
      ["with the token that verifies", OPTIONAL],
      ["without the token that verifies", WITHOUT_TOKEN],
    ])("applies under `optional`, %s", async (_, changes) => {
      const { delivery, target, sid, phone } = await textedGuest();
      const form = formOf(sid, "undelivered", { To: phone, ErrorCode: "30003" });
      expect(await sendReport(target, form, null, changes)).toBe(200);
      expect(await delivery()).toMatchObject({ status: "failed", reason: "provider: undelivered 30003" });
    });

    test("changes nothing under `optional` for a guessed ID, another number, or an unstored ID", async () => {
      const { delivery, target, sid, phone, messageId } = await textedGuest();
      const withoutNumber = new URLSearchParams({ MessageSid: sid, MessageStatus: "failed" });
      const reports = [formOf("SMguessed", "failed", { To: phone }), formOf(sid, "failed"), withoutNumber];
      for (const form of reports) expect(await sendReport(target, form, null, OPTIONAL)).toBe(200);
      expect(await delivery()).toMatchObject({ status: "sent" });
      const pending =
        "update message_deliveries set provider_message_id = null, status = 'pending' where message_id = ?";
      await env.DB.prepare(pending).bind(messageId).run();
      expect(await sendReport(target, formOf(sid, "failed", { To: phone }), null, OPTIONAL)).toBe(200);
      expect(await delivery()).toMatchObject({ status: "pending" });
    });

    test("changes nothing under `optional` for a text message of more than 30 days ago", async () => {
      const { delivery, target, sid, phone, messageId } = await textedGuest();
      await env.DB.prepare("update message_deliveries set updated_at = updated_at - ? where message_id = ?")
        .bind(31 * DAY_MS, messageId)
        .run();
      expect(await sendReport(target, formOf(sid, "failed", { To: phone }), null, OPTIONAL)).toBe(200);
      expect(await delivery()).toMatchObject({ status: "sent" });
    });

    it("asks one database under `optional`, that of the event in the query or the first", async () => {
      const form = formOf("SMguessed", "failed", { To: "+4915112345678" });
      const event = newId(Date.now(), 1);
      const ids = `?event=${event}&message=${event}&guest=${event}`;
      for (const query of ["", `?event=${event}`, ids]) {
        const request = new Request(`https://usher.test/webhooks/sms-status${query}`, {
          method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded", "CF-Connecting-IP": freshAddress() },
          body: form.toString(),
        });
        const recording = recordingEnv(undefined, { ...TWILIO, ...OPTIONAL });
        warmIsolate(recording.env);
        const { response, d1Calls } = await costOf(request, recording);
        expect([response.status, d1Calls], query).toEqual([200, 1]);
      }
    });

    test("applies under `optional` to a text message of an event on another shard", async () => {
      const host = await signedInHost({ tier: "pro", shard: 1 });
      const event = await makeEvent(host, { sms_countries: ["DE"] });
      const phone = `+49152${String(Date.now()).slice(-8)}`;
      const guest = await addGuest(host, event.id, { phone });
      const sid = `SM${crypto.randomUUID()}`;
      const message = newId(Date.now(), 1);
      await env.DB_1.batch([
        env.DB_1.prepare(
          `insert into messages (event_id, id, audience, channel, subject, body, send_at, status, created_at, updated_at)
           values (?1, ?2, 'everyone', 'sms', '', 'Hello', ?3, 'sent', ?3, ?3)`,
        ).bind(event.id, message, Date.now()),
        env.DB_1.prepare(
          `insert into message_deliveries (event_id, message_id, guest_id, status, provider, provider_message_id, attempts, updated_at)
           values (?, ?, ?, 'sent', 'twilio', ?, 1, ?)`,
        ).bind(event.id, message, guest.id, sid, Date.now()),
      ]);
      const statusOf = () =>
        env.DB_1.prepare("select status from message_deliveries where message_id = ?").bind(message).first("status");
      const form = formOf(sid, "undelivered", { To: phone });
      expect(await sendReport("/webhooks/sms-status", form, null, OPTIONAL)).toBe(200);
      expect(await statusOf()).toBe("sent");
      expect(await sendReport(`/webhooks/sms-status?event=${event.id}`, form, null, OPTIONAL)).toBe(200);
      expect(await statusOf()).toBe("failed");
    });

    test("returns 400 under `optional` for a form that is not a report", async () => {
      expect(await sendReport("/webhooks/sms-status", new URLSearchParams({ To: "+491" }), null, OPTIONAL)).toBe(400);
    });

    test("returns 400 under `required`, and 404 without the token that verifies", async () => {
      const { delivery, target, sid, phone } = await textedGuest();
      const form = formOf(sid, "failed", { To: phone });
      const required = { TWILIO_WEBHOOK_SIGNATURES: "required" };
      expect(await sendReport(target, form, null, required)).toBe(400);
      expect(await sendReport(target, form, null, { ...required, TWILIO_AUTH_TOKEN: "" })).toBe(404);
      expect(await delivery()).toMatchObject({ status: "sent" });
    });

    test.each([
      ["http://127.0.0.1:8787", 200],
      ["http://localhost:8787", 200],
      ["https://usher.test", 400],
    ])("uses `optional` by default only if PUBLIC_URL is this machine: %s", async (PUBLIC_URL, status) => {
      const form = formOf("SMguessed", "failed", { To: "+4915112345678" });
      expect(await sendReport("/webhooks/sms-status", form, null, { PUBLIC_URL })).toBe(status);
    });
  });
});
