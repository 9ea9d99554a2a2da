import { plainForm } from "./look-alikes.ts";
import { posesAsUs } from "./our-name.ts";
import { oneLine } from "./visible-text.ts";

/** Longest name of an account, in characters: a sender's name in an inbox shows half of it. */
export const MAX_DISPLAY_NAME = 60;

/** Why a name may not stand where the service says who speaks. */
export type DisplayNameProblem = "empty" | "too_long" | "link" | "ours";

/**
 * Returns why a name may not be shown as the sender of an email, or as the host of an event. Null for a harmless name.
 * The only rule for names of accounts: at sign-up, and for names that were stored before.
 */
export function displayNameProblem(name: string): DisplayNameProblem | null {
  const line = oneLine(name);
  if (line === "") return "empty";
  if (Array.from(line).length > MAX_DISPLAY_NAME) return "too_long";
  if (looksLikeLink(line)) return "link";
  return posesAsUs(line) ? "ours" : null;
}

/** Returns a name on one line, or null if it has a `displayNameProblem`. */
export function safeDisplayName(name: string): string | null {
  return displayNameProblem(name) === null ? oneLine(name) : null;
}

/** Full stops that browsers accept in a host name, in addition to those that decompose to `.`. */
const DOT = "[.\u3002]";
/** Signs of other scripts that look like a full stop between Latin letters. */
const DOT_OF_SCRIPTS = "[\u0660\u06f0\u0701\u0702\ua4f8\ua60e\u{10a50}\u{1d16d}]";
const COLON = "[:\u02d0\u0589\u05c3\u2236\ua789]";
const SLASH = "[/\u2044\u2215\u29f8\u2571\u3033]";
const LINK = new RegExp(
  [
    `${COLON}${SLASH}{2}`,
    `\\bwww${DOT}`,
    "@",
    `[\\p{L}\\p{N}]${DOT}\\p{L}{2}`,
    `[a-z\\d]${DOT_OF_SCRIPTS}[a-z]{2}`,
    `\\b(?:https?|ftp|mailto|tel|sms)${COLON}`,
    "\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b",
  ].join("|"),
  "iu",
);

/**
 * True if a program could make a link of a part of the text, or a reader could see one: full-width and look-alike dots
 * count, invisible characters do not. A spelled-out address (`example dot com`) does not count, because nothing makes it
 * clickable, and words such as "Dot" are names.
 */
export function looksLikeLink(text: string): boolean {
  return LINK.test(plainForm(text));
}
