import type * as z from "zod";
import { toWireOrNull } from "../../kernel/clock.ts";
import type { Texts } from "./schemas.ts";
import type { SavedWords } from "./words.ts";

/** The host's own words as the API returns them. */
export function presentTexts(words: SavedWords): z.output<typeof Texts> {
  return {
    invitation: { subject: words.invitationSubject, body: words.invitationBody },
    confirmation: { body: words.confirmationBody },
    reminder_footer: words.reminderFooter,
    updated_at: toWireOrNull(words.updatedAt),
  };
}
