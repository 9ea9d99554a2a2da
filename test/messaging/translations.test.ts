import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { textsTo } from "../adapters/mail-servers.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, stopScheduler } from "../support/broadcast.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { mailTo } from "../support/mailbox.ts";
import { markInvited, messageOf, type WireMessage } from "../support/message.ts";

type Translated = WireMessage & { translations?: Record<string, { subject?: string; body: string }> };

const TRANSLATIONS = {
  de: { subject: "Neues von {{event_name}}", body: "Hallo {{first_name}}, es ist {{event_date}}." },
  ja: { body: "{{first_name}}さん、{{event_date}}です。" },
};
const TEXT = { channel: "email", subject: "News of {{event_name}}", body: "Hi {{first_name}}" };
const MESSAGE = { ...TEXT, audience: "everyone", mode: "draft", translations: TRANSLATIONS };

beforeEach(stopScheduler);

async function hostWithEvent(fields: Record<string, unknown> = {}) {
  const host = await signedInHost({ tier: "pro" });
  const fixed = { name: "Gala", event_date: "2031-06-12T16:30:00Z", timezone: "Europe/Berlin", locale: "en" };
  const { id } = await makeEvent(host, { ...fixed, ...fields });
  return { host, id, path: `/events/${id}/messages` };
}

async function create(host: Host, path: string, changes: Record<string, unknown> = {}): Promise<Translated> {
  const response = await host.api("POST", path, { ...MESSAGE, ...changes });
  expect(response.status).toBe(201);
  return response.json<Translated>();
}

/** Sends a message as the Scheduler and the queue do. */
async function sendNow(id: string, changes: Parameters<typeof dispatch>[1] = {}): Promise<void> {
  const due = "update messages set send_at = ?, status = 'scheduled' where id = ?";
  await env.DB.prepare(due).bind(Date.now(), id).run();
  await deliverBatches(await dispatch(id), { changes });
}

/** A guest of each language, and one without. @returns their addresses, or their numbers */
async function guestsOf(host: Host, eventId: string, contact: "email" | "phone" = "email"): Promise<string[]> {
  const people = [
    { name: "Jürgen Weiß", locale: "de-AT" },
    { name: "花子", locale: "ja" },
    { name: "Anna Smith", locale: null },
    { name: "Zoé", locale: "fr" },
  ];
  const addresses = [];
  for (const person of people) {
    const address = contact === "email" ? freshEmail() : freshPhone();
    await addGuest(host, eventId, { ...person, [contact]: address });
    addresses.push(address);
  }
  return addresses;
}

function freshEmail(): string {
  return `guest-${crypto.randomUUID()}@example.com`;
}

function freshPhone(): string {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return `+49151${String(number).padStart(10, "0").slice(0, 8)}`;
}

