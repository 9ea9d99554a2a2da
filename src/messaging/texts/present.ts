import type * as z from "zod";
import type { OwnWords } from "../../events/placeholders/translated-words.ts";
import { toWireOrNull } from "../../kernel/clock.ts";
import type { Texts } from "./schemas.ts";
import type { SavedWords } from "./words.ts";

/** The host's own words as the API returns them. */
export function presentTexts(words: SavedWords): z.output<typeof Texts> {
  const { translations } = words;
  return {
    ...presentWords(words),
    updated_at: toWireOrNull(words.updatedAt),
    ...(translations === null
      ? {}
      : {
          translations: Object.fromEntries(
            Object.entries(translations).map(([language, translated]) => [language, presentWords(translated)]),
          ),
        }),
  };
}

function presentWords({ invitationSubject, invitationBody, confirmationBody, reminderFooter }: OwnWords) {
  return {
    invitation: { subject: invitationSubject ?? null, body: invitationBody ?? null },
    confirmation: { body: confirmationBody ?? null },
    reminder_footer: reminderFooter ?? null,
  };
}
