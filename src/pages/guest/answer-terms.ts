import type * as z from "zod";
import type { Invitation } from "../../access/schemas.ts";
import type { AnswerTerms } from "./answer-form-view.tsx";

export type InvitationDocument = z.output<typeof Invitation>;
export type Rsvp = NonNullable<InvitationDocument["rsvp"]>;

/** Returns the questions and limits of an invitation's RSVP form. */
export function termsOf({ event, guest, allowed_responses, questions }: InvitationDocument): AnswerTerms {
  return {
    responses: allowed_responses,
    party: { maxPlusOnes: guest.max_plus_ones, companionNames: event.companion_names, known: guest.companions },
    questions,
  };
}
