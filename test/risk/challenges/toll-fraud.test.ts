import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import { readConfig } from "../../../src/env.ts";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { smsSegments } from "../../../src/kernel/sms-segments.ts";
import worker from "../../../src/worker.ts";
import { textsTo } from "../../adapters/mail-servers.ts";
import { call, freshAddress, signedInHost } from "../../support/account.ts";
import { capturingQueue, deliverBatches, dispatch, dueMessage } from "../../support/broadcast.ts";
import { askForCode, setColumns } from "../../support/challenges.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { addGuest, issueLink, makeEvent } from "../../support/guest.ts";
import { browserHeaders, LAPTOP, openRequest } from "../../support/guest-requests.ts";
import { deliveriesOf } from "../../support/message.ts";
import { consume } from "../../support/queue.ts";

const PREMIUM = "+499001234567";
const SHARED_COST = "+491801234567";
const UNASSIGNED = "+499991234567";
/** A mobile number in the Maldives: far from an event in Berlin. */
const DISTANT = "+9607712345";
const ASK_HOST = expect.stringMatching(/by email if you can, or ask your host/);

/** A number that no other test uses. */
function freshPhone(start = "+49151"): string {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return `${start}${String(random).padStart(10, "0").slice(0, 8)}`;
}

/** A service that sends texts, by the provider's double. */
function texting(changes: Record<string, string> = {}) {
  const { captured, queue } = capturingQueue();
  const isolate = {
    ...env,
    TWILIO_ACCOUNT_SID: "ACtest",
    TWILIO_AUTH_TOKEN: "token",
    TWILIO_FROM: "+15005550006",
    TWILIO_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/twilio`,
    NOTIFIER_QUEUE: queue,
    ...changes,
  };
  const page = async (request: Request) => {
    const context = createExecutionContext();
    const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, isolate, context);
    await waitOnExecutionContext(context);
    return response;
  };
  const send = async (request: Request) => {
    const response = await page(request);
    return { status: response.status, body: await response.json<Record<string, unknown>>() };
  };
  const codes = () => captured.filter(({ type }) => type === "challenge.send");
  return { isolate, page, send, codes };
}

/** The text messages of the codes that a service has asked for, as these numbers get them. */
async function textsOf({ isolate, codes }: ReturnType<typeof texting>, phones: readonly string[]): Promise<string[]> {
  await consume("usher-notifier", codes(), { changes: isolate });
  return (await Promise.all(phones.map(textsTo))).flat().map(({ body }) => body);
}

/** An event whose guests have these numbers, and no address. */
async function eventWith(phones: readonly string[], columns: Record<string, string> = {}, tier?: "pro") {
  const host = await signedInHost(tier === undefined ? {} : { tier });
  const fixture = await makeEventFixture(host.id, phones.length);
  if (Object.keys(columns).length > 0) await setColumns("events", fixture.eventId, columns);
  for (const [index, { id }] of fixture.guests.entries()) {
    await setColumns("guests", id, { email: null, email_key: null, phone: phones[index] ?? null });
  }
  return { host, eventId: fixture.eventId, tokens: fixture.guests.map(({ token }) => token) };
}

const askAll = async (service: ReturnType<typeof texting>, tokens: readonly string[]) => {
  const answers = await Promise.all(
    tokens.map((token) => service.send(askForCode(token, browserHeaders(LAPTOP), "sms"))),
  );
  return answers.filter(({ status }) => status === 202).length;
};

const countOf = (scope: string) =>
  env.DB.prepare("select sum(count) as n from text_counts where scope = ?").bind(scope).first<number>("n");

beforeEach(async () => {
  await env.DB.prepare("delete from text_counts").run();
});

describe("toll fraud by a free account", () => {
  it.each([PREMIUM, SHARED_COST, UNASSIGNED, DISTANT])("sends no text message to %s", async (phone) => {
    const service = texting();
    const { tokens } = await eventWith([phone]);
    const refused = await service.send(askForCode(tokens[0] ?? "", browserHeaders(), "sms"));
    expect(refused).toMatchObject({ status: 409, body: { error: "challenge_unavailable", detail: ASK_HOST } });
    expect(service.codes()).toEqual([]);
    expect(await countOf("all")).toBeNull();
  });

  it("gives access or an emailed code to honest guests who cannot receive text messages", async () => {
    const service = texting();
    const { tokens, eventId } = await eventWith([DISTANT, freshPhone()], { step_up_from: "low" });
    const open = (index: number) => service.send(openRequest(tokens[index] ?? "", browserHeaders()));
    expect((await open(0)).status).toBe(200);
    expect(await open(1)).toMatchObject({ status: 403, body: { challenge: { channels: ["sms"] } } });
    const owned =
      "update guests set email = 'g@example.com', email_key = 'g@example.com' where event_id = ? and phone = ?";
    await env.DB.prepare(owned).bind(eventId, DISTANT).run();
    expect(await open(0)).toMatchObject({ status: 403, body: { challenge: { channels: ["email"] } } });
  });

  it("sends only to countries that the operator allows, whatever the event allows", async () => {
    const { tokens } = await eventWith([DISTANT], { sms_countries: "DE,MV" });
    expect(await askAll(texting({ SMS_COUNTRIES: "DE, AT" }), tokens)).toBe(0);
    expect(await askAll(texting({ SMS_COUNTRIES: "DE,MV" }), tokens)).toBe(1);
  });

  it("uses up the text budget of its event, then of its account, and of no other account", async () => {
    const service = texting();
    const phones = () => Array.from({ length: 8 }, () => freshPhone());
    const first = await eventWith(phones());
    expect(await askAll(service, first.tokens)).toBe(5);
    const scope = `account:${first.host.id}`;
    await env.DB.prepare("update text_counts set count = 18 where scope = ?").bind(scope).run();
    const second = await makeEventFixture(first.host.id, 4);
    for (const { id } of second.guests) {
      await setColumns("guests", id, { email: null, email_key: null, phone: freshPhone() });
    }
    expect(
      await askAll(
        service,
        second.guests.map(({ token }) => token),
      ),
    ).toBe(2);
    expect(await countOf(scope)).toBe(20);
    expect(await askAll(service, (await eventWith([freshPhone()])).tokens)).toBe(1);
  });

  it("stays below the operator's ceiling in parallel, half per calling code, and alerts once", async () => {
    const alerts = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const service = texting({ SMS_DAILY_CEILING: "4" });
    const columns = { sms_countries: "DE,GB" };
    const german = await eventWith(
      Array.from({ length: 5 }, () => freshPhone()),
      columns,
      "pro",
    );
    expect(await askAll(service, german.tokens)).toBe(2);
    const british = await eventWith(["+447400123456", "+447400123457", "+447400123458"], columns, "pro");
    expect(await askAll(service, british.tokens)).toBe(2);
    expect(await countOf("all")).toBe(4);
    const logged = alerts.mock.calls
      .flat()
      .map(String)
      .filter((line) => line.includes("sms_ceiling_reached"));
    alerts.mockRestore();
    expect(logged).toHaveLength(1);
    const stopped = await service.send(askForCode(german.tokens[4] ?? "", browserHeaders(), "sms"));
    expect(stopped).toMatchObject({ status: 409, body: { detail: ASK_HOST } });
  });

  it("counts the segments of a code, and sends none that the budget has too few for", async () => {
    const service = texting({ PUBLIC_URL: `https://${"a".repeat(60)}.${"b".repeat(60)}.test` });
    const phones = Array.from({ length: 4 }, () => freshPhone());
    const { host, eventId, tokens } = await eventWith(phones, { locale: "ja" });
    // A single segment has 70 Japanese characters, each of several has 67.
    expect(await askAll(service, tokens)).toBe(1);
    expect(await countOf(`codes:${eventId}`)).toBe(3);
    expect(await countOf(`account:${host.id}`)).toBe(3);
    const sent = await textsOf(service, phones);
    expect(sent.map((text) => smsSegments(text).segments)).toEqual([3]);
  });

  it("counts the segments of messages, also of their placeholders", async () => {
    const phones = [freshPhone(), freshPhone()];
    const { host, eventId } = await eventWith(phones, {}, "pro");
    const id = await dueMessage(eventId, { channel: "sms", body: "ж".repeat(600) });
    const scope = `event:${eventId}`;
    const hour = Math.floor(Date.now() / 3_600_000);
    await env.DB.prepare("insert into text_counts (scope, hour, count) values (?, ?, 985)").bind(scope, hour).run();
    await deliverBatches(await dispatch(id), { changes: texting().isolate });
    const reasons = (await deliveriesOf(host, eventId, id)).map(({ reason }) => reason).sort();
    expect(reasons).toEqual([null, "sms_limit"]);
    expect(await countOf(scope)).toBe(994);
  });

  it("counts no request that sends nothing against the ceiling", async () => {
    const service = texting();
    const phone = freshPhone();
    const { tokens } = await eventWith([phone]);
    await env.DB.prepare("insert into sms_opt_outs values (?, '+15005550006', 1)").bind(phone).run();
    expect(await askAll(service, tokens)).toBe(0);
    expect(await countOf("all")).toBeNull();
  });

  it("sends no message as text on the free tier, which has only codes", async () => {
    const phone = freshPhone();
    const { host, eventId } = await eventWith([phone]);
    const id = await dueMessage(eventId, { channel: "sms", body: "Hello" });
    const { isolate } = texting();
    await deliverBatches(await dispatch(id), { changes: isolate });
    expect(await textsTo(phone)).toEqual([]);
    expect(await deliveriesOf(host, eventId, id)).toMatchObject([{ status: "failed", reason: "sms_tier" }]);
  });

  it("sends a message of a paid tier only to allowed countries", async () => {
    const phones = [freshPhone(), DISTANT, PREMIUM];
    const { host, eventId } = await eventWith(phones, {}, "pro");
    const id = await dueMessage(eventId, { channel: "sms", body: "Hello" });
    await deliverBatches(await dispatch(id), { changes: texting().isolate });
    expect((await deliveriesOf(host, eventId, id)).map(({ reason }) => reason).sort()).toEqual([
      null,
      "sms_country",
      "sms_number",
    ]);
    expect(await countOf("all")).toBe(1);
  });
});

