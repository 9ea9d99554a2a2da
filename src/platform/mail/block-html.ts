import { html } from "hono/html";
import { aroundSpans } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import { type Theme, webUrl } from "../../kernel/brand.ts";
import { typedParts } from "../../kernel/typed-links.ts";
import type { Block, Phrase } from "./content.ts";

export type Markup = ReturnType<typeof html>;

/**
 * Renders one block as HTML. Styles are inline, because some clients drop style sheets; the classes are for dark mode,
 * which clients that support it read from the style sheet.
 */
export function blockHtml(block: Block, theme: Theme, texts: Texts): Markup {
  const { light } = theme;
  switch (block.kind) {
    case "paragraph":
      return html`<p style="margin:0 0 16px">${phraseHtml(block.text)}</p>`;
    case "note":
      return html`<p class="muted" style="margin:0 0 16px;font-size:14px;color:${light.muted}">${phraseHtml(block.text)}</p>`;
    case "code":
      return html`<p class="panel" dir="ltr" style="margin:0 0 16px;padding:16px 20px;border-radius:8px;background-color:${light.panel};font-size:32px;line-height:1.2;font-weight:700;letter-spacing:4px;text-align:center">${block.text}</p>`;
    case "typed":
      return html`${paragraphs(block.text).map((text) => typedParagraph(text, theme))}`;
    case "button":
      return buttonHtml(block.label, block.href, theme);
    case "choices":
      return choicesHtml(block, theme, texts);
    case "details":
      return html`<div class="panel" style="margin:0 0 24px;padding:16px 20px 4px;border-radius:8px;background-color:${light.panel}">
${block.rows.map(
  ({
    label,
    value,
  }) => html`<p style="margin:0 0 12px"><span class="muted" style="display:block;font-size:13px;color:${light.muted}">${label}</span><span dir="auto" style="display:block;font-weight:600;text-wrap:wrap">${valueHtml(value)}</span></p>
`,
)}</div>`;
    case "list":
      return html`<div class="panel" style="margin:0 0 24px;padding:16px 20px 8px;border-radius:8px;background-color:${light.panel}">
<p class="muted" style="margin:0 0 4px;font-size:13px;color:${light.muted}">${block.label}</p>${block.lines.map(
        (line) => html`
<p dir="auto" style="margin:0 0 8px">${valueHtml(line)}</p>`,
      )}</div>`;
    case "changes":
      return html`<div class="panel" style="margin:0 0 24px;padding:16px 20px 4px;border-radius:8px;background-color:${light.panel}">
${block.rows.map((row) => changeHtml(row, theme, texts))}</div>`;
    case "image":
      return imageHtml(block, light);
    case "links":
      return html`<p style="margin:0 0 16px;font-size:14px">${block.lead}${texts.space}${block.links.map(
        ({ label, href }, index) => html`${index > 0 ? " · " : ""}${linkHtml(href, label, theme)}`,
      )}</p>`;
  }
}

/** The image at its size in pixels, or as wide as a narrow screen. */
function imageHtml(
  { src, alt, sizePx, caption }: Extract<Block, { kind: "image" }>,
  { muted }: Theme["light"],
): Markup {
  const frame = `margin:0 auto;box-sizing:border-box;max-width:${sizePx + 34}px;padding:16px;border-radius:8px;background-color:#ffffff;border:1px solid #e2e2e8`;
  const image = `display:block;width:100%;max-width:${sizePx}px;height:auto;border:0;color:#1c1c22;font-size:14px;line-height:20px`;
  return html`<div style="margin:0 0 24px;text-align:center"><div style="${frame}"><img src="${src}" alt="${alt}" width="${sizePx}" height="${sizePx}" style="${image}"></div><p class="muted" style="margin:8px 0 0;font-size:14px;color:${muted}">${caption}</p></div>`;
}

function valueHtml(value: string): Markup {
  return html`${aroundSpans(value).map((part, index) =>
    index % 2 === 0 ? part : html`<span style="white-space:nowrap">${part}</span>`,
  )}`;
}

