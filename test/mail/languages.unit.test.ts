import { describe, expect, it } from "vitest";
import { readTexts } from "../../scripts/mail-preview/read-texts.ts";
import { SAMPLES } from "../../scripts/mail-preview/samples.ts";
import { eventTime } from "../../src/i18n/event-time.ts";
import { LANGUAGES, type Language, PSEUDO } from "../../src/i18n/languages.ts";
import type { TextId, Texts } from "../../src/i18n/texts.ts";
import { invitation } from "../../src/invitations/mails/invitation.ts";
import { smsSegments } from "../../src/kernel/sms-segments.ts";
import type { RenderedMail } from "../../src/platform/mail/content.ts";
import { challengeText } from "../../src/risk/challenges/challenge-code-mail.ts";

/** Every email by name. */
const MAILS = Object.entries(SAMPLES);
const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== "en") as Language[];
/** Text of hosts and guests, the mark, and days as `Intl` writes them: not from a catalogue. */
const DATA = [
  /Zoë[^.]*(, Ben and Chris| and Ben)|Zoë, dance with us\?/,
  /Midsummer (Dinner & Dance|Lunch)/,
  /Zoë( 🎉 <script>alert\(1\)<\/script>)?|Ana( Lindqvist)?|Ben|Chris|Usher/,
  /Orangerie, Schlossstraße 12, Berlin|Town hall|Berlin/,
  /https?:\/\/\S+|\S+\.example\/\S*/,

  /Long tables under .*|Wear something light\.|Dear .*|the garden opens .*|Bring a jumper .*/,
  /Parking is free .*/,
  /The hall is flooded .*|Sorry!|How to get there .*/,
  /(Fri|Sat|Tue)(ur|s)?(day)?,? \d+\s(June|May)( \d{4})?|\bUTC$/,
  /Lisbon, PT|Firefox on Windows|a•••@e•••\.com/,
].map(({ source }) => new RegExp(source, "g"));

/** Usher's own text messages: every text of the catalogue's area has its sample. */
const TEXT_MESSAGES: Record<Extract<TextId, `sms.${string}`>, (texts: Texts) => string> = {
  "sms.code": (texts) =>
    challengeText(texts, { code: "042917", eventName: "결혼식", validMinutes: 10, host: "usher.test" }),
  "sms.code-unnamed": (texts) =>
    challengeText(texts, { code: "042917", eventName: "pay.evil.example", validMinutes: 10, host: "usher.test" }),
};

const CHOICES = [
  ["mail.yes", "attending"],
  ["mail.maybe", "maybe"],
  ["mail.no", "declined"],
] as const;

/** The beginning or a part of the fonts of an event without a font. */
const SCRIPT_FONTS: Partial<Record<Language, RegExp>> = {
  ar: /^-apple-system.*&#39;Noto Sans Arabic&#39;/,
  ja: /^-apple-system.*&#39;Hiragino Sans&#39;,.*&#39;Noto Sans CJK JP&#39;/,
  "zh-Hans": /^-apple-system.*&#39;PingFang SC&#39;,.*&#39;Noto Sans CJK SC&#39;/,
};

const english = await readTexts("en");
const inEnglish = new Map(MAILS.map(([name, { render }]) => [name, render(english)]));

/** The strings that a reader sees or hears: subject, preview, texts, alternative texts. */
function stringsOf({ subject, html }: RenderedMail): string[] {
  const body = html
    .slice(html.indexOf("<body"))
    .replace(/<img[^>]* alt="([^"]*)"[^>]*>/g, "<i>$1</i>")
    .replace(/&#847;&zwnj;&nbsp;|&nbsp;/g, "");
  const texts = body
    .split(/<[^>]*>/)
    .map((text) =>
      text
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&#39;", "'")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&"),
    );
  return [subject, ...texts].map((text) => text.replace(/[\u2068\u2069]/g, "").trim()).filter((text) => text !== "");
}

/** The words of a string that are ours. */
function ours(text: string): string {
  const rest = DATA.reduce((left, pattern) => left.replace(pattern, ""), text);
  return /\p{L}/u.test(rest) ? rest.trim() : "";
}

/** Letters of ours that are the same in English, of all of ours. */
function sameShare(mails: ReadonlyMap<string, RenderedMail>): number {
  let [same, all] = [0, 0];
  for (const [name, mail] of mails) {
    const known = new Set(stringsOf(inEnglish.get(name) ?? mail).map(ours));
    for (const text of stringsOf(mail).map(ours)) {
      all += text.length;
      if (known.has(text)) same += text.length;
    }
  }
  return same / all;
}

