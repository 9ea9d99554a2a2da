import type { RequestContext } from "../context.ts";
import { editableWords, type ReminderWords } from "../events/reminders/reminder-words.ts";
import { negotiate } from "../i18n/negotiate.ts";
import type { Texts } from "../i18n/texts.ts";
import { findLocale, type MessageRow } from "./queries.ts";

type Reminder = MessageRow & { slug: NonNullable<MessageRow["slug"]> };

/** A row of `findLocale`. */
type EventLocale = Awaited<ReturnType<typeof findLocale>>[number];

/**
 * Returns reminders in the event's language, as hosts read and change them, if the host has left their default text.
 * Returns other messages unchanged.
 * @param event from the batch of the rows; read here if it is missing
 */
export async function inEventLanguage(
  ctx: RequestContext,
  rows: readonly MessageRow[],
  event?: EventLocale,
): Promise<MessageRow[]> {
  const first = rows.find(isReminder);
  if (first === undefined) return [...rows];
  const texts = await eventTexts(ctx, first.eventId, event);
  return rows.map((row) => (isReminder(row) ? { ...row, ...translated(row, row.slug, texts) } : row));
}

/**
 * Returns a host's text of a reminder in its stored form: the unchanged default text in the event's language is stored
 * as the default.
 */
export async function restoreDefaultText(
  ctx: RequestContext,
  row: MessageRow,
  words: Partial<ReminderWords>,
): Promise<Partial<ReminderWords>> {
  if (!isReminder(row) || (words.subject === undefined && words.body === undefined)) return words;
  const stored = editableWords(row.slug);
  const shown = editableWords(row.slug, await eventTexts(ctx, row.eventId));
  return {
    ...words,
    ...(words.subject === shown.subject ? { subject: stored.subject } : {}),
    ...(words.body === shown.body ? { body: stored.body } : {}),
  };
}

function isReminder(row: MessageRow): row is Reminder {
  return row.slug !== null;
}

function translated({ subject, body }: ReminderWords, slug: Reminder["slug"], texts: Texts): ReminderWords {
  const stored = editableWords(slug);
  const shown = editableWords(slug, texts);
  return {
    subject: subject === stored.subject ? shown.subject : subject,
    body: body === stored.body ? shown.body : body,
  };
}

async function eventTexts({ db, catalogues }: RequestContext, eventId: string, known?: EventLocale): Promise<Texts> {
  const [event] = known === undefined ? await findLocale(db, eventId) : [known];
  return catalogues.load(negotiate({ event: event?.locale }), event?.addressForm);
}