/** The old value struck out, the new one below it. */
function changeHtml(
  { label, was, now }: { label: string; was: string | null; now: string | null },
  theme: Theme,
  { format }: Texts,
): Markup {
  const muted = `display:block;color:${theme.light.muted}`;
  const old =
    was === null ? html`` : html`<span class="muted" dir="auto" style="${muted}"><s>${valueHtml(was)}</s></span>`;
  return html`<p style="margin:0 0 12px"><span class="muted" style="font-size:13px;${muted}">${label}</span>${old}<span dir="auto" style="display:block;font-weight:600;text-wrap:wrap">${valueHtml(now ?? format("mail.none"))}</span></p>
`;
}

/** A link in the brand's colour, or its text alone when the URL is not valid. */
export function linkHtml(href: string, label: string, theme: Theme): Markup {
  const url = webUrl(href);
  if (url === null) return html`${label}`;
  return html`<a class="accent" href="${url}" style="color:${theme.light.accent};text-decoration:underline">${label}</a>`;
}

/** A link that a person typed. Left to right, so that letters of the path cannot move before the host. */
function typedLink(href: string, label: string, theme: Theme): Markup {
  return html`<span dir="ltr">${linkHtml(href, label, theme)}</span>`;
}

/** The cell has the colour, for clients that ignore a link's padding; the URL is repeated as text, to be copied. */
function buttonHtml(label: string, href: string, theme: Theme): Markup {
  const url = webUrl(href);
  if (url === null) return html``;
  const { background, text } = theme.button;
  const cell = `border-radius:8px;background-color:${background};border:1px solid ${theme.light.line}`;
  const link = `display:inline-block;padding:13px 26px;border-radius:8px;background-color:${background};color:${text};font-weight:600;text-decoration:none;text-align:center;text-wrap:balance`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="line" bgcolor="${background}" style="${cell}"><a class="button" href="${url}" style="${link}">${label}</a></td></tr></table>`;
}

/** Buttons in a row, which a narrow screen breaks. */
function choicesHtml({ question, choices }: Extract<Block, { kind: "choices" }>, theme: Theme, { dir }: Texts): Markup {
  const { light, button } = theme;
  const buttons = choices.map(({ label, href }, index) => {
    const url = webUrl(href);
    if (url === null) return html``;
    const [background, color, classes] =
      index === 0 ? [button.background, button.text, "line"] : [light.panel, light.text, "line panel"];
    const cell = `border-radius:8px;background-color:${background};border:1px solid ${light.line}`;
    const link = `display:inline-block;padding:12px 20px;border-radius:8px;color:${color};font-weight:600;text-decoration:none`;
    return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="display:inline-table;margin:0 0 8px;margin-${endOf(dir)}:8px"><tr><td class="${classes}" bgcolor="${background}" style="${cell}"><a class="${index === 0 ? "button" : "button text"}" href="${url}" style="${link}">${label}</a></td></tr></table>`;
  });
  return html`<p style="margin:8px 0 10px;font-weight:600">${question}</p><div style="margin:0 0 16px">${buttons}</div>`;
}

/** The side where lines begin: email clients do not support logical properties. */
export function startOf(dir: Texts["dir"]): "left" | "right" {
  return dir === "rtl" ? "right" : "left";
}

function endOf(dir: Texts["dir"]): "left" | "right" {
  return dir === "rtl" ? "left" : "right";
}

function phraseHtml(phrase: Phrase): Markup {
  if (typeof phrase === "string") return valueHtml(phrase);
  return html`${phrase.map((part) =>
    typeof part === "string" ? valueHtml(part) : html`<strong>${valueHtml(part.strong)}</strong>`,
  )}`;
}

function paragraphs(text: string): string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .trim()
    .split(/\n{2,}/);
}

function typedParagraph(text: string, theme: Theme): Markup {
  const lines = text
    .split("\n")
    .map(
      (line) =>
        html`${typedParts(line).map((part) => (typeof part === "string" ? part : typedLink(part.href, part.label, theme)))}`,
    );
  return html`<p dir="auto" style="margin:0 0 16px">${lines.map((line, index) => (index > 0 ? html`<br>${line}` : line))}</p>
`;
}
