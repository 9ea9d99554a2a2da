import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { english } from "../i18n/english.ts";
import type { Part, Value } from "../i18n/message.ts";
import type { TextId, Texts } from "../i18n/texts.ts";

/** Of the page that is being rendered. Not a context of Hono's JSX, whose module brings its renderer for browsers along. */
let current: Texts | undefined;

/** Returns the texts of the page that is being rendered. Default: English. */
export function useTexts(): Texts {
  return current ?? english();
}

/** Renders a page in a language. No component is asynchronous, so no other page is rendered in between. */
export function WithTexts({ texts, children }: { texts: Texts | undefined; children?: Child }) {
  current = texts;
  try {
    return html`${children}`;
  } finally {
    current = undefined;
  }
}

interface TProps {
  id: TextId;
  values?: Record<string, Value>;
  /** Elements that stand where the text has a variable of that name. */
  elements?: Record<string, Child>;
  /** Target of `{#link}…{/link}` in the text. */
  href?: string;
}

/** A text of the page's language. `{#strong}…{/strong}` in it is an element. */
export function T({ id, values, elements = {}, href }: TProps) {
  const names = Object.keys(elements);
  const slots = Object.fromEntries(names.map((name, index) => [name, `${SLOT}${index}${SLOT}`]));
  const parts = useTexts().parts(id, { ...values, ...slots });
  return <>{nodesOf(parts, (index) => elements[names[index] ?? ""], href)}</>;
}

/** Of Unicode's private use: in no text. */
const SLOT = "\uE000";

function nodesOf(parts: readonly Part[], slot: (index: number) => Child, href?: string): Child[] {
  let nodes: Child[] = [];
  let outer: Child[] = [];
  for (const part of parts) {
    if (typeof part === "string") {
      nodes.push(...part.split(SLOT).map((text, index) => (index % 2 === 0 ? text : slot(Number(text)))));
    } else if (part.kind === "open") {
      outer = nodes;
      nodes = [];
    } else {
      nodes = [...outer, part.markup === "link" ? <a href={href}>{nodes}</a> : <strong>{nodes}</strong>];
    }
  }
  return nodes;
}
