/** Combining accents of Latin, Greek and Cyrillic. Vowel signs of other scripts are letters to their readers. */
const ACCENTS = /[\u0300-\u036f]/g;
const PHONE_LIKE = /^[+\d][\d\s()./-]*$/;
const PHONE_PUNCTUATION = /[\s()./-]/g;
/** Fewer digits than this are in every phone number. */
const MIN_PHONE_DIGITS = 3;

/** A text without regard to case and accents: `Zoë Größe` and `ZOE GROSSE` become the same. */
export function foldText(text: string): string {
  const plain = text.normalize("NFKD").replace(ACCENTS, "");
  // Upper case first, because only that way ß is ss and ı is i; a final sigma is the same letter as any other.
  return plain.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}

/** What a search looks for, each in its own column. Null: that column cannot hold it. */
export interface SearchTerms {
  name: string;
  email: string;
  phone: string | null;
}

/** Reads what somebody typed into a search: part of a name, of an address, or of a phone number as people write it. */
export function searchTerms(typed: string): SearchTerms {
  return { name: foldText(typed), email: typed.toLowerCase(), phone: phoneTerm(typed) };
}

/** `0170 / 12 34` → `1701234`: stored numbers have no punctuation, and a country's code where people write zeros. */
function phoneTerm(typed: string): string | null {
  if (!PHONE_LIKE.test(typed)) return null;
  const term = typed.replace(PHONE_PUNCTUATION, "").replace(/^0+/, "");
  return term.length < MIN_PHONE_DIGITS ? null : term;
}
