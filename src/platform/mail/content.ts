import type { HostTexts, Texts } from "../../i18n/texts.ts";
import type { Brand } from "../../kernel/brand.ts";

/** Text with emphasis. */
export type Phrase = string | (string | { strong: string })[];

/**
 * The content of an email, which is rendered as HTML and as plain text. Strings are plain text, escaped when rendered.
 */
export type Block =
  | { kind: "paragraph"; text: Phrase }
  /** Text that a person typed: line breaks are kept and URLs become links. */
  | { kind: "typed"; text: string }
  | { kind: "button"; label: string; href: string }
  /** A question with a button per response. The first is highlighted. */
  | { kind: "choices"; question: string; choices: { label: string; href: string }[] }
  | { kind: "details"; rows: { label: string; value: string }[] }
  | { kind: "list"; label: string; lines: string[] }
  /** The previous value, struck out, and the current value; null if there is none. */
  | { kind: "changes"; rows: { label: string; was: string | null; now: string | null }[] }
  /** `src` is `cid:…` or an absolute web address; shown on white, so that codes can be scanned in dark mode. */
  | { kind: "image"; src: string; alt: string; sizePx: number; caption: string; textInstead: string }
  /** `lead` with its punctuation. */
  | { kind: "links"; lead: string; links: { label: string; href: string }[] }
  /** A code to be typed, in large digits. */
  | { kind: "code"; text: string }
  | { kind: "note"; text: Phrase };

export interface MailContent {
  /** In the reader's language. */
  texts: Texts;
  subject: string;
  /** The preview in an inbox, next to the subject. */
  preheader: string;
  brand: Brand | null;
  /** A short line above the heading. */
  eyebrow?: string;
  heading: string;
  blocks: Block[];
  /** Why the reader got this email. */
  reason: string;
  /** The name of the host who sends it; null for a host without a name to show; nothing for an email of the service. */
  sentBy?: string | null;
  /** Absolute URL of the unsubscribe page. */
  unsubscribeUrl?: string | undefined;
}

/** An email without recipient. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Renders an email with sample data in the reader's language. The keys are names that no other view uses. */
export type MailSamples = Readonly<Record<string, (texts: HostTexts) => RenderedMail>>;
