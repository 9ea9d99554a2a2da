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

/** The invitation, the page and the page after the RSVP, by language. */
const SENTENCES = {
  en: ["HOST would love to see you there.", "Thanks — your RSVP has reached HOST."],
  de: ["Ihr Kommen wäre für HOST eine große Freude.", "Ihre Antwort ist bei HOST angekommen."],
  fr: ["Votre présence ferait grand plaisir à HOST.", "Votre réponse a bien été transmise à HOST."],
  es: ["Para HOST sería una alegría verte allí.", "La respuesta ya ha llegado a HOST."],
  it: ["Per HOST sarebbe una gioia averti tra gli ospiti.", "La risposta è arrivata a HOST."],
  "pt-BR": ["Para HOST, seria uma alegria ver você lá.", "Sua resposta já chegou a HOST."],
  nl: ["Met je komst doe je HOST een groot plezier.", "de reactie is aangekomen bij HOST."],
  pl: ["Serdeczne zaproszenie od: HOST.", "odpowiedź wysłano do: HOST."],
  tr: ["HOST için katılımınız büyük bir mutluluk olacak.", "yanıtınız HOST ile paylaşıldı."],
};

const HOSTS = {
  "two people": "Clara & Jonas",
  "a restaurant": "Salt & Pepper",
  "a company": "Müller & Söhne GmbH",
  "one person": "Clara Weiß",
};

describe("the name of a host", () => {
  describe.each(Object.entries(HOSTS))("%s", (_, name) => {
    test.each(Object.entries(SENTENCES))("needs no singular or plural verb in %s", async (locale, sentences) => {
      const read = await readBy(name, locale);
      for (const sentence of sentences) expect(read).toContain(sentence.replace("HOST", name));
    });
  });
});
