import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { browserHeaders } from "../support/guest-requests.ts";
import { mailTo } from "../support/mailbox.ts";

const FORMAL = /\b(?:Sie|Ihnen|Ihre?[nmrs]?)\b/;
const INFORMAL = /\b(?:du|dich|dir|deine?[nmrs]?)\b/i;

interface Message {
  id: string;
  slug: string | null;
  subject: string;
  body: string;
}

/** An invitation to an event, and the texts that its guest reads. */
async function invited(settings: Record<string, unknown>, locale = "de") {
  const host = await signedInHost({ name: "Clara Weiß", tier: "pro" });
  const event = await makeEvent(host, { name: "Gala", locale, ...settings });
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const { id } = await addGuest(host, event.id, { name: "Anna Schmidt", email, party_size: 1 });
  const { token } = await issueLink(host, event.id, id);
  const headers = { ...browserHeaders(), "Accept-Language": locale };
  const read = (html: string) => html.replaceAll("&amp;", "&").replace(/<style.*?<\/style>|<[^>]*>/gs, " ");
  const html = async (path: string, init: RequestInit = {}) =>
    (await exports.default.fetch(new Request(`https://usher.test/i/${token}${path}`, { headers, ...init }))).text();
  return {
    email,
    invitation: async () => (await mailTo(email)).text,
    page: async (init: RequestInit = {}) => read(await html("", init)),
    html,
    preview: async (path: string, body: Record<string, unknown>) =>
      (await host.api("POST", `/events/${event.id}/${path}`, body)).json<{ text: string; html: string }>(),
    reminder: async () => {
      const { items } = await (await host.api("GET", `/events/${event.id}/messages`)).json<{ items: Message[] }>();
      return items.find(({ slug }) => slug === "reminder_7d");
    },
    rewrite: ({ id, subject, body }: Message) =>
      host.api("PATCH", `/events/${event.id}/messages/${id}`, { subject, body }),
    change: (form: string) => host.api("PATCH", `/events/${event.id}`, { address_form: form }),
    read,
  };
}

/** All that a guest reads on the way to the confirmation. */
async function readingsOf(guest: Awaited<ReturnType<typeof invited>>) {
  const answer = new URLSearchParams({ intent: "submit", response: "attending", plus_ones: "0" });
  return {
    invitation: await guest.invitation(),
    page: await guest.page(),
    incomplete: await guest.page({ method: "POST", body: new URLSearchParams({ intent: "submit" }) }),
    thanks: await guest.page({ method: "POST", body: answer }),
    confirmation: (await mailTo(guest.email, { subject: /Zusage/ })).text,
    preview: (await guest.preview("texts/preview", { kind: "invitation" })).text,
    reminder: (await guest.preview("texts/preview", { kind: "reminder" })).text,
  };
}

describe("form of address", () => {
  test("addresses guests formally in German by default, on every page and in every email", async () => {
    const read = await readingsOf(await invited({}));
    for (const [name, text] of Object.entries(read)) expect(text, name).toMatch(FORMAL);
    for (const [name, text] of Object.entries(read)) expect(text, name).not.toMatch(INFORMAL);
    expect(read.invitation).toContain("Guten Tag Anna Schmidt,");
    expect(read.page).toContain("Guten Tag Anna Schmidt,");
  });

  test("addresses guests informally in German if the host wants it, on every page and in every email", async () => {
    const read = await readingsOf(await invited({ address_form: "informal" }));
    for (const [name, text] of Object.entries(read)) expect(text, name).toMatch(INFORMAL);
    for (const [name, text] of Object.entries(read)) expect(text, name).not.toMatch(FORMAL);
    expect(read.invitation).toContain("Hallo Anna,");
    expect(read.page).toContain("Hallo Anna,");
  });

  test("stays informal while a guest types a code, also a wrong one", async () => {
    const guest = await invited({ address_form: "informal", step_up_from: "low" });
    expect(await guest.page()).toContain("Wir schicken dir einen Code");
    const typing = await guest.html("/challenge", {
      method: "POST",
      body: new URLSearchParams({ code_channel: "email" }),
    });
    expect(guest.read(typing)).toContain("Gib deinen Code ein");
    const hidden = [...typing.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    const body = new URLSearchParams([...hidden, ["one_time_code", "000000"]]);
    const wrong = guest.read(await guest.html("/challenge/verify", { method: "POST", body }));
    expect(wrong).toContain("Bitte prüfe ihn: Du hast noch");
    expect(wrong).not.toMatch(FORMAL);
    expect((await mailTo(guest.email, { subject: /Dein Code/ })).text).toContain("Gib diesen Code");
  });

  test("addresses guests informally in French if the host wants it", async () => {
    const guest = await invited({ address_form: "informal" }, "fr");
    expect(`${await guest.invitation()} ${await guest.page()}`).not.toMatch(/\bvous\b|\bvotre\b|\bvos\b/i);
    expect(await guest.page()).toContain("Tu seras des nôtres");
  });

  test("changes with the event, and in its preview before that", async () => {
    const guest = await invited({});
    expect(await guest.page()).toContain("Sind Sie dabei?");
    const { html } = await guest.preview("preview", { event: { address_form: "informal" } });
    expect(guest.read(html)).toContain("Bist du dabei?");
    expect((await guest.change("informal")).status).toBe(200);
    expect(await guest.page()).toContain("Bist du dabei?");
    expect((await guest.change("casual")).status).toBe(400);
  });

  test("shows hosts the default text of a reminder in the event's form, which stays the default", async () => {
    const event_date = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();
    const guest = await invited({ address_form: "informal", event_date });
    const shown = await guest.reminder();
    if (shown === undefined) throw new Error("the event has no reminder");
    expect(shown.body).toContain("Bitte sag uns hier, ob du kommst");
    expect((await guest.rewrite(shown)).status).toBe(200);
    await guest.change("formal");
    expect((await guest.reminder())?.body).toContain("Bitte sagen Sie uns hier, ob Sie kommen");
  });

  test("leaves the texts of a language with one form", async () => {
    const [formal, informal] = [await invited({}, "en"), await invited({ address_form: "informal" }, "en")];
    const pages = [await formal.page(), await informal.page()];
    expect(pages[1]).toBe(pages[0]);
  });
});
