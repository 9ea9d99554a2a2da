import type { TextId, Texts } from "../../i18n/texts.ts";
import type { FieldProblem } from "../../kernel/errors.ts";
import type { AnswerTerms } from "./answer-form-view.tsx";
import { type AskedQuestion, type Person, personField, questionField } from "./field-names.ts";
import { EMPTY_FORM, type FormState } from "./form-state.ts";

/** The API's message about a field, and its text for guests. A group of the pattern is a value of the text. */
const WORDS: readonly (readonly [message: RegExp, text: TextId, path?: RegExp])[] = [
  [/^is required/, "guest.answer-this", /answers\./],
  [/^is required/, "guest.name-everyone", /^companions$/],
  [/^is required/, "guest.fill-in"],
  [/^must have at most (?<count>\d+) characters?/, "guest.too-long"],
  [/^must be a text of at most (?<count>\d+) characters/, "guest.too-long"],
  [/^must (?:be|have) at most (?<count>\d+)/, "guest.too-many", /^(?:plus_ones|companions)$/],
  [/^must be a number/, "guest.enter-number"],
  [/^must (?:not be empty|have at least one visible)/, "guest.fill-in"],
  [/control characters/, "guest.hidden-character"],
  [/^Please choose one|^must be (?:one|some) of/, "guest.choose-one"],
];

/** A message of the API as a sentence beside the field that it is about. */
function fieldProblemText(texts: Texts, { path, message }: FieldProblem): string {
  for (const [pattern, id, of] of WORDS) {
    const found = pattern.exec(message);
    if (found === null || (of !== undefined && !of.test(path))) continue;
    const { count } = found.groups ?? {};
    return texts.format(id, count === undefined ? {} : { count: Number(count) });
  }
  return texts.format("guest.check-this");
}

type Value = string | number | boolean | readonly string[];

/** An answer, as far as the form shows it. */
interface StoredAnswer {
  response: string;
  plus_ones: number;
  companions: readonly { name: string | null; attending: boolean; answers: Readonly<Record<string, Value>> }[];
  answers: Readonly<Record<string, Value>>;
}

/** Returns the form before the first RSVP. @param chosen the response that the link chose */
export function blankForm(chosen: string | null): FormState {
  return chosen === null ? EMPTY_FORM : { ...EMPTY_FORM, values: new Map([["response", [chosen]]]) };
}

export function formOf(answer: StoredAnswer, { party, questions }: AnswerTerms): FormState {
  const values = new Map<string, string[]>([["response", [answer.response]]]);
  const ofEach = questions.filter(({ scope }) => scope === "person");
  setAnswers(values, "guest", questions, answer.answers);
  const { known, further } = seated(answer, party.known);
  [...known, ...further].forEach((companion, index) => {
    if (companion === null) return;
    const person = { companion: index };
    values.set(personField(person, "name"), [companion.name ?? ""]);
    values.set(personField(person, "attending"), [companion.attending ? "coming" : "away"]);
    setAnswers(values, person, ofEach, companion.answers);
  });
  values.set("plus_ones", [String(answer.plus_ones)]);
  // The number of plus-ones was sent before names were required. Show that many empty names, up to the form's maximum.
  const unnamed = answer.companions.length === 0 ? Math.min(answer.plus_ones, party.maxPlusOnes - known.length) : 0;
  values.set("more", [String(Math.max(further.length, unnamed, 0))]);
  return { ...EMPTY_FORM, values };
}

type Companion = StoredAnswer["companions"][number];

/** Sorts the RSVP's companions as the form does: those whom the host has named, then other attending companions. */
function seated({ companions }: StoredAnswer, names: readonly { name: string }[]) {
  const left = [...companions];
  const known = names.map(({ name }): Companion | null => {
    const at = left.findIndex((companion) => companion.name === name);
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  });
  return { known, further: left.filter(({ attending }) => attending) };
}

function setAnswers(
  values: Map<string, string[]>,
  person: Person,
  questions: readonly AskedQuestion[],
  answers: Readonly<Record<string, Value>>,
): void {
  for (const question of questions) {
    const value = answers[question.id];
    if (value !== undefined) values.set(questionField(person, question), textsOf(value));
  }
}

function textsOf(value: Value): string[] {
  if (typeof value === "boolean") return [value ? "yes" : "no"];
  return typeof value === "object" ? [...value] : [String(value)];
}

/** Returns the form as it was sent, with its errors. @param fields the body of the request */
export function sentForm(
  fields: Record<string, unknown>,
  problems: readonly { path: string; message: string }[],
  terms: AnswerTerms,
  texts: Texts,
): FormState {
  const values = new Map(Object.entries(fields).map(([name, value]) => [name, [value].flat().map(String)]));
  const messages = new Map(problems.map((problem) => [problem.path, fieldProblemText(texts, problem)]));
  const state = { values, problems: messages, firstProblem: null };
  return { ...state, firstProblem: pathsOf(terms, values.size).find((path) => messages.has(path)) ?? null };
}

/** The paths of the API's request in the order of the form's fields. @param most no more companions were sent */
function pathsOf({ questions }: AnswerTerms, most: number): string[] {
  const of = (scope: AskedQuestion["scope"]) =>
    questions.filter((question) => question.scope === scope).map(({ id }) => `answers.${id}`);
  const companions = Array.from({ length: Math.min(most, MAX_COMPANIONS) }, (_, companion) =>
    ["attending", "name", ...of("person")].map((field) => personField({ companion }, field)),
  );
  return ["response", ...of("person"), "plus_ones", "companions", ...companions.flat(), ...of("guest")];
}

/** A party has at most 20 people. */
const MAX_COMPANIONS = 19;
