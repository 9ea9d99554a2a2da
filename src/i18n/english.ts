import cities from "./cities/en.json" with { type: "json" };
import english from "./locales/en.json" with { type: "json" };
import { createTexts, type Texts } from "./texts.ts";

let texts: Texts | undefined;

/** The texts of mails to hosts, and of reminders as hosts edit them. */
export function englishTexts(): Texts {
  texts ??= createTexts("en", english, cities);
  return texts;
}
