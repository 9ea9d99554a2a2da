import { webUrl } from "../../../kernel/brand.ts";
import type { Block, MailContent, Phrase } from "./content.ts";

/** The plain text alternative: the same text in the same order, with URLs written out. */
export function renderText(content: MailContent): string {
  const heading = `${content.heading}\n${"=".repeat(Math.min(Array.from(content.heading).length, 60))}`;
  const footer = ["-- ", content.reason];
  if (content.unsubscribeUrl !== undefined) footer.push(`Unsubscribe: ${content.unsubscribeUrl}`);
  return `${[heading, ...content.blocks.map(blockText), footer.join("\n")].join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "note":
      return phraseText(block.text);
    case "code":
      return block.text;
    case "typed":
      return block.text.replace(/\r\n?/g, "\n").trim();
    case "button":
      return `${block.label}:\n${webUrl(block.href) ?? ""}`;
    case "choices":
      return [block.question, ...block.choices.map(({ label, href }) => `- ${label}: ${webUrl(href) ?? ""}`)].join(
        "\n",
      );
    case "details":
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "list":
      return [`${block.label}:`, ...block.lines.map((line) => `- ${line}`)].join("\n");
    case "changes":
      return block.rows.map(({ label, was, now }) => `${label}: ${changeText(was, now)}`).join("\n");
    case "image":
      return block.textInstead;
    case "links":
      return [block.lead, ...block.links.map(({ label, href }) => `- ${label}: ${href}`)].join("\n");
  }
}

/** `was Friday → now Sunday`. */
function changeText(was: string | null, now: string | null): string {
  return was === null ? `now ${now ?? "none"}` : `was ${was} → now ${now ?? "none"}`;
}

function phraseText(phrase: Phrase): string {
  return typeof phrase === "string"
    ? phrase
    : phrase.map((part) => (typeof part === "string" ? part : part.strong)).join("");
}
