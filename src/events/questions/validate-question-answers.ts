import type { Question } from "../../db/schema/questions.ts";
import type { AnswerValues, rsvps } from "../../db/schema/rsvps.ts";
import type { FieldProblem } from "../../kernel/errors.ts";
import { saidNo, saidYes } from "../../kernel/standing.ts";

type Value = AnswerValues[string];

/** The parts of an answer that questions are about. */
export type AskedParty = Pick<typeof rsvps.$inferSelect, "response" | "plusOnes" | "answers" | "companions">;

/** The answers in a request. Null deletes an answer. */
export interface SentParty {
  answers?: Readonly<Record<string, Value | null>> | undefined;
  companions?: readonly { answers?: Readonly<Record<string, Value | null>> | undefined }[] | undefined;
}

/** The longest text. */
const MAX_TEXT = 1_000;

/**
 * Returns the invalid values of a request, each by its path.
 * @param stored the stored RSVP: a request may repeat stored values, even for a question that was removed
 */
export function valueProblems(
  questions: readonly Question[],
  sent: SentParty,
  stored: Pick<AskedParty, "answers" | "companions"> | null,
): FieldProblem[] {
  const judged = { questions, stored: storedValues(stored) };
  const ofCompanions = (sent.companions ?? []).flatMap(({ answers }, index) =>
    problemsOf(judged, answers, `companions.${index}.answers`, "person"),
  );
  return [...problemsOf(judged, sent.answers, "answers"), ...ofCompanions];
}

/**
 * Returns the required questions without an answer, each by its path. Stored values count only while they are valid: if
 * the host has removed an option, the guest has to choose again.
 * @param asksCompanions whether companions can be listed; if not, only the guest is asked the questions per person
 */
export function missingAnswers(
  questions: readonly Question[],
  party: AskedParty,
  asksCompanions: boolean,
): FieldProblem[] {
  const required = questions.filter((question) => question.required && isAsked(question, party.response));
  const problems = openOnes(required, party.answers, "answers");
  const ofPersons = required.filter(({ scope }) => scope === "person");
  if (!asksCompanions || ofPersons.length === 0 || saidNo(party.response)) return problems;
  if (party.companions.length === 0 && party.plusOnes > 0) {
    return [...problems, { path: "companions", message: "is required: each person who comes is asked something" }];
  }
  const ofCompanions = party.companions.flatMap(({ attending, answers }, index) =>
    attending ? openOnes(ofPersons, answers, `companions.${index}.answers`) : [],
  );
  return [...problems, ...ofCompanions];
}

/** Returns an RSVP without the answers to questions for attending guests, of people who do not attend. */
export function dropUnaskedAnswers<P extends AskedParty>(questions: readonly Question[], party: P): P {
  const unasked = new Set(questions.filter(({ when }) => when === "attending").map(({ id }) => id));
  const kept = (answers: AnswerValues): AnswerValues =>
    Object.fromEntries(Object.entries(answers).filter(([id]) => !unasked.has(id)));
  const companions = party.companions.map((companion) =>
    companion.attending ? companion : { ...companion, answers: kept(companion.answers) },
  );
  return { ...party, answers: saidNo(party.response) ? kept(party.answers) : party.answers, companions };
}

interface Known {
  questions: readonly Question[];
  /** In the format of `storedValue`. */
  stored: ReadonlySet<string>;
}

function storedValues(stored: Pick<AskedParty, "answers" | "companions"> | null): Set<string> {
  const parties = stored === null ? [] : [stored.answers, ...stored.companions.map(({ answers }) => answers)];
  return new Set(parties.flatMap((answers) => Object.entries(answers).map(([id, value]) => storedValue(id, value))));
}

function storedValue(id: string, value: Value): string {
  return JSON.stringify([id, value]);
}

function problemsOf(
  { questions, stored }: Known,
  sent: SentParty["answers"],
  path: string,
  scope?: Question["scope"],
): FieldProblem[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return Object.entries(sent ?? {}).flatMap(([id, value]) => {
    if (isEmpty(value) || stored.has(storedValue(id, value))) return [];
    const message = refusalOf(byId.get(id), value, scope);
    return message === null ? [] : [{ path: `${path}.${id}`, message }];
  });
}

function refusalOf(question: Question | undefined, value: Value, scope?: Question["scope"]): string | null {
  if (question === undefined) return "isn't a question of this event; reload the questions";
  if (scope !== undefined && question.scope !== scope) return "is asked of the guest alone";
  return fits(question, value) ? null : expectation(question);
}

function openOnes(required: readonly Question[], answers: AnswerValues, path: string): FieldProblem[] {
  return required.flatMap((question) => {
    const value = answers[question.id];
    if (value !== undefined && fits(question, value)) return [];
    return [{ path: `${path}.${question.id}`, message: `is required: ${expectation(question)}` }];
  });
}

/** A person who may still attend can answer, but need not. */
function isAsked({ when }: Question, response: AskedParty["response"]): boolean {
  return when === "always" || saidYes(response);
}

function isEmpty(value: Value | null): value is null {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function fits({ kind, options }: Question, value: Value): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string" && value.length <= MAX_TEXT;
    case "choice":
      return typeof value === "string" && options.includes(value);
    case "choices":
      return Array.isArray(value) && isSubset(value, options);
    case "yes_no":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number" && Number.isFinite(value);
  }
}

function isSubset(values: readonly string[], options: readonly string[]): boolean {
  return new Set(values).size === values.length && values.every((value) => options.includes(value));
}

function expectation({ kind }: Question): string {
  switch (kind) {
    case "text":
      return `must be a text of at most ${MAX_TEXT} characters`;
    case "choice":
      return "must be one of the question's options";
    case "choices":
      return "must be a list of the question's options, each once";
    case "yes_no":
      return "must be true or false";
    case "number":
      return "must be a number";
  }
}
