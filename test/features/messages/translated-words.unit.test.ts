import { describe, expect, it } from "vitest";
import { readTexts } from "../../../scripts/mail-preview/read-texts.ts";
import { reminderWords } from "../../../src/features/messages/reminder-words.ts";
import { wordsIn } from "../../../src/features/messages/translated-words.ts";
import { LANGUAGES, type Language } from "../../../src/i18n/languages.ts";

describe("the host's words for a language", () => {
  const words = { invitationSubject: "Come", invitationBody: null };
  const translations = {
    de: { invitationSubject: "Komm" },
    "pt-BR": { invitationSubject: "Vem", invitationBody: "Oi" },
    sr: { invitationSubject: "Дођи" },
  };

  it.each([
    ["de", "Komm"],
    ["de-AT", "Komm"],
    ["pt-PT", "Vem"],
    ["sr-RS", "Дођи"],
    // The same language in other letters is another text.
    ["sr-Latn", "Come"],
    ["en", "Come"],
    ["", "Come"],
    ["constructor", "Come"],
    ["not a tag", "Come"],
  ])("%j are %j", (tag, subject) => {
    expect(wordsIn(tag, words, translations).invitationSubject).toBe(subject);
    expect(wordsIn(tag, words, null)).toBe(words);
  });

  it("are those without a language where it leaves something out", () => {
    expect(wordsIn("de", { ...words, invitationBody: "Hello" }, translations).invitationBody).toBe("Hello");
  });
});

describe("our words of a reminder", () => {
  const values = {
    ...{ guest_name: "Anna Smith", first_name: "Anna", event_name: "Gala", event_date: "D", days_away: "soon" },
    ...{ venue: "", rsvp_link: "https://usher.test/i/x" },
  };

  it.each(Object.keys(LANGUAGES) as Language[])(
    "in %s leave a venue out with the comma before it",
    async (language) => {
      const texts = await readTexts(language);
      for (const slug of ["reminder_7d", "reminder_3d", "reminder_1d", "reminder_day_of"] as const) {
        const { subject, body } = reminderWords(texts, slug, values);
        expect(subject).toContain("Gala");
        expect(body).toContain("https://usher.test/i/x");
        expect(body.slice(body.indexOf("\n"))).not.toMatch(/\0|[,،，、]\s*[\u2068\u2069]*[.。\n]/);
        expect(reminderWords(texts, slug, { ...values, venue: "Lido" }).body).toContain("Lido");
      }
    },
  );
});
