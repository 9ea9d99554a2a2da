import type { Question } from "../db/schema/questions.ts";
import type { AnswerValues, Companion } from "../db/schema/rsvps.ts";
import { describeAnswers } from "../events/questions/describe-answers.ts";

/** The questions of an event, those of today and those that were removed. */
interface Asked {
  items: readonly Question[];
  removed: readonly Question[];
}

/** An answer as the columns need it. */
interface Answered {
  answers: AnswerValues;
  companions: readonly Companion[];
}

/** The columns of a CSV file that hold answers to questions. */
export interface AnswerColumns {
  /** `answer: Do you eat meat?`: no import takes it for a field of a guest, whatever the question is called. */
  headers: string[];
  /** One cell for each header; null without an answer. */
  cellsOf(guest: { name: string; rsvp: Answered | null }): (string | null)[];
}

/** A column for each question of an event; for a removed one only where somebody answered it. */
export function answerColumns(asked: Asked | undefined, guests: readonly { rsvp: Answered | null }[]): AnswerColumns {
  const { items, removed } = asked ?? { items: [], removed: [] };
  const answered = new Set(
    removed.length === 0
      ? []
      : guests.flatMap(({ rsvp }) =>
          rsvp === null ? [] : [rsvp, ...rsvp.companions].flatMap(({ answers }) => Object.keys(answers)),
        ),
  );
  const shown = [...items, ...removed.filter(({ id }) => answered.has(id))];
  return {
    headers: shown.map(({ label }) => `answer: ${label}`),
    cellsOf({ name, rsvp }) {
      if (rsvp === null) return shown.map(() => null);
      const described = describeAnswers({ items, removed }, { guestName: name, ...rsvp });
      const texts = new Map(described.map(({ questionId, text }) => [questionId, text]));
      return shown.map(({ id }) => texts.get(id) ?? null);
    },
  };
}
