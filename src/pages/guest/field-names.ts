import type { Question } from "../../db/schema/questions.ts";

/** A question, as the form asks it. */
export type AskedQuestion = Omit<Question, "options"> & { options: readonly string[] };

/** The person whom a question asks about: the guest, or one of the companions. */
export type Person = { companion: number } | "guest";

/** The form's name of a person's field, and the field's path in the API's request. */
export function personField(person: Person, field: string): string {
  return person === "guest" ? field : `companions.${person.companion}.${field}`;
}

/**
 * The name of a question's field. It says what `readAnswerForm` needs to know of the question: the kind, and whether only
 * who attends is asked. The API checks the value by the question itself.
 */
export function questionField(person: Person, { id, kind, when }: AskedQuestion): string {
  return personField(person, `${when === "attending" ? "coming" : "answers"}.${kind}.${id}`);
}

const NAME = /^(?:companions\.(\d{1,2})\.)?(coming|answers)\.(text|choice|choices|yes_no|number)\.([\w-]{1,64})$/;

/** Parses the name of a question's field. Returns null for another field. */
export function parseQuestionField(name: string) {
  const [, companion, when, kind, id] = NAME.exec(name) ?? [];
  if (kind === undefined || id === undefined) return null;
  const person: Person = companion === undefined ? "guest" : { companion: Number(companion) };
  return { person, kind: kind as AskedQuestion["kind"], id, isForAttending: when === "coming" };
}
