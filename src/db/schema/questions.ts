import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json, moment } from "../columns.ts";
import { events } from "./events.ts";

export const QUESTION_KINDS = ["text", "choice", "choices", "yes_no", "number"] as const;
export const QUESTION_SCOPES = ["guest", "person"] as const;
export const QUESTION_TIMES = ["attending", "always"] as const;

/** A question of the host to guests. */
export interface Question {
  id: string;
  label: string;
  help: string | null;
  kind: (typeof QUESTION_KINDS)[number];
  /** Empty unless the kind is `choice` or `choices`. */
  options: string[];
  required: boolean;
  /** `guest`: asked once per RSVP. `person`: asked for each attending person. */
  scope: (typeof QUESTION_SCOPES)[number];
  /** Whether only attending guests are asked. */
  when: (typeof QUESTION_TIMES)[number];
}

export const eventQuestions = sqliteTable("event_questions", {
  eventId: text()
    .primaryKey()
    .references(() => events.id, { onDelete: "cascade" }),
  items: json<Question[]>().notNull(),
  removed: json<Question[]>().notNull().default([]),
  version: integer().notNull().default(1),
  updatedAt: moment().notNull(),
});
