import type * as z from "zod";
import type { RESPONSES } from "../../features/guests/schemas.ts";
import type { GuestRsvp } from "../../features/rsvp/schemas.ts";

/** The text of each response as a choice and once submitted. */
export const RESPONSE_WORDS = {
  attending: { offer: "Yes, with pleasure", done: "You are coming" },
  maybe: { offer: "I do not know yet", done: "You may come" },
  declined: { offer: "Sorry, I cannot", done: "You cannot come" },
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
        <legend>{current === null ? "Will you come?" : "What has changed?"}</legend>
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
          <label for="plus-ones">Who comes with you?</label>
          <select name="plus_ones" id="plus-ones">
            {Array.from({ length: maxPlusOnes + 1 }, (_, count) => (
              <option value={String(count)} selected={count === (current?.plus_ones ?? 0)}>
                {count === 0 ? "Nobody else" : count === 1 ? "One person" : `${count} people`}
              </option>
            ))}
          </select>
        </div>
      )}
      <button type="submit" class="wide">
        {current === null ? "Send my answer" : "Send the change"}
      </button>
    </form>
  );
}
