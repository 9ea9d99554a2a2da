import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, dueMessage, stopScheduler } from "../support/broadcast.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { type CaughtMail, mailTo } from "../support/mailbox.ts";
import { markInvited } from "../support/message.ts";

const freshEmail = () => `guest-${crypto.randomUUID()}@example.com`;

async function eventIn(host: Host, locale: string, fields: Record<string, unknown> = {}) {
  const event_date = "2031-06-12T16:30:00Z";
  return makeEvent(host, {
    name: "Gala",
    venue: "Orangerie",
    event_date,
    timezone: "Europe/Berlin",
    locale,
    ...fields,
  });
}

/** The invitation that a guest gets by email. */
async function invitationFor(host: Host, eventId: string, guest: Record<string, unknown>): Promise<CaughtMail> {
  const email = freshEmail();
  const { id } = await addGuest(host, eventId, { email, ...guest });
  await issueLink(host, eventId, id);
  return mailTo(email);
}

describe("emails to guests (language)", () => {
  test("follows the guest, else the event, else English, also in the host's placeholders", async () => {
    const host = await signedInHost({ tier: "pro" });
    const german = await eventIn(host, "de-AT");
    const own = { invitation: { subject: "{{event_name}}: {{event_date}}", body: null } };
    expect((await host.api("PUT", `/events/${german.id}/texts`, own)).status).toBe(200);
    const [event, arabic, unknown] = await Promise.all([
      invitationFor(host, german.id, { name: "Jürgen Weiß" }),
      invitationFor(host, german.id, { name: "نورا", locale: "ar-EG" }),
      invitationFor(host, german.id, { name: "Worf", locale: "tlh" }),
    ]);
    expect(event.subject).toBe("Gala: Donnerstag, 12.\u00a0Juni 2031, 18:30 Uhr in Berlin");
    expect(event.html).toContain('<html lang="de" dir="ltr">');
    expect(event.text).toContain("Guten Tag Jürgen Weiß,");
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
    expect(arabic.text).toContain("هل ستحضرون؟");
    expect(arabic.subject).toContain("12\u00a0يونيو 2031");
    expect(unknown.html).toContain('<html lang="de" dir="ltr">');
    const nowhere = await eventIn(host, "fi");
    expect((await invitationFor(host, nowhere.id, { locale: "zh-TW" })).subject).toBe("You're invited: Gala");
  });

  test("delivers names in four scripts, combining marks and emoji unchanged", async () => {
    const host = await signedInHost();
    const name = "नीना のパーティー 👩🏽‍🎤 Zoë́ נועם";
    const event = await eventIn(host, "ja", { name });
    const mail = await invitationFor(host, event.id, { name: "山田 花子" });
    // Long, and not ASCII: encoded words (RFC 2047), which must not end within a character.
    expect(mail.subject.replace(/[\u2068\u2069]/g, "")).toBe(`「${name}」へのご招待`);
    expect(mail.text).toContain("山田 花子 様");
    expect(mail.html).toContain('<html lang="ja" dir="ltr">');
  });
});

describe("reminders (language)", () => {
  beforeEach(stopScheduler);

  test("uses the default text in each guest's language until the host changes it", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await eventIn(host, "de");
    const [french, german] = [freshEmail(), freshEmail()];
    await addGuest(host, event.id, { name: "Zoé Martin", email: french, locale: "fr" });
    await addGuest(host, event.id, { name: "Anna Smith", email: german });
    await markInvited(event.id);
    const { items } = await (await host.api("GET", `/events/${event.id}/messages`)).json<{
      items: { id: string; slug: string; subject: string; body: string }[];
    }>();
    const reminder = items.find(({ slug }) => slug === "reminder_7d");
    // Hosts read and edit reminders in the event's language.
    expect(reminder?.subject).toBe("{{event_name}} ist {{days_away}}");
    const sendNow = async () => {
      const now = "update messages set send_at = ?, status = 'scheduled' where id = ?";
      await env.DB.prepare(now).bind(Date.now(), reminder?.id).run();
      await deliverBatches(await dispatch(reminder?.id ?? ""));
    };
    // The host's own subject, and our body.
    const change = await host.api("PATCH", `/events/${event.id}/messages/${reminder?.id}`, {
      subject: "{{days_away}}!",
      body: reminder?.body,
    });
    expect(change.status).toBe(200);
    expect(await change.json()).toMatchObject({ subject: "{{days_away}}!", body: reminder?.body });
    await sendNow();
    const [toFrench, toGerman] = [await mailTo(french), await mailTo(german)];
    expect(toFrench.subject).toMatch(/^dans .* jours!$/);
    expect(toFrench.text).toContain("Dites-nous ici si vous venez\u00a0: https://");
    expect(toFrench.text).not.toContain("Please let us know");
    expect(toGerman.subject).toMatch(/^in .* Tagen!$/);
    expect(toGerman.text).toContain("Bitte sagen Sie uns hier, ob Sie kommen: https://");
  });

  test("fills the placeholders of the host's text in each guest's language", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await eventIn(host, "en");
    const email = freshEmail();
    await addGuest(host, event.id, { name: "花子", email, locale: "ja" });
    await deliverBatches(await dispatch(await dueMessage(event.id, { subject: "News", body: "{{event_date}}" })));
    const mail = await mailTo(email);
    expect(mail.text).toContain("2031年6月12日木曜日 18:30（ベルリン時間）");
  });
});

