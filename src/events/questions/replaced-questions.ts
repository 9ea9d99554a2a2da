import type { Question } from "../../db/schema/questions.ts";
import type { FieldProblem } from "../../kernel/errors.ts";
import type { QuestionInput } from "./schemas.ts";

/** The questions of an event: those that are asked, and those that were, latest first. */
export interface QuestionList {
  items: Question[];
  removed: Question[];
}

/** The most removed questions that are kept, so that the row stays small. */
const MAX_REMOVED = 60;

/**
 * The list that takes the place of another. What is not in it any more counts as removed; a removed question comes back by
 * its id. @param newId makes the id of a new question
 */
export function replacedQuestions(
  before: QuestionList,
  input: readonly QuestionInput[],
  newId: () => string,
): QuestionList {
  const items = input.map((question) => toQuestion(question, newId));
  const asked = new Set(items.map(({ id }) => id));
  const removed = [...before.items, ...before.removed].filter(({ id }) => !asked.has(id));
  return { items, removed: removed.slice(0, MAX_REMOVED) };
}

/** Ids that the event does not have or that come twice, and questions of another kind than before. */
export function questionProblems(before: QuestionList, input: readonly QuestionInput[]): FieldProblem[] {
  const known = new Map([...before.removed, ...before.items].map((question) => [question.id, question]));
  const seen = new Set<string>();
  return input.flatMap(({ id, kind }, index) => {
    if (id === undefined) return [];
    const stored = known.get(id);
    const isRepeated = seen.has(id);
    seen.add(id);
    if (stored === undefined) {
      return [{ path: `items.${index}.id`, message: "isn't a question of this event; leave it out for a new one" }];
    }
    if (isRepeated) return [{ path: `items.${index}.id`, message: "must not be repeated" }];
    if (stored.kind === kind) return [];
    const message = `must stay ${stored.kind}, which its answers are; leave out the id for a new question`;
    return [{ path: `items.${index}.kind`, message }];
  });
}

function toQuestion(input: QuestionInput, newId: () => string): Question {
  const { id, label, help = null, kind, options = [], required = false, scope = "guest", when = "attending" } = input;
  return { id: id ?? newId(), label, help, kind, options, required, scope, when };
}
