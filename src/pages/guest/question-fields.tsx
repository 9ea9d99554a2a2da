import { T, useTexts } from "../texts.tsx";
import { Field, FieldGroup } from "./field.tsx";
import { type AskedQuestion, type Person, personField, questionField } from "./field-names.ts";
import { controlOf, type FormState, firstValue } from "./form-state.ts";

/** More options than these are a list to open. */
const MAX_RADIOS = 6;
/** Characters of an option that has half a line. */
const MAX_SHORT = 10;
const MAX_TEXT = 1_000;

interface QuestionFieldsProps {
  questions: readonly AskedQuestion[];
  person: Person;
  state: FormState;
}

/** The questions for one person. A style hides attending-only questions unless the response is yes. */
export function QuestionFields({ questions, ...rest }: QuestionFieldsProps) {
  return (
    <>
      {questions.map((question) => (
        <div class={question.when === "attending" ? "when-yes" : undefined}>
          {question.when === "attending" && rest.person === "guest" ? <OnlyIfComing /> : null}
          <QuestionField question={question} {...rest} />
        </div>
      ))}
    </>
  );
}

/** For browsers that know no `:has` and show everything. */
export function OnlyIfComing() {
  return (
    <p class="hint muted">
      <T id="guest.only-if-coming" />
    </p>
  );
}

type QuestionFieldProps = Omit<QuestionFieldsProps, "questions"> & { question: AskedQuestion };

function QuestionField(props: QuestionFieldProps) {
  const { question, person, state } = props;
  const { format } = useTexts();
  const name = questionField(person, question);
  const path = personField(person, `answers.${question.id}`);
  const { help, required } = question;
  const label = <bdi>{question.label}</bdi>;
  const frame = { state, name, path, label, help, required };
  const control = controlOf(state, name, path, help);
  const options =
    question.kind === "yes_no"
      ? [
          { value: "yes", text: format("guest.answer-yes") },
          { value: "no", text: format("guest.answer-no") },
        ]
      : question.options.map((option) => ({ value: option, text: option }));
  if (
    question.kind === "yes_no" ||
    question.kind === "choices" ||
    (question.kind === "choice" && options.length <= MAX_RADIOS)
  ) {
    return (
      <FieldGroup {...frame}>
        <Options {...props} control={control} options={options} />
      </FieldGroup>
    );
  }
  return (
    <Field {...frame} id={control.id}>
      <Control {...props} control={control} options={options} />
    </Field>
  );
}

type ControlProps = QuestionFieldProps & {
  control: ReturnType<typeof controlOf>;
  options: { value: string; text: string }[];
};

/**
 * A browser cannot require a hidden field. The script requires the field while it is shown. Without the script, the
 * service returns the form with the problem.
 */
function requirement({ question, person }: QuestionFieldProps) {
  const isShown = question.when === "always" && person === "guest";
  return question.required ? { required: isShown, "data-required": "" } : {};
}

/** Returns the class that puts short options next to each other. */
function layoutOf(options: ControlProps["options"]): string {
  if (options.some(({ text }) => text.length > MAX_SHORT)) return "";
  return options.length === 2 ? "pair" : "short";
}

/** Radio buttons, or checkboxes for a question with several choices. */
function Options(props: ControlProps) {
  const { question, control, options, state } = props;
  const { id, name, ...described } = control;
  const isList = question.kind === "choices";
  const chosen = state.values.get(name) ?? [];
  return (
    <div class={`options ${layoutOf(options)}`}>
      {/* Browsers omit unticked checkboxes, so this field marks the question as answered. */}
      {isList ? <input type="hidden" name={name} value="" /> : null}
      {options.map(({ value, text }, index) => (
        <label class="choice">
          <input
            type={isList ? "checkbox" : "radio"}
            id={index === 0 ? id : undefined}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            {...described}
            {...(isList ? {} : requirement(props))}
          />
          <bdi>{text}</bdi>
        </label>
      ))}
    </div>
  );
}

function Control(props: ControlProps) {
  const { question, person, control, options, state } = props;
  const value = firstValue(state, control.name);
  if (question.kind === "choice") {
    return (
      <select {...control} {...requirement(props)}>
        <option value="">
          <T id="guest.choose" />
        </option>
        {options.map((option) => (
          <option value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
    );
  }
  if (question.kind === "number") {
    return <input type="number" step="any" inputmode="decimal" value={value} {...control} {...requirement(props)} />;
  }
  if (person === "guest") {
    return (
      <textarea rows={2} maxlength={MAX_TEXT} {...control} {...requirement(props)}>
        {value}
      </textarea>
    );
  }
  return <input type="text" maxlength={MAX_TEXT} value={value} {...control} {...requirement(props)} />;
}
