import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, inject, test } from "vitest";
import worker from "../../../src/worker.ts";
import { textsTo } from "../../adapters/mail-servers.ts";
import { call, signedInHost } from "../../support/account.ts";
import { deliverBatches, dispatch, dueMessage, stopScheduler } from "../../support/broadcast.ts";
import { addGuest, makeEvent } from "../../support/guest.ts";
import { clearMailFaults, setMailFaults } from "../../support/mailbox.ts";
import { deliveriesOf } from "../../support/message.ts";
import { UNARMED_SCHEDULER } from "../../support/race.ts";

beforeEach(stopScheduler);

const TOKEN = "twilio-token";
const SENDER = "+15005550006";
const TARGET = "/webhooks/sms-inbound";

function twilio() {
  return {
    TWILIO_ACCOUNT_SID: "ACtest",
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_FROM: SENDER,
    TWILIO_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/twilio`,
  };
}

/** A guest whose phone number no other test uses. */
async function textedGuest() {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host, { sms_countries: ["DE"] });
  const digits = String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(10, "0")
    .slice(0, 8);
  const phone = `+49151${digits}`;
  const guest = await addGuest(host, event.id, { phone });
  /** Sends the guest a text message. @returns its outcome */
  const send = async () => {
    const id = await dueMessage(event.id, { channel: "sms", body: "Hello" });
    await deliverBatches(await dispatch(id), { changes: twilio() });
    const [delivery] = await deliveriesOf(host, event.id, id);
    return { status: delivery?.status, reason: delivery?.reason };
  };
  const isListed = async () => {
    const list = await host.api("GET", `/events/${event.id}/guests`);
    const { items } = await list.json<{ items: { id: string; sms_opted_out: boolean }[] }>();
    return items.find(({ id }) => id === guest.id)?.sms_opted_out;
  };
  return { host, event, guest, phone, send, isListed };
}

function formOf(phone: string, text: string, sid: string = crypto.randomUUID()): URLSearchParams {
  return new URLSearchParams({ MessageSid: sid, From: phone, To: SENDER, Body: text, NumMedia: "0" });
}

async function signatureOf(form: URLSearchParams): Promise<string> {
  const sorted = [...form].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value);
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(TOKEN), algorithm, false, ["sign"]);
  const text = `https://usher.test${TARGET}${sorted.join("")}`;
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))).toBase64();
}

/** A reply as the provider reports it, with the right signature unless another one is given. */
async function reply(form: URLSearchParams, signature?: string): Promise<Response> {
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Twilio-Signature": signature ?? (await signatureOf(form)),
  };
  const request = new Request(`https://usher.test${TARGET}`, { method: "POST", headers, body: form.toString() });
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER, ...twilio() }, context);
  await waitOnExecutionContext(context);
  return response;
}

