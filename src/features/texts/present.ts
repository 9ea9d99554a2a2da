import type * as z from "zod";
import type { Texts } from "./schemas.ts";
import type { Words } from "./words.ts";

/** The host's own words as the API returns them. */
export function presentTexts(words: Words): z.output<typeof Texts> {
  return {
    invitation: { subject: words.invitationSubject, body: words.invitationBody },
    confirmation: { body: words.confirmationBody },
    reminder_footer: words.reminderFooter,
  };
}
