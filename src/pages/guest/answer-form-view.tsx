import type * as z from "zod";
import type { RESPONSES } from "../../features/guests/schemas.ts";
import type { GuestRsvp } from "../../features/rsvp/schemas.ts";

/** The text of each response as a choice and once submitted. */
export const RESPONSE_WORDS = {
  attending: { offer: "Yes, I'll be there", done: "You're going" },
  maybe: { offer: "Not sure yet", done: "You've said maybe" },
  declined: { offer: "Sorry, I can't make it", done: "You can't make it" },
} as const satisfies Record<(typeof RESPONSES)[number], { offer: string; done: string }>;

const ORDER = ["attending", "maybe", "declined"] as const;

interface AnswerFormProps {
  action: string;
  maxPlusOnes: number;
  /** The RSVP to edit; null for a first one. */
  current: z.output<typeof GuestRsvp> | null;
  editNonce: string | null;
}

/** The RSVP form. It works without a script; with one, the hidden field holds the fingerprint. */
export function AnswerForm({ action, maxPlusOnes, current, editNonce }: AnswerFormProps) {
  return (
    <form method="post" action={action} id="answer">
      <input type="hidden" name="intent" value={current === null ? "submit" : "edit"} />
      <input type="hidden" name="fingerprint" value="" />
      {editNonce === null ? null : <input type="hidden" name="edit_nonce" value={editNonce} />}
      <fieldset>
        <legend>{current === null ? "Will you be there?" : "Change your RSVP"}</legend>
        <div class="choices">
          {ORDER.map((response) => (
            <label class="choice">
              <input type="radio" name="response" value={response} checked={current?.response === response} required />
              {RESPONSE_WORDS[response].offer}
            </label>
          ))}
        </div>
      </fieldset>
      {maxPlusOnes === 0 ? null : (
        <div class="field party">
          <label for="plus-ones">How many people are you bringing?</label>
          <select name="plus_ones" id="plus-ones">
            {Array.from({ length: maxPlusOnes + 1 }, (_, count) => (
              <option value={String(count)} selected={count === (current?.plus_ones ?? 0)}>
                {count === 0 ? "Just me" : count === 1 ? "1 guest" : `${count} guests`}
              </option>
            ))}
          </select>
        </div>
      )}
      <button type="submit" class="wide">
        {current === null ? "Send RSVP" : "Update RSVP"}
      </button>
    </form>
  );
}