describe("POST /webhooks/sms-inbound", () => {
  test("stops text messages to the number after STOP, and resumes them after START", async () => {
    const { host, phone, send, isListed } = await textedGuest();
    const stop = formOf(phone, "Stop.");
    const stopped = await reply(stop);
    expect([stopped.status, stopped.headers.get("Content-Type")]).toEqual([200, "text/xml; charset=utf-8"]);
    expect(await stopped.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>');
    expect(await send()).toEqual({ status: "suppressed", reason: "unsubscribed" });
    expect(await textsTo(phone)).toEqual([]);
    expect(await isListed()).toBe(true);
    const another = await makeEvent(host);
    expect(await addGuest(host, another.id, { phone })).toMatchObject({ sms_opted_out: true });

    expect((await reply(formOf(phone, "START"))).status).toBe(200);
    // The provider repeats a report whose answer it has missed: it must not undo what came after it.
    expect((await reply(stop)).status).toBe(200);
    expect(await isListed()).toBe(false);
    expect(await send()).toEqual({ status: "sent", reason: null });
  });

  test("stops text messages after the provider's error for a STOP that only it has seen", async () => {
    const { host, phone, send, isListed } = await textedGuest();
    await setMailFaults({ only_to: phone, refuse: [phone] });
    expect(await send()).toEqual({ status: "suppressed", reason: "unsubscribed" });
    expect(await isListed()).toBe(true);
    await clearMailFaults(phone);
    // Not tried again, from no event; until the guest replies START.
    expect(await send()).toEqual({ status: "suppressed", reason: "unsubscribed" });
    expect(await textsTo(phone)).toEqual([]);
    const another = await makeEvent(host);
    expect(await addGuest(host, another.id, { phone })).toMatchObject({ sms_opted_out: true });
    expect((await reply(formOf(phone, "START"))).status).toBe(200);
    expect(await send()).toEqual({ status: "sent", reason: null });
  });

  test("ignores STOP to another sending number", async () => {
    const { phone, send } = await textedGuest();
    const form = formOf(phone, "STOP");
    form.set("To", "+15005550999");
    expect((await reply(form)).status).toBe(200);
    expect(await send()).toEqual({ status: "sent", reason: null });
  });

  test("reads a reply of one keyword of the carriers, in any form", async () => {
    const { phone, isListed } = await textedGuest();
    for (const text of ["See you there, nothing can stop me!", "", "🛑", "constructor"]) {
      expect((await reply(formOf(phone, text))).status, text).toBe(200);
    }
    expect(await isListed()).toBe(false);
    for (const text of ["UNSUBSCRIBE", "cancel", " End ", "quit", "STOP ALL", "Arrêt", "ｓｔｏｐ"]) {
      await reply(formOf(phone, text));
      expect(await isListed(), text).toBe(true);
      await reply(formOf(phone, "Unstop"));
      expect(await isListed(), text).toBe(false);
    }
  });

  test("requires the provider's signature", async () => {
    const { phone, isListed } = await textedGuest();
    const form = formOf(phone, "STOP");
    expect((await reply(form, await signatureOf(formOf(phone, "START")))).status).toBe(400);
    expect((await reply(new URLSearchParams({ From: phone, Body: "STOP" }))).status).toBe(400);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await call("POST", TARGET, form.toString(), headers)).status).toBe(404);
    expect(await isListed()).toBe(false);
  });
});

describe("text messages (size)", () => {
  test("counts each recipient's values, also in a preview", async () => {
    const { host, event, phone } = await textedGuest();
    const body = `Hi {{first_name}}, ${"a".repeat(130)}`;
    // "Hi Zoë, …" has a letter outside GSM-7: two segments of 67 and a third.
    await addGuest(host, event.id, { name: "Zoë", phone: phone.replace("+49151", "+49152") });
    await addGuest(host, event.id, { name: "No phone" });
    const count = async (more: object) => {
      const path = `/events/${event.id}/messages/recipient-count`;
      return (await host.api("POST", path, { channel: "sms", ...more })).json();
    };
    // None of the three was ever invited.
    const sized = {
      count: 2,
      unreachable: 1,
      suppressed: 0,
      not_invited: 3,
      sms: { segments: 4, max_segments: 3, ucs2: 1 },
    };
    expect(await count({ audience: "everyone", body })).toEqual(sized);
    expect(await count({ audience: "everyone" })).not.toHaveProperty("sms");
    await reply(formOf(phone, "STOP"));
    const without = {
      count: 1,
      unreachable: 1,
      suppressed: 1,
      not_invited: 3,
      sms: { segments: 3, max_segments: 3, ucs2: 1 },
    };
    expect(await count({ audience: "everyone", body })).toEqual(without);
    expect(await count({ body })).toMatchObject({ error: "validation_failed" });

    const draft = { channel: "sms", body: "12 €, {{first_name}}" };
    const preview = await host.api("POST", `/events/${event.id}/messages/preview`, draft);
    expect(await preview.json()).toMatchObject({
      text: "12 €, Anna",
      sms: { encoding: "gsm7", segments: 1, units: 11 },
    });
  });
});