describe.each(OTHERS)("emails in %s", async (language) => {
  const texts = await readTexts(language);
  const mails = new Map(MAILS.map(([name, { render }]) => [name, render(texts)]));

  it("contains no English, and declares language and direction", () => {
    expect(mails.size).toBeGreaterThan(55);
    expect(sameShare(mails)).toBeLessThanOrEqual(0.03);
    const dir = language === "ar" ? "rtl" : "ltr";
    for (const { html } of mails.values()) {
      expect(html).toContain(`<html lang="${language}" dir="${dir}">`);
      expect(html).toMatch(new RegExp(`<body [^>]*lang="${language}" dir="${dir}"`));
    }
  });

  it("links each response, in HTML and text", () => {
    for (const { html, text } of [
      mails.get("invitation"),
      mails.get("reminder"),
      mails.get("reminder-maybe"),
    ] as RenderedMail[]) {
      for (const [id, response] of CHOICES) {
        const link = new RegExp(`https://\\S+/i/[\\w-]+\\?answer=${response}`).source;
        expect(html).toMatch(new RegExp(`<a [^>]*href="${link}"[^>]*>${texts.format(id)}</a>`));
        expect(text).toMatch(new RegExp(`^- \\u2068?${texts.format(id)}.*${link}$`, "m"));
      }
    }
  });

  it("contains the code in the sentence and where phones look for it", () => {
    const fill = { code: "042917", eventName: "Gala", validMinutes: 10, host: "usher.test" };
    const text = challengeText(texts, fill);
    expect(text.replace(/[\u2068\u2069]/g, "")).toMatch(/^[^\n]*042917[^\n]*\n\n@usher\.test #042917$/u);
    expect(text).not.toBe(challengeText(english, fill));
    // A name of another script needs more room than one segment has, so the text has none.
    const isNamed = smsSegments(text).segments === 1 && text.includes(fill.eventName);
    expect(isNamed || !text.includes(fill.eventName)).toBe(true);
    const unnamed = challengeText(texts, { ...fill, eventName: "pay.evil.example", host: "usher.example" });
    expect(smsSegments(unnamed).segments).toBe(1);
  });

  it("names fonts with the characters of the language, for any reader's system", () => {
    const [, fonts] = /font-family:(.+?);font-size/.exec(mails.get("confirmation-declined")?.html ?? "") ?? [];
    expect(fonts).toMatch(SCRIPT_FONTS[language] ?? /^system-ui, -apple-system/);
  });

  it("leaves no placeholder, no IANA zone name, and no English list", () => {
    for (const [name, { subject, html, text }] of mails) {
      expect(subject + html.slice(html.indexOf("<body")) + text, name).not.toMatch(
        /\{[$#{]|Europe\/Berlin|undefined|NaN|Ben and Chris/,
      );
    }
  });
});

it("changes every visible string of every email in the pseudo-locale", async () => {
  const texts = await readTexts(PSEUDO);
  const unchanged = new Set<string>();
  for (const [name, { render }] of MAILS) {
    const known = new Set(stringsOf(inEnglish.get(name) ?? render(english)).map(ours));
    for (const text of stringsOf(render(texts)).map(ours)) if (text !== "" && known.has(text)) unchanged.add(text);
  }
  expect([...unchanged]).toEqual([]);
});

it.each(["en", "es", "fr", "de", "it", "pt-BR", "nl", "pl", "tr"] as const)(
  "fits the text message with a code in %s into one segment of GSM-7",
  async (language) => {
    const fill = { code: "042917", eventName: "Gala", validMinutes: 10, host: "usher.test" };
    expect(smsSegments(challengeText(await readTexts(language), fill))).toMatchObject({
      encoding: "gsm7",
      segments: 1,
    });
  },
);

it("changes every line of every text message in the pseudo-locale, except the line for phones", async () => {
  const texts = await readTexts(PSEUDO);
  for (const [id, render] of Object.entries(TEXT_MESSAGES)) {
    const lines = render(texts).split("\n");
    const ours = lines.filter((line) => line !== "" && line !== "@usher.test #042917");
    expect(ours, id).toHaveLength(1);
    expect(ours.join("\n"), id).not.toMatch(/[A-Za-z]{2,}/);
  }
});

describe("emails in Arabic", () => {
  it("reads from right to left also where a line begins with a Latin name", async () => {
    const texts = await readTexts("ar");
    const wrong: string[] = [];
    for (const [name, { render }] of MAILS) {
      const { subject, html } = render(texts);
      const parts = [...html.matchAll(/<(?:h1|p|span)[^>]* dir="auto"[^>]*>([^<]+)/g)].map(([, text = ""]) => text);
      for (const text of [subject, ...parts]) {
        // The first letter or mark with a direction decides the direction.
        const [first = ""] = /[\u200f\p{L}]/u.exec(text) ?? [];
        if (/\p{Script=Arabic}/u.test(text) && !/[\u200f\p{Script=Arabic}]/u.test(first))
          wrong.push(`${name}: ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("aligns lines and buttons to the right, and keeps a Latin name in its place", async () => {
    const { html, subject } = SAMPLES.invitation?.render(await readTexts("ar")) ?? { html: "", subject: "" };
    expect(html).toContain("text-align:right");
    expect(html).toContain("margin-left:8px");
    expect(html).not.toMatch(/text-align:left|margin-right:/);
    expect(subject).toBe("دعوة: \u2068Midsummer Dinner & Dance\u2069");
  });
});

describe("emails with unusual data", () => {
  const venue = `${"Donaudampfschifffahrtsgesellschaftskapitänswohnung ".repeat(6)}`.slice(0, 300);

  it("contains a venue of 300 characters in German in full, and cuts the subject", async () => {
    const texts = await readTexts("de");
    const startsAt = Date.UTC(2027, 5, 19, 16, 30);
    const event = { name: "Fest ".repeat(60), venue, startsAt, endsAt: null, timeZone: "Europe/Berlin", hostName: "" };
    const rest = { description: null, brand: null, link: "https://usher.test/i/x", partySize: null, deadline: null };
    const mail = invitation({
      texts,
      guest: { name: "Jürgen Weiß", greeting: null, locale: null },
      event,
      hasAnswered: false,
      isAsked: true,
      words: { subject: null, body: null },
      ...rest,
    });
    expect(mail.text).toContain(`Wo: ${venue.trim()}`);
    expect(mail.text).toContain(`Wann: ${eventTime(texts, startsAt, null, "Europe/Berlin")}`);
    expect(mail.text).toContain("Guten Tag Jürgen Weiß,");
    expect(Array.from(mail.subject).length).toBeLessThanOrEqual(160);
    expect(mail.html).toContain("word-break:break-word");
  });
});
