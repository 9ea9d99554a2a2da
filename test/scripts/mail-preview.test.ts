import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readTexts } from "../../scripts/mail-preview/read-texts.ts";
import { SAMPLES } from "../../scripts/mail-preview/samples.ts";
import { LANGUAGES, type Language } from "../../src/i18n/languages.ts";
import type { HostTexts } from "../../src/i18n/texts.ts";
import { invitation } from "../../src/invitations/mails/invitation.ts";
import { openTab, startBrowser } from "../../testkit/browser.ts";

/** Widths of an email on a computer and on a small phone, in pixels. */
const WIDTHS = [600, 320];

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Renders an invitation with long names and a venue without spaces, in four scripts, with combining marks and emoji. */
function hardToSet(texts: HostTexts): string {
  const name = "Nguye\u0302\u0303n 🎉 ق\u0651ادر 山田花子 ลลิดา";
  return invitation({
    texts,
    guest: { name, greeting: null, locale: null },
    event: {
      name: `Donaudampfschifffahrt🛳️${"é".repeat(60)} ${name}`,
      venue: "Donaudampfschifffahrtsgesellschaftskapitänskajütensaal".repeat(6).slice(0, 300),
      startsAt: Date.UTC(2027, 5, 19, 16, 30),
      endsAt: Date.UTC(2027, 5, 21, 8, 0),
      timeZone: "America/Argentina/Buenos_Aires",
      hostName: "Ω".repeat(120),
    },
    description: `https://usher.test/${"x".repeat(400)}`,
    brand: null,
    link: "https://usher.test/i/x",
    partySize: 12,
    deadline: Date.UTC(2027, 5, 12, 16),
    hasAnswered: false,
    isAsked: true,
    words: { subject: null, body: null },
    unsubscribeUrl: "https://usher.test/unsubscribe",
  }).html;
}

it("fits every email to its column in every language, aligned to the language's side", async () => {
  const mails: { name: string; dir: string; body: string }[] = [];
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const texts = await readTexts(language);
    const rendered = Object.entries(SAMPLES).map(([name, { render }]) => [name, render(texts).html] as const);
    for (const [name, html] of [...rendered, ["hard to set", hardToSet(texts)] as const]) {
      const [, attributes = "", body = ""] = /<body([^>]*)>([\s\S]*)<\/body>/.exec(html) ?? [];
      const dir = / dir="(\w+)"/.exec(attributes)?.[1] ?? "";
      mails.push({ name: `${name}, ${language}`, dir, body: `<div class="mail"${attributes}>${body}</div>` });
    }
  }
  const { page } = await openTab(browser);
  await page.setContent(`<style>body{margin:0}</style>${mails.map(({ body }) => body).join("")}`, {
    waitUntil: "domcontentloaded",
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const shown = await page.evaluate<{ width: number; side: string }[]>(`Array.from(
      document.querySelectorAll("body > .mail"),
      (mail) => {
        const { left, right } = mail.querySelector("h1").parentElement.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(mail.querySelector("h1 ~ p"));
        // A line of two directions has a rectangle for each run of letters.
        const [first, ...others] = text.getClientRects();
        const line = [first, ...others.filter(({ top, bottom }) => top < first.bottom && bottom > first.top)];
        const before = Math.min(...line.map((run) => run.left)) - left;
        const after = right - Math.max(...line.map((run) => run.right));
        return { width: mail.scrollWidth, side: before < after ? "ltr" : "rtl" };
      },
    )`);
    expect(shown).toHaveLength(mails.length);
    const wrong = mails.flatMap(({ name, dir }, index) => {
      const found = shown[index];
      return found?.width === width && found.side === dir ? [] : [{ name, dir, ...found }];
    });
    expect(wrong, `${width} px`).toEqual([]);
  }
});