describe("a code as a text message", () => {
  it.each([
    ["Garden supper", true],
    ["DHL: your parcel waits, pay 1 EUR at evil.example/pay", false],
    ["pay at evil．example", false],
    ["Usher security", false],
    ["🎉🎉🎉 party of the year 🎉🎉🎉", false],
    ["x".repeat(61), false],
  ])("sends one segment for the event %s, with its name: %s", async (name, isNamed) => {
    const service = texting();
    const phone = freshPhone();
    const { tokens } = await eventWith([phone], { name });
    expect(await askAll(service, tokens)).toBe(1);
    const [text = ""] = await textsOf(service, [phone]);
    expect(text.includes(name)).toBe(isNamed);
    expect(text).toMatch(isNamed ? /^\d{6} is your code for / : /^\d{6} is the code for your invitation\. /);
    expect(text).toMatch(/\n\n@usher\.test #\d{6}$/);
    expect(smsSegments(text)).toMatchObject({ encoding: "gsm7", segments: 1 });
    expect(await countOf("all")).toBe(1);
  });

  it("refuses a signed-in member of the event, by bearer, API key or cookie, and no other user", async () => {
    const service = texting();
    const phone = freshPhone();
    const { host, tokens } = await eventWith([phone]);
    const [token = ""] = tokens;
    const stranger = await signedInHost();
    const key = await (await host.api("POST", "/api-keys", { name: "CRM", scopes: ["guests:read"] })).json<{
      key: string;
    }>();
    const credentials = { email: host.email, password: host.password };
    const signedIn = await call("POST", "/auth/login", credentials, {
      "CF-Connecting-IP": freshAddress(),
      "Usher-Session": "cookie",
    });
    const [cookie = ""] = (signedIn.headers.get("Set-Cookie") ?? "").split(";");
    expect(cookie).toContain("=");
    const refusal = {
      status: 409,
      body: { error: "challenge_unavailable", detail: expect.stringMatching(/member of this event/) },
    };
    for (const headers of [
      { Authorization: `Bearer ${host.token}` },
      { Authorization: `Bearer ${key.key}` },
      { Cookie: cookie },
    ]) {
      const asked = askForCode(token, { ...browserHeaders(LAPTOP), ...headers }, "sms");
      expect(await service.send(asked)).toMatchObject(refusal);
    }
    const form = new Request(`https://usher.test/i/${token}/challenge`, {
      method: "POST",
      headers: { ...browserHeaders(LAPTOP), Cookie: cookie, Accept: "text/html" },
      body: new URLSearchParams({ code_channel: "sms" }),
    });
    expect((await service.page(form)).status).toBe(409);
    expect(service.codes()).toEqual([]);
    expect(await countOf("all")).toBeNull();
    const asked = askForCode(token, { ...browserHeaders(LAPTOP), Authorization: `Bearer ${stranger.token}` }, "sms");
    expect((await service.send(asked)).status).toBe(202);
  });
});

describe("the offer of a code", () => {
  /** A guest who is asked for a code and has a phone only, or an address as well. */
  async function askedGuest(email: string | null, shard = 0) {
    const host = await signedInHost({ shard });
    const database = shard === 0 ? env.DB : env.DB_1;
    const event = await makeEvent(host, { step_up_from: "low", timezone: "Europe/Berlin" });
    const phone = freshPhone();
    const guest = await addGuest(host, event.id, { phone, email });
    const { token } = await issueLink(host, event.id, guest.id, { notify: false });
    return { host, event, phone, token, database };
  }

  type AskedGuest = Awaited<ReturnType<typeof askedGuest>>;

  /** The obstacles of a code by text message, other than the sender of the request. */
  const OBSTACLES: Readonly<Record<string, (guest: AskedGuest) => Promise<unknown>>> = {
    "the number replied STOP": ({ phone, database }) =>
      database.prepare("insert into sms_opt_outs values (?, '+15005550006', 1)").bind(phone).run(),
    "the event has used up its codes": ({ event }) => spend(`codes:${event.id}`),
    "the account has used up its text messages": ({ host }) => spend(`account:${host.id}`),
    "all accounts have used up the ceiling": () => spend("all"),
    "the host's address is not verified": ({ host, database }) =>
      database.prepare("update users set email_verified = 0 where id = ?").bind(host.id).run(),
    "the number is in a country that the event does not allow": ({ event, host }) =>
      host.api("PATCH", `/events/${event.id}`, { sms_countries: ["FR"] }),
  };

  function spend(scope: string) {
    const hour = Math.floor(Date.now() / HOUR_MS);
    return env.DB.prepare("insert into text_counts (scope, hour, count) values (?, ?, 20000)").bind(scope, hour).run();
  }

  const offerTo = async (service: ReturnType<typeof texting>, token: string, headers: Record<string, string> = {}) => {
    const { status, body } = await service.send(openRequest(token, { ...browserHeaders(LAPTOP), ...headers }));
    expect([status, body.error]).toEqual([403, "challenge_required"]);
    return body;
  };

  it("has a text message for the guest, but not for a signed-in member of the event", async () => {
    const service = texting();
    const { host, token } = await askedGuest(null);
    const stranger = await signedInHost();
    const bearer = (text: string) => ({ Authorization: `Bearer ${text}` });
    expect(await offerTo(service, token)).toMatchObject({ challenge: { channels: ["sms"] } });
    expect(await offerTo(service, token, bearer(stranger.token))).toMatchObject({ challenge: { channels: ["sms"] } });
    const offered = await offerTo(service, token, bearer(host.token));
    expect(offered).toMatchObject({ hint: "ask_host" });
    expect(offered).not.toHaveProperty("challenge");

    const both = await askedGuest(`grace-${crypto.randomUUID()}@example.com`);
    expect(await offerTo(service, both.token)).toMatchObject({ challenge: { channels: ["email", "sms"] } });
    expect(await offerTo(service, both.token, bearer(both.host.token))).toMatchObject({
      challenge: { channels: ["email"] },
    });
  });

  it.each(
    Object.keys(OBSTACLES).flatMap((obstacle) => [
      { obstacle, shard: 0 },
      { obstacle, shard: 1 },
    ]),
  )("has no text message if $obstacle, on shard $shard", async ({ obstacle, shard }) => {
    const service = texting();
    const guest = await askedGuest(`grace-${crypto.randomUUID()}@example.com`, shard);
    expect(await offerTo(service, guest.token)).toMatchObject({ challenge: { channels: ["email", "sms"] } });
    await OBSTACLES[obstacle]?.(guest);
    const { challenge } = await offerTo(service, guest.token);
    expect((challenge as { channels: string[] } | undefined)?.channels ?? []).not.toContain("sms");
    const refused = await service.send(askForCode(guest.token, browserHeaders(LAPTOP), "sms"));
    expect(refused).toMatchObject({ status: 409, body: { error: "challenge_unavailable" } });
    expect(service.codes()).toEqual([]);
  });
});

describe("text message countries", () => {
  it("follows the event's time zone until the host chooses", async () => {
    const host = await signedInHost();
    const { id, ...event } = await makeEvent(host);
    expect(event).toMatchObject({ timezone: "UTC", sms_countries: [] });
    const change = async (body: object) => (await host.api("PATCH", `/events/${id}`, body)).json();
    for (const [timezone, countries] of [
      ["Europe/Berlin", ["DE"]],
      ["Asia/Calcutta", ["IN"]],
      ["America/Los_Angeles", ["US"]],
      ["CET", []],
    ] as const) {
      expect(await change({ timezone })).toMatchObject({ sms_countries: countries });
    }
    expect(await change({ sms_countries: ["gb", "AT", "AT"] })).toMatchObject({ sms_countries: ["AT", "GB"] });
    expect(await change({ timezone: "Asia/Tokyo" })).toMatchObject({ sms_countries: ["AT", "GB"] });
    expect(await change({ sms_countries: [] })).toMatchObject({ sms_countries: [] });
    expect(await change({ sms_countries: null })).toMatchObject({ sms_countries: ["JP"] });
    expect(await change({ sms_countries: ["DE", "XX"] })).toMatchObject({
      error: "validation_failed",
      errors: [{ path: "sms_countries" }],
    });
  });

  it("rejects invalid countries of the operator when the service starts", () => {
    expect(readConfig({ ...env, SMS_COUNTRIES: "de, AT" }).SMS_COUNTRIES).toEqual(["AT", "DE"]);
    expect(readConfig({ ...env, SMS_COUNTRIES: "" }).SMS_COUNTRIES).toBeNull();
    expect(() => readConfig({ ...env, SMS_COUNTRIES: "DE,Germany" })).toThrow(/SMS_COUNTRIES: .*two-letter.*DE,AT/);
    expect(() => readConfig({ ...env, SMS_DAILY_CEILING: "many" })).toThrow(/SMS_DAILY_CEILING/);
    expect(readConfig({ ...env, SMS_DAILY_CEILING: "0" }).SMS_DAILY_CEILING).toBe(0);
  });
});
