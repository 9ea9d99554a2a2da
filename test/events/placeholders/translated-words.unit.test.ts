import { describe, expect, it } from "vitest";
import { readTexts } from "../../../scripts/mail-preview/read-texts.ts";
import { placeholderValues } from "../../../src/events/placeholders/placeholders.ts";
import { wordsIn } from "../../../src/events/placeholders/translated-words.ts";
import { reminderWords } from "../../../src/events/reminders/reminder-words.ts";
import { LANGUAGES, type Language } from "../../../src/i18n/languages.ts";

describe("wordsIn", () => {
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
    // Another script of the language is a different text.
    ["sr-Latn", "Come"],
    ["en", "Come"],
    ["", "Come"],
    ["constructor", "Come"],
    ["not a tag", "Come"],
  ])("returns for %j: %j", (tag, subject) => {
    expect(wordsIn(tag, words, translations).invitationSubject).toBe(subject);
    expect(wordsIn(tag, words, null)).toBe(words);
  });

  it("returns the text without a language if the translation lacks a part", () => {
    expect(wordsIn("de", { ...words, invitationBody: "Hello" }, translations).invitationBody).toBe("Hello");
  });
});

const MAYBE = { standing: "maybe", canAnswer: true, hasDeadline: false } as const;

describe("default text of reminders", () => {
  const values = {
    guest_name: "Anna Smith",
    first_name: "Anna",
    event_name: "Gala",
    event_date: "D",
    days_away: "soon",
    reply_by: "Reply by Monday.",
    venue: "",
    rsvp_link: "https://usher.test/i/x",
  };

  it.each(Object.keys(LANGUAGES) as Language[])(
    "omits in %s a missing venue with the comma before it",
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

  /** How each language says that this is the last call. */
  const LAST_CALL: Record<Language, RegExp> = {
    en: /last call/i,
    es: /último aviso/i,
    fr: /dernier rappel/i,
    de: /letzte Erinnerung/i,
    it: /ultimo promemoria/i,
    "pt-BR": /última chamada/i,
    nl: /laatste herinnering/i,
    pl: /ostatnie przypomnienie/i,
    tr: /son hatırlatma/i,
    ar: /آخر تذكير/,
    ja: /最後のご案内/,
    "zh-Hans": /最后(一次)?提醒/,
  };

  /**
   * @spec 2.73 "Four auto-reminders are created with every new event: 7-day, 3-day (last call), 1-day and day-of."
   */
  it.each(Object.entries(LAST_CALL))(
    "names in %s the last call and the reply-by date only three days before",
    async (language, lastCall) => {
      const texts = await readTexts(language as Language);
      for (const slug of ["reminder_7d", "reminder_3d", "reminder_1d", "reminder_day_of"] as const) {
        const { subject, body } = reminderWords(texts, slug, values);
        const isLastCall = slug === "reminder_3d";
        expect([lastCall.test(subject), lastCall.test(body)]).toEqual([isLastCall, isLastCall]);
        expect(body.includes(values.reply_by)).toBe(isLastCall);
      }
    },
  );

  it.each(Object.keys(LANGUAGES) as Language[])(
    "names in %s the RSVP deadline of an event, and asks for a reply now without one",
    async (language) => {
      const texts = await readTexts(language);
      const event = {
        name: "Gala",
        venue: null,
        eventDate: Date.parse("2027-06-12T16:30:00Z"),
        timezone: "Europe/Berlin",
      };
      const deadline = Date.parse("2027-06-10T10:00:00Z");
      const guest = { name: "Anna", greeting: null, locale: null };
      const replyBy = (rsvpDeadline: number | null, now: number, isAsked = true) =>
        placeholderValues({ guest, isAsked, link: "", event: { ...event, rsvpDeadline } }, texts, now).reply_by;
      expect([replyBy(deadline, deadline - 1, false), replyBy(null, deadline, false)]).toEqual(["", ""]);
      expect(replyBy(deadline, deadline - 1)).toMatch(/10.*12[:.]00/);
      expect(replyBy(null, deadline)).not.toMatch(/\d|[{}]/);
      expect(replyBy(deadline, deadline)).toBe(texts.format("guest.closed-now", {}));
    },
  );

  it("asks a guest who replied maybe for a reply, and names no door pass", async () => {
    const texts = await readTexts("en");
    for (const slug of ["reminder_1d", "reminder_day_of"] as const) {
      expect(reminderWords(texts, slug, values).body).toContain("door pass");
      const asked = reminderWords(texts, slug, values, MAYBE).body;
      expect(asked).toContain("Please let us know here whether you're coming: ");
      expect(asked).not.toContain("door pass");
    }
  });
});
