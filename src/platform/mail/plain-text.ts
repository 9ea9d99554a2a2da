import type { Texts } from "../../i18n/texts.ts";
import { webUrl } from "../../kernel/brand.ts";
import type { Block, MailContent, Phrase } from "./content.ts";
import { senderLine } from "./wording.ts";

/** The plain text alternative: the same text in the same order, with URLs written out. */
export function renderText(content: MailContent, texts: Texts): string {
  const heading = `${content.heading}\n${"=".repeat(Math.min(Array.from(content.heading).length, 60))}`;
  const footer = ["-- ", content.reason];
  if (content.unsubscribeUrl !== undefined)
    footer.push(`${labelled(texts.format("mail.unsubscribe"), texts)}${content.unsubscribeUrl}`);
  footer.push(senderLine(content, texts));
  return `${[heading, ...content.blocks.map((block) => blockText(block, texts)), footer.join("\n")].join("\n\n")}\n`;
}

function blockText(block: Block, texts: Texts): string {
  switch (block.kind) {
    case "paragraph":
    case "note":
      return phraseText(block.text);
    case "code":
      return block.text;
    case "typed":
      return block.text.replace(/\r\n?/g, "\n").trim();
    case "button":
      return `${labelled(block.label, texts).trimEnd()}\n${webUrl(block.href) ?? ""}`;
    case "choices":
      return [
        block.question,
        ...block.choices.map(({ label, href }) => `- ${labelled(label, texts)}${webUrl(href) ?? ""}`),
      ].join("\n");
    case "details":
      return block.rows.map(({ label, value }) => `${labelled(label, texts)}${value}`).join("\n");
    case "list":
      return [labelled(block.label, texts).trimEnd(), ...block.lines.map((line) => `- ${line}`)].join("\n");
    case "changes":
      return block.rows
        .map(({ label, was, now }) => `${labelled(label, texts)}${changeText(was, now, texts)}`)
        .join("\n");
    case "image":
      return block.textInstead;
    case "links":
      return [block.lead, ...block.links.map(({ label, href }) => `- ${labelled(label, texts)}${href}`)].join("\n");
  }
}

/** `When: `, with the colon of the reader's language. */
function labelled(label: string, { format }: Texts): string {
  return format("mail.labelled", { label });
}

/** `was Friday → now Sunday`. */
function changeText(was: string | null, value: string | null, { format }: Texts): string {
  const now = value ?? format("mail.none");
  return was === null ? format("mail.now-is", { now }) : format("mail.was-now", { was, now });
}

function phraseText(phrase: Phrase): string {
  return typeof phrase === "string"
    ? phrase
    : phrase.map((part) => (typeof part === "string" ? part : part.strong)).join("");
}
