import type { EventRow } from "../../db/schema/events.ts";
import type { TextId } from "../../i18n/texts.ts";
import { useTexts } from "../texts.tsx";
import { Field, FieldGroup } from "./field.tsx";
import { type AskedQuestion, personField } from "./field-names.ts";
import { controlOf, type FormState, firstValue } from "./form-state.ts";
import { OnlyIfComing, QuestionFields } from "./question-fields.tsx";

/** Limits and questions of an invitation about the party. */
export interface PartyTerms {
  maxPlusOnes: number;
  companionNames: EventRow["companionNames"];
  /** Companions whom the host has named. */
  known: readonly { name: string }[];
}

interface PartyFieldsProps {
  party: PartyTerms;
  /** Asked of each person. */
  questions: readonly AskedQuestion[];
  state: FormState;
}

/** Returns how many companions the form can add to the named ones. */
function furtherCompanions({ maxPlusOnes, known }: PartyTerms, state: FormState): number {
  return Math.max(maxPlusOnes - known.length, Number(firstValue(state, "more")) || 0, 0);
}

/** Fields for the party: a number, or each companion by name. Hidden by style while the response is no. */
export function PartyFields({ party, questions, state }: PartyFieldsProps) {
  if (party.companionNames === "off") {
    return party.maxPlusOnes === 0 ? null : (
      <div class="party">
        <NumberOfGuests name="plus_ones" label="guest.bringing" most={party.maxPlusOnes} state={state} />
      </div>
    );
  }
  const further = furtherCompanions(party, state);
  const known = party.known.length;
  return (
    <div class="when-yes people">
      <OnlyIfComing />
      <input type="hidden" name="known" value={String(known)} />
      {party.known.map(({ name }, index) => (
        <KnownCompanion name={name} index={index} questions={questions} state={state} />
      ))}
      {further === 0 ? null : (
        <NumberOfGuests
          name="more"
          label={known > 0 ? "guest.anyone-else" : "guest.bringing"}
          none={known > 0 ? "guest.no-one-else" : "guest.just-me"}
          most={further}
          state={state}
        />
      )}
      {Array.from({ length: further }, (_, index) => (
        <FurtherCompanion
          place={index + 1}
          index={known + index}
          isNameRequired={party.companionNames === "required"}
          questions={questions}
          state={state}
        />
      ))}
    </div>
  );
}

interface NumberOfGuestsProps {
  name: "plus_ones" | "more";
  label: TextId;
  none?: TextId;
  most: number;
  state: FormState;
}

function NumberOfGuests({ name, label, none = "guest.just-me", most, state }: NumberOfGuestsProps) {
  const { format } = useTexts();
  // With names, the API knows the number as the list of companions.
  const path = name === "more" ? "companions" : name;
  const control = controlOf(state, name, path, null);
  const chosen = Number(firstValue(state, name)) || 0;
  return (
    <Field state={state} name={name} path={path} label={format(label)} id={control.id}>
      <select {...control}>
        {Array.from({ length: most + 1 }, (_, count) => (
          <option value={String(count)} selected={count === chosen}>
            {count === 0 ? format(none) : format("guest.guest-count", { count })}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface CompanionProps {
  /** The place in the API's list of companions. */
  index: number;
  questions: readonly AskedQuestion[];
  state: FormState;
}

/** A companion whom the host has named, with the choice to come or not. */
function KnownCompanion({ name, index, questions, state }: CompanionProps & { name: string }) {
  const { format } = useTexts();
  const person = { companion: index };
  const field = personField(person, "attending");
  const { id, ...control } = controlOf(state, field, field, null);
  const chosen = firstValue(state, field);
  return (
    <div class={questions.length === 0 ? undefined : "person"}>
      <FieldGroup state={state} name={field} path={field} label={format("guest.is-coming", { name })}>
        <input type="hidden" name={personField(person, "name")} value={name} />
        <div class="options pair">
          {(["coming", "away"] as const).map((value) => (
            <label class="choice">
              <input
                type="radio"
                id={value === "coming" ? id : undefined}
                {...control}
                value={value}
                checked={chosen === value}
                data-required=""
              />
              {format(value === "coming" ? "guest.coming" : "guest.not-coming")}
            </label>
          ))}
        </div>
      </FieldGroup>
      {questions.length === 0 ? null : (
        <fieldset class="asked">
          <legend class="visually-hidden">{format("guest.about", { name })}</legend>
          <QuestionFields questions={questions} person={person} state={state} />
        </fieldset>
      )}
    </div>
  );
}

/** A companion whom the guest adds. The style shows the selected number of them. */
function FurtherCompanion(props: CompanionProps & { place: number; isNameRequired: boolean }) {
  const { place, index, isNameRequired, questions, state } = props;
  const { format } = useTexts();
  const person = { companion: index };
  const field = personField(person, "name");
  const control = controlOf(state, field, field, null);
  return (
    <fieldset class={`person guest-${place}`}>
      <legend>{format("guest.guest-number", { place })}</legend>
      <Field
        state={state}
        name={field}
        path={field}
        id={control.id}
        label={format(isNameRequired ? "guest.name" : "guest.name-optional")}
        required={isNameRequired}
      >
        <input
          type="text"
          maxlength={200}
          autocomplete="off"
          value={firstValue(state, field)}
          {...control}
          {...(isNameRequired ? { "data-required": "" } : {})}
        />
      </Field>
      <QuestionFields questions={questions} person={person} state={state} />
    </fieldset>
  );
}
