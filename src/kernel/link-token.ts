/** Characters that a chat or an email puts into a long link: white space, invisible characters, `=` at the end of a line. */
const GAP = "(?:=\\r?\\n|[\\s\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff])*";
const LETTER = `[\\w-]${GAP}`;
/** 32 bytes as base64url: a signed ID, and the signature of a JWT. */
const SIGNED = `(?:${LETTER}){43}`;

/** Before a token. `3D` is the `=` before it in the source of an email. */
const BEFORE = "^[^\\w-]*(?:3D)?";

/**
 * A JWT, and a signed ID, with what was copied before and after it. A letter or digit after the 43rd makes it another
 * text; `_` and `-` are dirt there. The first part of a JWT, which can have 43 letters, is not a signed ID.
 */
const FORMS = [
  new RegExp(`${BEFORE}((?:(?:${LETTER})+\\.${GAP}){2}${SIGNED})(?![A-Za-z0-9])`),
  new RegExp(`${BEFORE}(${SIGNED})(?![A-Za-z0-9]|\\.[\\w-]+\\.[\\w-])`),
];
const GAPS = new RegExp(GAP, "g");

/**
 * Returns the token of a link without the characters that came along when the link was copied: `TOKEN.`, `TOKEN_`,
 * `<TOKEN>`, `TOKEN&amp;x`, a line break inside. Returns other texts unchanged. Every token of a link goes through this
 * before it is verified. Its form is known, and the signature decides whether it is one.
 */
export function tidyToken(text: string): string {
  const found = FORMS.map((form) => form.exec(text)?.[1]).find((token) => token !== undefined);
  return found?.replace(GAPS, "") ?? text;
}

/** True if a text has the form of a signed ID, once what was copied along is removed. A shorter one was cut. */
export function isWholeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(tidyToken(text));
}

/** Returns a part of a path without its escapes; unchanged if they are malformed. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
