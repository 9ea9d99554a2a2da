import * as z from "zod";
import { locale } from "../../http/fields.ts";

const MAX_LANGUAGES = 20;

/** An object by BCP 47 tag in its canonical case, of at most 20 languages. */
export function byLanguage<S extends z.ZodType>(words: S) {
  return z.record(z.string(), words).superRefine((translations, context) => {
    const tags = Object.keys(translations);
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (tags.length > MAX_LANGUAGES) refuse([], `must have at most ${MAX_LANGUAGES} languages`);
    for (const tag of tags) {
      const parsed = locale.safeParse(tag);
      if (!parsed.success) refuse([tag], "must be a language tag (BCP 47), e.g. pt-BR");
      else if (parsed.data !== tag) refuse([tag], `must be written ${parsed.data}`);
    }
  });
}
