import type { Child } from "hono/jsx";
import { linkTo, type Operation, type Reference } from "./document.ts";
import { GUIDANCE } from "./error-guidance.ts";

/** Renders the texts of the document as HTML. */
export interface Prose {
  /** Renders a text as phrases: `code` as code, and codes and operations as links to their descriptions. */
  line(text: string): Child;
  /** Renders a text as paragraphs, split at empty lines. */
  paragraphs(text: string): Child;
}

/** Returns the link to the description of an error code. */
export function linkToCode(code: string): string {
  return `/docs/errors#${code}`;
}

export function proseOf({ operations }: Reference): Prose {
  const addresses = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const line = (text: string): Child =>
    text.split("`").map((part, index) => (index % 2 === 0 ? part : <Code text={part} addresses={addresses} />));
  return {
    line,
    paragraphs: (text) =>
      text
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph !== "")
        .map((paragraph) => <p>{line(paragraph)}</p>),
  };
}

function Code({ text, addresses }: { text: string; addresses: Map<string, Operation> }) {
  const operation = addresses.get(text);
  const href = operation ? linkTo(operation) : text in GUIDANCE ? linkToCode(text) : null;
  return href === null ? (
    <code>{text}</code>
  ) : (
    <a href={href}>
      <code>{text}</code>
    </a>
  );
}

/** A scrollable element must be focusable for keyboards (WCAG 2.1.1), and therefore needs a name. */
function scrollable(name: string) {
  return { tabindex: 0, role: "group", "aria-label": name } as const;
}

/** Renders a table that scrolls sideways if it does not fit. */
export function ScrollingTable({ name, children }: { name: string; children?: unknown }) {
  return (
    <div class="scrolling" {...scrollable(name)}>
      <table>{children}</table>
    </div>
  );
}

/** Renders a block of code that scrolls sideways. @param name the subject of the example */
export function CodeBlock({ caption, name, text }: { caption: string; name: string; text: string }) {
  return (
    <figure class="code">
      <figcaption>{caption}</figcaption>
      <pre {...scrollable(`${caption}: ${name}`)}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