describe("custom texts in several languages", () => {
  const TRANSLATIONS = {
    de: { invitation: { subject: "{{event_name}} am {{event_date}}", body: "Hallo {{first_name}}" } },
    "pt-BR": { invitation: { subject: null, body: "Oi, {{first_name}}" } },
    fr: { invitation: { subject: "Venez, {{first_name}}", body: null } },
  };
  const OWN = { invitation: { subject: "Come, {{first_name}}", body: "Hello {{first_name}}" } };

  test("uses each guest's language by field, also in a preview", async () => {
    const host = await signedInHost();
    const event = await eventIn(host, "en");
    const written = await host.api("PUT", `/events/${event.id}/texts`, { ...OWN, translations: TRANSLATIONS });
    expect(written.status).toBe(200);
    const read = await host.api("GET", `/events/${event.id}/texts`);
    const { translations } = await read.json<{ translations: Record<string, { invitation: unknown }> }>();
    expect(Object.keys(translations)).toEqual(["de", "pt-BR", "fr"]);
    expect(translations.de?.invitation).toEqual(TRANSLATIONS.de.invitation);
    const [swiss, portuguese, french, polish] = await Promise.all(
      ["de-CH", "pt-PT", "fr", "pl"].map((locale) => invitationFor(host, event.id, { name: "Anna Smith", locale })),
    );
    expect([swiss?.subject, swiss?.text]).toEqual([
      "Gala am Donnerstag, 12.\u00a0Juni 2031, 18:30 Uhr in Berlin",
      expect.stringContaining("Hallo Anna\n"),
    ]);
    expect([portuguese?.subject, portuguese?.text]).toEqual(["Come, Anna", expect.stringContaining("Oi, Anna\n")]);
    expect([french?.subject, french?.text]).toEqual(["Venez, Anna", expect.stringContaining("Hello Anna\n")]);
    // No text of that language: the host's text without one, in a Polish email.
    expect([polish?.subject, polish?.text]).toEqual(["Come, Anna", expect.stringContaining("Czy będziesz?")]);
    const preview = await host.api("POST", `/events/${event.id}/texts/preview`, { kind: "invitation", locale: "de" });
    expect(await preview.json()).toMatchObject({ html: expect.stringContaining("Hallo Anna") });
    // Replaced like the rest.
    await host.api("PUT", `/events/${event.id}/texts`, OWN);
    expect(await (await host.api("GET", `/events/${event.id}/texts`)).json()).not.toHaveProperty("translations");
  });

  test.each([
    [{ fr: { invitation: { body: "Bonjour {{prenom}}" } } }, "translations.fr.invitation.body", "{{prenom}} isn't"],
    [{ "de-at": { confirmation: { body: "Servus" } } }, "translations.de-at", "must be written de-AT"],
    [{ "not a tag": { confirmation: { body: "?" } } }, "translations.not a tag", "must be a language tag"],
    [{ it: { invitation: { footer: "x" } } }, "translations.it.invitation.footer", "isn't"],
  ])("rejects a translation with its path: %j", async (wrong, path, message) => {
    const host = await signedInHost();
    const event = await eventIn(host, "en");
    await host.api("PUT", `/events/${event.id}/texts`, OWN);
    const body = { ...OWN, translations: { ...TRANSLATIONS, ...wrong } };
    const refused = await host.api("PUT", `/events/${event.id}/texts`, body);
    expect(refused.status).toBe(400);
    const { errors } = await refused.json<{ errors: { path: string; message: string }[] }>();
    expect(errors).toEqual([{ path, message: expect.stringContaining(message) }]);
    expect(await (await host.api("GET", `/events/${event.id}/texts`)).json()).not.toHaveProperty("translations");
  });

  test("requires a tier with broadcasts for a reminder footer in any language", async () => {
    const host = await signedInHost();
    const event = await eventIn(host, "en");
    const body = { translations: { es: { reminder_footer: "Hay sitio para aparcar." } } };
    const refused = await host.api("PUT", `/events/${event.id}/texts`, body);
    expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([402, "feature_not_in_tier"]);
  });
});
