import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { browserHeaders } from "../support/guest-requests.ts";
import { mailTo } from "../support/mailbox.ts";

/** Returns the texts that a guest of these hosts reads: the invitation, the page, and the page after the RSVP. */
async function readBy(name: string, locale: string) {
  const host = await signedInHost({ name });
  const event = await makeEvent(host, { name: "Gala" });
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const { id } = await addGuest(host, event.id, { name: "Grace", email, locale });
  const { token } = await issueLink(host, event.id, id);
  const headers = { ...browserHeaders(), "Accept-Language": locale };
  const page = (init: RequestInit = {}) =>
    exports.default
      .fetch(new Request(`https://usher.test/i/${token}`, { headers, ...init }))
      .then(async (response) => (await response.text()).replaceAll("&amp;", "&").replace(/<[^>]*>/g, ""));
  const mail = (await mailTo(email)).text;
  const invitation = await page();
  const answer = new URLSearchParams({ intent: "submit", response: "attending", plus_ones: "0" });
  return `${mail}\n${invitation}\n${await page({ method: "POST", body: answer })}`.replaceAll("*", "");
}

describe("two hosts in one name", () => {
  /** @promise Languages: Two hosts in one name take the plural of a verb */
  test.each([
    ["en", ["Clara & Jonas have your RSVP."]],
    ["de", ["Clara & Jonas freuen sich auf Sie.", "Clara & Jonas würden sich", "Clara & Jonas haben Ihre Antwort"]],
    ["fr", ["Clara & Jonas auraient grand plaisir", "Clara & Jonas ont bien reçu"]],
    ["es", ["les encantaría", "Clara & Jonas ya tienen la respuesta"]],
    ["pl", ["Clara & Jonas serdecznie zapraszają", "Clara & Jonas mają już odpowiedź"]],
  ])("take the plural of a verb in %s", async (locale, expected) => {
    const read = await readBy("Clara & Jonas", locale);
    for (const sentence of expected) expect(read).toContain(sentence);
  });

  test("take the singular when they are one host: a person, a family, a company", async () => {
    expect(await readBy("Clara Weiß", "de")).toContain("Clara Weiß freut sich auf Sie.");
    expect(await readBy("Familie Weiß", "de")).toContain("Familie Weiß hat Ihre Antwort");
    expect(await readBy("Müller & Söhne GmbH", "en")).toContain("Müller & Söhne GmbH has your RSVP.");
  });
});
