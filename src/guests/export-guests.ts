import type { RequestContext } from "../context.ts";
import { findQuestions } from "../events/questions/queries.ts";
import { recordExport } from "../identity/accounts/record-export.ts";
import { notFound } from "../kernel/errors.ts";
import { slugify } from "../kernel/slug.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { answerColumns } from "./answer-columns.ts";
import { csvLines } from "./export-lines.ts";
import { findEventLabel, listForExport } from "./export-queries.ts";

/** A CSV download; `text` is generated row by row. */
export interface CsvFile {
  fileName: string;
  text: Iterable<string>;
}

/** The guest list with RSVPs, answers to questions and check-ins, in the order in which guests were added; times in UTC and in the event's zone. */
export async function exportGuests(ctx: RequestContext, caller: EventCaller): Promise<CsvFile> {
  const { db } = ctx;
  const recorded = await recordExport(ctx, caller, { action: "guests.exported", detail: "guests" });
  const {
    event: [event],
    asked: [asked],
    rows,
  } = await authorizeMember(ctx, caller, {
    event: findEventLabel(db, caller.eventId),
    rows: listForExport(db, caller.eventId),
    asked: findQuestions(db, caller.eventId),
    recorded: recorded.statements,
  });
  if (event === undefined) throw notFound();
  recorded.dispatch();
  return {
    fileName: `guests-${slugify(event.name)}.csv`,
    text: csvLines(rows, event.timezone, answerColumns(asked, rows)),
  };
}
