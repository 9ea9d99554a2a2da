import type { AnswerValues, Companion } from "../db/schema/rsvps.ts";

/** An answer as the columns need it. */
export interface Answered {
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
