import type { Question } from "../../db/schema/questions.ts";
import type { AnswerValues, Companion } from "../../db/schema/rsvps.ts";

/** The current and the removed questions of an event. */
interface Asked {
  items: readonly Question[];
  removed: readonly Question[];
}

/** An answered question as text. */
interface DescribedAnswer {
  questionId: string;
  label: string;
  /** The value. For a question of scope `person`, the values by name, such as `Ada: Fish · Ben: Vegan`. */
  text: string;
}

/**
 * Returns the answers of a party in the order of the questions, removed questions last. Questions without an answer are
 * left out.
 * @param rsvp the RSVP, with the name of its guest
 */
export function describeAnswers(
  { items, removed }: Asked,
  rsvp: { guestName: string; answers: AnswerValues; companions: readonly Companion[] },
): DescribedAnswer[] {
  return [...items, ...removed].flatMap(({ id, label }) => {
    const own = rsvp.answers[id];
    const ofCompanions = rsvp.companions.flatMap(({ name, answers }, index) => {
      const value = answers[id];
      return value === undefined ? [] : [`${name ?? `+${index + 1}`}: ${describeValue(value)}`];
    });
    if (ofCompanions.length === 0)
      return own === undefined ? [] : [{ questionId: id, label, text: describeValue(own) }];
    const ofGuest = own === undefined ? [] : [`${rsvp.guestName}: ${describeValue(own)}`];
    return [{ questionId: id, label, text: [...ofGuest, ...ofCompanions].join(" · ") }];
  });
}

/** A value as people read it. */
function describeValue(value: AnswerValues[string]): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
