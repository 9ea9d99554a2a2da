import { emailKey } from "../kernel/email-address.ts";
import { foldCase } from "../kernel/tag-keys.ts";

/** Combining accents of Latin, Greek and Cyrillic. Vowel signs of other scripts are letters to their readers. */
const ACCENTS = /[\u0300-\u036f]/g;
const PHONE_LIKE = /^[+\d][\d\s()./-]*$/;
const PHONE_PUNCTUATION = /[\s()./-]/g;
/** A shorter digit string would match nearly every phone number. */
const MIN_PHONE_DIGITS = 3;

/** Folds case and accents: `Zoë Größe` and `ZOE GROSSE` become the same text. */
export function foldText(text: string): string {
  return foldCase(text.normalize("NFKD").replace(ACCENTS, ""));
}

/** The search term for each column; null where the column cannot match. */
export interface SearchTerms {
  name: string;
  email: string;
  phone: string | null;
}

/** Search terms from a query: part of a name, of an e-mail address, or of a phone number in any notation. */
export function searchTerms(query: string): SearchTerms {
  return { name: foldText(query), email: emailKey(query), phone: phoneTerm(query) };
}

/** `0170 / 12 34` → `1701234`: stored numbers are E.164, without punctuation and national leading zeros. */
function phoneTerm(query: string): string | null {
  if (!PHONE_LIKE.test(query)) return null;
  const term = query.replace(PHONE_PUNCTUATION, "").replace(/^0+/, "");
  return term.length < MIN_PHONE_DIGITS ? null : term;
}
