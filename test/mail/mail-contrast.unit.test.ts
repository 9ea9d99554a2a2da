import { describe, expect, it } from "vitest";
import { readTexts } from "../../scripts/mail-preview/read-texts.ts";
import { contrast } from "../../src/kernel/colors.ts";
import { THEME_NAMES } from "../../src/kernel/themes.ts";
import type { Block } from "../../src/platform/mail/content.ts";
import { renderMail } from "../../src/platform/mail/layout.ts";

/** One block of each kind: emails consist of these. */
const BLOCKS: { [Kind in Block["kind"]]: Extract<Block, { kind: Kind }> } = {
  paragraph: { kind: "paragraph", text: ["a paragraph with ", { strong: "emphasis" }] },
  typed: { kind: "typed", text: "typed, with https://link.example/" },
  button: { kind: "button", label: "a button", href: "https://usher.test/" },
  choices: {
    kind: "choices",
    question: "a question",
    choices: ["the first answer", "another answer"].map((label) => ({ label, href: "https://usher.test/" })),
  },
  details: { kind: "details", rows: [{ label: "a label", value: "a value" }] },
  list: { kind: "list", label: "a list", lines: ["a line"] },
  changes: { kind: "changes", rows: [{ label: "a change", was: "an old value", now: "a new value" }] },
  image: {
    kind: "image",
    src: "https://usher.test/x.png",
    alt: "instead of an image",
    sizePx: 200,
    caption: "a caption",
    textInstead: "",
  },
  links: { kind: "links", lead: "links:", links: [{ label: "a link", href: "https://usher.test/" }] },
  code: { kind: "code", text: "123 456" },
  note: { kind: "note", text: "a note" },
};
/** A host's own colour: none, and those that are hardest to read on light, on dark and on both. */
const COLORS = [null, "#ffffff", "#000000", "#ffe45c", "#808080"];
/** WCAG 2.2 §1.4.3. */
const READABLE = 4.5;

interface Colors {
  color: string;
  background: string;
}

/** The colours of an email's classes in dark mode, by the start of the rules' selectors. */
function darkRules(html: string, start: RegExp): Map<string, Partial<Colors>> {
  const rules = html.matchAll(new RegExp(`${start.source}\\.(\\w+)\\{([\\w-]+):(#[0-9a-f]{6})!important\\}`, "g"));
  return new Map(
    [...rules].map(([, name = "", property = "", value = ""]) => [
      name,
      property === "color" ? { color: value } : property === "background-color" ? { background: value } : {},
    ]),
  );
}

/** The texts of an email with their colours in a scheme whose rules take precedence over inline styles. */
function coloredTexts(html: string, rules: ReadonlyMap<string, Partial<Colors>>): (Colors & { text: string })[] {
  const found: (Colors & { text: string })[] = [];
  const open: (Colors & { isHidden: boolean })[] = [{ color: "", background: "", isHidden: false }];
  for (const [, end, tag = "", attributes = "", text = ""] of html
    .slice(html.indexOf("<body"))
    .matchAll(/<(\/)?(\w+)([^>]*)>|([^<]+)/g)) {
    const around = open.at(-1) ?? { color: "", background: "", isHidden: false };
    if (end) open.pop();
    else if (tag === "") {
      if (!around.isHidden && text.trim() !== "" && text !== "&nbsp;") found.push({ ...around, text: text.trim() });
    } else if (tag !== "br") {
      const style = /style="([^"]*)"/.exec(attributes)?.[1] ?? "";
      const own = {
        color: /(?:^|;)color:(#\w{6})/.exec(style)?.[1] ?? around.color,
        background: /(?:^|;)background-color:(#\w{6})/.exec(style)?.[1] ?? around.background,
        isHidden: around.isHidden || style.includes("display:none"),
      };
      const classes = /class="([^"]*)"/.exec(attributes)?.[1]?.split(" ") ?? [];
      const shown = Object.assign(own, ...classes.map((name) => rules.get(name) ?? {}));
      const alt = /alt="([^"]+)"/.exec(attributes)?.[1];
      if (alt !== undefined) found.push({ ...shown, text: alt });
      if (tag !== "img") open.push(shown);
    }
  }
  return found;
}

const texts = await readTexts("en");

describe.each(THEME_NAMES)("emails in the theme %s", (theme) => {
  it("has a contrast of at least 4.5 in light and dark", () => {
    for (const primaryColor of COLORS) {
      const { html } = renderMail({
        texts,
        subject: "a subject",
        preheader: "a preview",
        eyebrow: "above the heading",
        heading: "a heading",
        brand: { theme, primaryColor, font: null, logoUrl: null, coverUrl: null },
        blocks: Object.values(BLOCKS),
        reason: "a reason",
        unsubscribeUrl: "https://usher.test/unsubscribe",
      });
      const byScheme = {
        light: new Map<string, Partial<Colors>>(),
        dark: darkRules(
          html.slice(html.indexOf("prefers-color-scheme:dark"), html.indexOf("[data-ogsc]")),
          /(?<=[{}])/,
        ),
        outlook: darkRules(html, /\[data-ogsc\] /),
      };
      expect(byScheme.dark.size).toBe(7);
      expect(byScheme.outlook).toEqual(byScheme.dark);
      for (const [scheme, rules] of Object.entries(byScheme)) {
        const shown = coloredTexts(html, rules);
        expect(shown.length).toBeGreaterThan(25);
        const faint = shown.filter(({ color, background }) => contrast(color, background) < READABLE);
        expect(faint, `${scheme}, ${primaryColor}`).toEqual([]);
      }
    }
  });
});
