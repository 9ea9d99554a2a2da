import type { PutQuestions, Question } from "@usher/client";

/** A question while it is edited. `key` is stable; `id` is null until the question is saved. */
export interface DraftQuestion extends Pick<Question, "label" | "kind" | "required" | "scope" | "when"> {
  key: string;
  id: string | null;
  help: string;
  /** One per line. */
  options: string;
}

export const KINDS: Question["kind"][] = ["text", "choice", "choices", "yes_no", "number"];
/** The API's limit. */
export const MAX_QUESTIONS = 20;

export function draftOf(question: Question): DraftQuestion {
  const { id, label, help, kind, options, required, scope, when } = question;
  return { key: id, id, label, help: help ?? "", kind, options: options.join("\n"), required, scope, when };
}

/** A question of a request as a draft. @param key of the draft; its ID if the request has one */
export function draftOfItem(key: string, item: PutQuestions["items"][number]): DraftQuestion {
  const { id, label, help, kind, options = [], required = false, scope = "guest", when = "attending" } = item;
  return { key, id: id ?? null, label, help: help ?? "", kind, options: options.join("\n"), required, scope, when };
}

export function newQuestion(): DraftQuestion {
  const empty = { id: null, label: "", help: "", options: "" } as const;
  return { key: crypto.randomUUID(), ...empty, kind: "text", required: false, scope: "guest", when: "attending" };
}

export function hasOptions({ kind }: Pick<DraftQuestion, "kind">): boolean {
  return kind === "choice" || kind === "choices";
}

export function optionsOf({ options }: Pick<DraftQuestion, "options">): string[] {
  return options
    .split("\n")
    .map((option) => option.trim())
    .filter((option) => option !== "");
}

export function bodyOf(questions: DraftQuestion[]): PutQuestions {
  return {
    items: questions.map((question) => ({
      ...(question.id === null ? {} : { id: question.id }),
      label: question.label.trim(),
      help: question.help.trim() === "" ? null : question.help.trim(),
      kind: question.kind,
      ...(hasOptions(question) ? { options: optionsOf(question) } : {}),
      required: question.required,
      scope: question.scope,
      when: question.when,
    })),
  };
}

export function moved(questions: DraftQuestion[], from: number, to: number): DraftQuestion[] {
  const question = questions[from];
  if (question === undefined || to < 0 || to >= questions.length) return questions;
  const others = questions.filter((_, index) => index !== from);
  return [...others.slice(0, to), question, ...others.slice(to)];
}

/** Returns the questions with the IDs that the API has assigned. @param saved in the order of `sent` */
export function withIds(questions: DraftQuestion[], sent: DraftQuestion[], saved: Question[]): DraftQuestion[] {
  const ids = new Map(sent.map(({ key }, index) => [key, saved[index]?.id ?? null]));
  return questions.map((question) => ({ ...question, id: question.id ?? ids.get(question.key) ?? null }));
}
