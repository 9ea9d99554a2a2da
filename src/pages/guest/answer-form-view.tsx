// By response: the forms ask for one.
import type { TextId } from "../../i18n/texts.ts";
import type { RESPONSES } from "../../kernel/rsvp.ts";
import { T, useTexts } from "../texts.tsx";
import { FieldGroup } from "./field.tsx";
import type { AskedQuestion } from "./field-names.ts";
import { ANSWER_ID, controlOf, type FormState, firstValue } from "./form-state.ts";
import { PartyFields, type PartyTerms } from "./party-fields.tsx";
import { QuestionFields } from "./question-fields.tsx";

type Response = (typeof RESPONSES)[number];

/** The text of each response as a choice. `HEADINGS` has those of a submitted RSVP. */
export const CHOICES = {
  attending: "guest.yes",
  maybe: "guest.maybe",
  declined: "guest.no",
} as const satisfies Record<Response, TextId>;

const ORDER = ["attending", "maybe", "declined"] as const;

/** Target of a form of the page, and its hidden values. */
export interface FormTarget {
  /** The page's own path: `/i/{token}`. */
  path: string;
  intent: "submit" | "edit" | "offer";
  /** Allows an edit from another device; null if none is needed. */
  editNonce: string | null;
}

/** The questions and limits of an invitation's RSVP form. */
export interface AnswerTerms {
  responses: readonly Response[];
  party: PartyTerms;
  questions: readonly AskedQuestion[];
}

interface AnswerFormProps {
  target: FormTarget;
  terms: AnswerTerms;
  state: FormState;
  /** The link has chosen the response: the button has the focus, and one press sends the RSVP. */
  isChosen: boolean;
  /** The form shows the stored RSVP, so the script sends it only if the guest has changed something. */
  isStored?: boolean;
}

/** The RSVP form. It works without a script; with one, the hidden field contains the fingerprint. */
export function AnswerForm({ target, terms, state, isChosen, isStored = false }: AnswerFormProps) {
  const ofEach = terms.questions.filter(({ scope }) => scope === "person");
  const ofGuest = terms.questions.filter(({ scope }) => scope === "guest");
  return (
    <form method="post" action={`${target.path}#${ANSWER_ID}`} class="rsvp" data-stored={isStored ? "" : undefined}>
      <FormTargetFields target={target} />
      <Responses responses={terms.responses} state={state} />
      <QuestionFields questions={ofEach} person="guest" state={state} />
      <PartyFields party={terms.party} questions={ofEach} state={state} />
      <QuestionFields questions={ofGuest} person="guest" state={state} />
      <button type="submit" class="wide" autofocus={isChosen}>
        <T id={target.intent === "submit" ? "guest.send" : "guest.update"} />
      </button>
    </form>
  );
}

/** A form of one button. Leaves the rest of the RSVP unchanged, and asks the questions that every RSVP must answer. */
export function ResponseForm({ target, terms, state, response, label, isChosen = false }: ResponseFormProps) {
  const isAsked = ({ required, when }: AskedQuestion) => required && when === "always";
  return (
    <form method="post" action={`${target.path}#${ANSWER_ID}`} class="rsvp">
      <FormTargetFields target={target} />
      <input type="hidden" name="response" value={response} />
      <QuestionFields questions={terms.questions.filter(isAsked)} person="guest" state={state} />
      <button type="submit" class={response === "declined" ? "wide plain" : "wide"} autofocus={isChosen}>
        <T id={label} />
      </button>
    </form>
  );
}

interface ResponseFormProps extends Omit<AnswerFormProps, "isChosen" | "isStored"> {
  response: Response;
  label: TextId;
  /** The link has chosen this response: the button has the focus. */
  isChosen?: boolean;
}

/** Takes an offered seat, or passes. */
export function OfferForm({ target }: { target: FormTarget }) {
  return (
    <form method="post" action={`${target.path}#${ANSWER_ID}`} class="offer">
      <FormTargetFields target={target} />
      <button type="submit" class="wide" name="accept" value="yes">
        <T id="guest.take-place" />
      </button>
      <button type="submit" class="wide plain" name="accept" value="no">
        <T id="guest.leave-place" />
      </button>
    </form>
  );
}

/** The fields that every form of the page has. */
function FormTargetFields({ target }: { target: FormTarget }) {
  return (
    <>
      <input type="hidden" name="intent" value={target.intent} />
      <input type="hidden" name="fingerprint" value="" />
      {target.editNonce === null ? null : <input type="hidden" name="edit_nonce" value={target.editNonce} />}
    </>
  );
}

function Responses({ responses, state }: { responses: readonly Response[]; state: FormState }) {
  const { id, ...control } = controlOf(state, "response", "response", null);
  const chosen = firstValue(state, "response");
  const { format } = useTexts();
  return (
    <FieldGroup state={state} name="response" path="response" label={format("guest.will-you-come")}>
      <div class="options">
        {ORDER.filter((response) => responses.includes(response)).map((response, index) => (
          <label class="choice">
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              {...control}
              value={response}
              checked={chosen === response}
              required
            />
            {format(CHOICES[response])}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
