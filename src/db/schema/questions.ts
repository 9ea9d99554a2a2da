import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json, moment } from "../columns.ts";
import { events } from "./events.ts";

/** A question of the host to guests. */
export interface Question {
  id: string;
  label: string;
  help: string | null;
  kind: "text" | "choice" | "choices" | "yes_no" | "number";
  /** Empty unless the kind is `choice` or `choices`. */
  options: string[];
  required: boolean;
  /** `guest`: asked once per RSVP. `person`: asked for each attending person. */
  scope: "guest" | "person";
  /** Whether only attending guests are asked. */
  when: "attending" | "always";
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