describe("messages in several languages", () => {
  test("reaches each guest in the guest's language, else the event's, else the default text", async () => {
    const { host, id, path } = await hostWithEvent();
    const guests = await guestsOf(host, id);
    const message = await create(host, path);
    expect(message.translations).toEqual(TRANSLATIONS);
    expect(await messageOf(host, id, message.id)).toMatchObject({ translations: TRANSLATIONS });
    await sendNow(message.id);
    const mails = await Promise.all(guests.map((email) => mailTo(email)));
    expect(mails.map(({ subject, text }) => [subject, text])).toEqual([
      [
        "Neues von Gala",
        expect.stringContaining("Hallo Jürgen, es ist Donnerstag, 12.\u00a0Juni 2031, 18:30 Uhr in Berlin."),
      ],
      // Without its own subject.
      ["News of Gala", expect.stringContaining("花子さん、2031年6月12日木曜日 18:30（ベルリン時間）です。")],
      ["News of Gala", expect.stringContaining("Hi Anna")],
      ["News of Gala", expect.stringContaining("Hi Zoé")],
    ]);

    const german = await hostWithEvent({ locale: "de" });
    const [, , none, french] = await guestsOf(german.host, german.id);
    await sendNow((await create(german.host, german.path)).id);
    for (const guest of [none, french]) expect((await mailTo(guest ?? "")).subject).toBe("Neues von Gala");
  });

  test("counts text messages by language before they are sent", async () => {
    const { host, id, path } = await hostWithEvent();
    const guests = await guestsOf(host, id, "phone");
    const text = {
      channel: "sms",
      body: "Hi {{first_name}}",
      translations: { ...TRANSLATIONS, de: { body: "Hallo" } },
    };
    const counted = await host.api("POST", `${path}/recipient-count`, { audience: "everyone", ...text });
    const { sms } = await counted.json<{ sms: { by_language: { language: string | null }[] } }>();
    const size = { messages: 1, segments: 1, max_segments: 1, ucs2: 0 };
    expect(sms).toMatchObject({ segments: 4, max_segments: 1, ucs2: 1 });
    expect(sms.by_language).toHaveLength(3);
    expect(sms.by_language).toEqual(
      expect.arrayContaining([
        { ...size, language: "de" },
        { ...size, language: "ja", ucs2: 1 },
        { ...size, language: null, messages: 2, segments: 2 },
      ]),
    );
    const account = { TWILIO_ACCOUNT_SID: "ACtest", TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+15005550006" };
    const TWILIO_API_BASE = `http://127.0.0.1:${inject("mailCatcher").httpPort}/twilio`;
    await sendNow((await create(host, path, text)).id, { ...account, TWILIO_API_BASE });
    const texts = await Promise.all(guests.map((phone) => textsTo(phone)));
    expect(texts.map(([sent]) => sent?.body)).toEqual([
      "Hallo",
      expect.stringMatching(/^花子さん、2031年6月12日/),
      "Hi Anna",
      "Hi Zoé",
    ]);
  });

  test("previews and tests in the language of the guest, or in a chosen one", async () => {
    const { host, id, path } = await hostWithEvent();
    const { id: guest_id } = await addGuest(host, id, { name: "Jürgen Weiß", locale: "de" });
    const draft = { ...TEXT, translations: TRANSLATIONS };
    const subjectIn = async (fields: Record<string, unknown>) =>
      (await (await host.api("POST", `${path}/preview`, { ...draft, ...fields })).json<{ subject: string }>()).subject;
    expect([await subjectIn({}), await subjectIn({ guest_id }), await subjectIn({ guest_id, locale: "fr" })]).toEqual([
      "News of Gala",
      "Neues von Gala",
      "News of Gala",
    ]);
    const tested = await host.api("POST", `${path}/test`, { ...draft, locale: "ja" });
    expect(tested.status).toBe(202);
    const mail = await mailTo(host.email, { subject: "Test: News of Gala" });
    expect(mail.text).toContain("Anna Smithさん、2031年6月12日木曜日");
    expect((await host.api("POST", `${path}/test`, { ...draft, guest_id })).status).toBe(202);
    expect((await mailTo(host.email, { subject: "Test: Neues von Gala" })).text).toContain("Hallo Jürgen");
  });

  test("accepts changed and cleared translations, and is copied with its event", async () => {
    const { host, id, path } = await hostWithEvent();
    const made = await create(host, path);
    const patch = async (body: Record<string, unknown>) => {
      const response = await host.api("PATCH", `${path}/${made.id}`, body);
      expect(response.status).toBe(200);
      return response.json<Translated>();
    };
    expect((await patch({ subject: "Other news" })).translations).toEqual(TRANSLATIONS);
    const other = { "pt-BR": { body: "Oi, {{first_name}}" } };
    expect((await patch({ translations: other })).translations).toEqual(other);
    const event_date = "2031-07-12T16:30:00Z";
    const copied = await host.api("POST", `/events/${id}/copy`, { name: "Again", event_date, include: ["messages"] });
    expect(copied.status).toBe(201);
    const copy = await copied.json<{ id: string }>();
    const { items } = await (await host.api("GET", `/events/${copy.id}/messages`)).json<{ items: Translated[] }>();
    expect(items.map(({ translations }) => translations).filter(Boolean)).toEqual([other]);
    expect(await patch({ translations: null })).not.toHaveProperty("translations");
    expect(await messageOf(host, id, made.id)).not.toHaveProperty("translations");
  });

  test("uses the default text for other languages in a reminder, and requires a tier with broadcasts", async () => {
    const { host, id, path } = await hostWithEvent({ locale: "de" });
    const [, , , french] = await guestsOf(host, id);
    const email = freshEmail();
    await addGuest(host, id, { name: "Anna", email });
    await markInvited(id);
    const reminderOf = async (owner: Host, at: string) => {
      const { items } = await (await owner.api("GET", at)).json<{ items: Translated[] }>();
      return items.find(({ slug }) => slug === "reminder_7d")?.id ?? "";
    };
    const reminder = await reminderOf(host, path);
    const translations = { de: { subject: "Bald ist {{event_name}}", body: "Bis bald, {{first_name}}" } };
    expect((await host.api("PATCH", `${path}/${reminder}`, { translations })).status).toBe(200);
    await sendNow(reminder);
    expect((await mailTo(email)).text).toContain("Bis bald, Anna");
    expect((await mailTo(french ?? "")).text).toContain("Dites-nous ici si vous venez");

    const free = await signedInHost();
    const theirs = `/events/${(await makeEvent(free)).id}/messages`;
    const refused = await free.api("PATCH", `${theirs}/${await reminderOf(free, theirs)}`, { translations });
    expect([refused.status, await refused.json()]).toMatchObject([402, { error: "feature_not_in_tier" }]);
  });

  test.each([
    [{ ...TRANSLATIONS, de: { body: "Hallo {{vorname}}" } }, "translations.de.body", "{{vorname}} isn't a placeholder"],
    [{ ...TRANSLATIONS, "de-at": { body: "Servus" } }, "translations.de-at", "must be written de-AT"],
    [{ ...TRANSLATIONS, german: { body: "Hallo" } }, "translations.german", "must be written de"],
    [{ ...TRANSLATIONS, language: { body: "Hallo" } }, "translations.language", "must be a language tag"],
    [{ ...TRANSLATIONS, fr: { subject: "Bonjour" } }, "translations.fr.body", ""],
    [
      { ...TRANSLATIONS, fr: { subject: "A\r\nBcc: eve@example.com", body: "x" } },
      "translations.fr.subject",
      "one line",
    ],
  ])("rejects %j", async (translations, path, message) => {
    const { host, path: messages } = await hostWithEvent();
    const made = await create(host, messages);
    const attempts = [
      await host.api("POST", messages, { ...MESSAGE, translations }),
      await host.api("PATCH", `${messages}/${made.id}`, { translations }),
      await host.api("POST", `${messages}/preview`, { ...TEXT, translations }),
    ];
    for (const refused of attempts) {
      expect(refused.status).toBe(400);
      const { errors } = await refused.json<{ errors: { path: string; message: string }[] }>();
      expect(errors).toEqual([{ path, message: expect.stringContaining(message) }]);
    }
  });

  test("rejects a text message that is too long in one language", async () => {
    const { host, path } = await hostWithEvent();
    const long = { ...MESSAGE, channel: "sms", translations: { de: { body: "x".repeat(1_001) } } };
    const refused = await host.api("POST", path, long);
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ path: "translations.de.body" }] }]);
  });
});
