import { html, raw } from "hono/html";
import { withScript } from "../../i18n/script-fonts.ts";
import type { Texts } from "../../i18n/texts.ts";
import { type Palette, type Theme, themeOf } from "../../kernel/brand.ts";
import { blockHtml, linkHtml, type Markup, startOf } from "./block-html.ts";
import type { MailContent, RenderedMail } from "./content.ts";
import { renderText } from "./plain-text.ts";
import { senderLine, subjectLine } from "./wording.ts";

/** Pads the preview line, so that inboxes do not continue it with the text of the email. */
const PREVIEW_FILLER = "&#847;&zwnj;&nbsp;".repeat(60);

/**
 * Renders the content as HTML and as plain text. Everything in it is plain text and escaped here, once.
 * The HTML is one column of at most 600 px that needs neither style sheet nor images to be read.
 */
export function renderMail(content: MailContent): RenderedMail {
  const subject = subjectLine(content.subject);
  const theme = themeOf(content.brand);
  const { texts } = content;
  return { subject, html: `${documentHtml(content, subject, theme, texts)}`, text: renderText(content, texts) };
}

function documentHtml(content: MailContent, subject: string, theme: Theme, texts: Texts): Markup {
  const { light } = theme;
  const { locale, dir } = texts;
  const fonts = withScript(theme.fontStack, locale);
  return html`<!doctype html>
<html lang="${locale}" dir="${dir}"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${raw(styleSheet(theme))}</style>
</head>
<body class="page" lang="${locale}" dir="${dir}" style="margin:0;padding:0;background-color:${light.page};color:${light.text};font-family:${fonts};font-size:16px;line-height:1.55;word-break:break-word;${wordsOf(locale)}text-wrap:pretty;text-autospace:normal;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${light.page}">${content.preheader}${raw(PREVIEW_FILLER)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.page}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;font-family:${fonts};font-size:16px;line-height:1.55;text-align:${startOf(dir)}"><tr>
<td class="card" style="background-color:${light.card};border-radius:12px"><div style="height:6px;font-size:0;line-height:0;background-color:${theme.button.background};border-radius:12px 12px 0 0">&nbsp;</div>
${coverHtml(theme)}<div class="text body" style="padding:32px 36px 20px;color:${light.text}">
${logoHtml(theme)}${eyebrowHtml(content, theme)}<h1 dir="auto" style="margin:0 0 20px;font-size:26px;line-height:1.25;font-weight:700;text-wrap:balance">${content.heading}</h1>
${content.blocks.map((block) => html`${blockHtml(block, theme, texts)}\n`)}</div></td></tr><tr>
<td class="muted" style="padding:20px 36px;font-size:13px;line-height:1.5;color:${light.muted};text-align:center">${footerHtml(content, theme, texts)}</td>
</tr></table>
</td></tr></table>
</body></html>
`;
}

/**
 * Japanese and Chinese have no spaces: lines break between phrases where a program knows them, and not before small
 * kana.
 */
function wordsOf(locale: Texts["locale"]): string {
  if (locale === "ja") return "word-break:auto-phrase;line-break:strict;overflow-wrap:anywhere;";
  return locale === "zh-Hans" ? "line-break:strict;overflow-wrap:anywhere;" : "";
}

function coverHtml(theme: Theme): Markup {
  if (theme.coverUrl === null) return html``;
  return html`<img src="${theme.coverUrl}" alt="" width="600" style="display:block;width:100%;max-width:600px;height:auto;max-height:280px;object-fit:cover;border:0">
`;
}

function logoHtml(theme: Theme): Markup {
  if (theme.logoUrl === null) return html``;
  return html`<p style="margin:0 0 24px"><img src="${theme.logoUrl}" alt="" height="48" style="display:block;height:48px;max-width:240px;width:auto;object-fit:contain;border:0"></p>
`;
}

function eyebrowHtml(content: MailContent, theme: Theme): Markup {
  if (content.eyebrow === undefined) return html``;
  return html`<p class="accent" style="margin:0 0 8px;font-size:14px;font-weight:600;color:${theme.light.accent}">${content.eyebrow}</p>
`;
}

function footerHtml(content: MailContent, theme: Theme, texts: Texts): Markup {
  const unsubscribe =
    content.unsubscribeUrl === undefined
      ? html``
      : html`<br>${linkHtml(content.unsubscribeUrl, texts.format("mail.unsubscribe"), theme)}`;
  return html`${content.reason}${unsubscribe}<br>${senderLine(content, texts)}`;
}

/** Dark mode and phones. `!important` because it has to win over the inline styles. */
function styleSheet(theme: Theme): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
a.button:hover{filter:brightness(1.08)}
@media (max-width:480px){.body{padding:24px 20px 12px!important}h1{font-size:22px!important}}
@media (prefers-color-scheme:dark){${darkRules(theme.dark)}}
${darkRules(theme.dark, "[data-ogsc] ")}`;
}

/** Outlook's apps mark their dark mode with an attribute instead of the media query. */
function darkRules(dark: Palette, scope = ""): string {
  const rules: [string, string][] = [
    ["page", `background-color:${dark.page}!important`],
    ["card", `background-color:${dark.card}!important`],
    ["panel", `background-color:${dark.panel}!important`],
    ["text", `color:${dark.text}!important`],
    ["muted", `color:${dark.muted}!important`],
    ["accent", `color:${dark.accent}!important`],
    ["line", `border-color:${dark.line}!important`],
  ];
  return rules.map(([name, style]) => `${scope}.${name}{${style}}`).join("");
}
