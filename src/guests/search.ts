import { foldCase } from "../kernel/tag-keys.ts";

/** Combining accents of Latin, Greek and Cyrillic. Vowel signs of other scripts are letters to their readers. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Folds case and accents: `Zoë Größe` and `ZOE GROSSE` become the same text. */
export function foldText(text: string): string {
  return foldCase(text.normalize("NFKD").replace(ACCENTS, ""));
}

/** The search term for each column; null if the column cannot match. */
export interface SearchTerms {
  name: string;
  email: string;
  phone: string | null;
}
