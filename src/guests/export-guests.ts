import { eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { events } from "../db/schema/events.ts";
import type { Question } from "../db/schema/questions.ts";
import { describeAnswers } from "../events/questions/describe-answers.ts";
import { findQuestions } from "../events/questions/questions.ts";
import { recordExport } from "../identity/accounts/record-export.ts";
import { notFound } from "../kernel/errors.ts";
import { slugify } from "../kernel/slug.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { type AnswerColumns, type Answered, csvLines, listForExport } from "./export-lines.ts";

/** A CSV download; `text` is generated row by row. */
export interface CsvFile {
  fileName: string;
  text: Iterable<string>;
}

/**
 * Exports the guest list with RSVPs, answers to questions and check-ins, in the order in which guests were added. Times
 * are in UTC and in the event's zone.
 */
export async function exportGuests(ctx: RequestContext, caller: EventCaller): Promise<CsvFile> {
  const { db } = ctx;
  const recorded = await recordExport(ctx, caller, { action: "guests.exported", detail: "guests" });
  const { event, asked, rows } = await authorizeMember(ctx, caller, {
    event: one(findEventLabel(db, caller.eventId)),
    rows: listForExport(db, caller.eventId, ctx.clock.now()),
    asked: one(findQuestions(db, caller.eventId)),
    recorded: recorded.statements,
  });
  if (event === undefined) throw notFound();
  recorded.dispatch();
  return {
    fileName: `guests-${slugify(event.name)}.csv`,
    text: csvLines(rows, event.timezone, answerColumns(asked, rows)),
  };
}

/** The current and the removed questions of an event. */
interface Asked {
  items: readonly Question[];
  removed: readonly Question[];
}

/** Returns a column for each question of an event. A removed question has one only if a guest answered it. */
function answerColumns(asked: Asked | undefined, guests: readonly { rsvp: Answered | null }[]): AnswerColumns {
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

/** Name and time zone of an event, for exports. */
function findEventLabel(db: Database, eventId: string) {
  return db
    .select({ name: events.name, timezone: events.timezone })
    .from(events)
    .where(eq(events.id, eventId))
    .limit(1);
}
