import { and, asc, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertRows } from "../../db/inserts.ts";
import { eventBranding } from "../../db/schema/events.ts";
import { guestCounts, guests } from "../../db/schema/guests.ts";
import { messages } from "../../db/schema/messages.ts";
import { eventQuestions } from "../../db/schema/questions.ts";
import { eventTexts } from "../../db/schema/texts.ts";

export type GuestRow = typeof guests.$inferSelect;
type MessageRow = typeof messages.$inferSelect;
export type BrandingRow = typeof eventBranding.$inferSelect;
export type QuestionsRow = typeof eventQuestions.$inferSelect;
export type TextsRow = typeof eventTexts.$inferSelect;

/** The guests of an event, in the order of the list. */
export function listGuestsToCopy(db: Database, eventId: string) {
  return db.select().from(guests).where(eq(guests.eventId, eventId)).orderBy(asc(guests.id));
}

/** What a host wrote, and the reminders; no notices. */
export function listMessagesToCopy(db: Database, eventId: string) {
  return db
    .select()
    .from(messages)
    .where(and(eq(messages.eventId, eventId), or(isNotNull(messages.slug), isNull(messages.notice))))
    .orderBy(asc(messages.id));
}

export function listBrandingToCopy(db: Database, eventId: string) {
  return db.select().from(eventBranding).where(eq(eventBranding.eventId, eventId));
}

export function listQuestionsToCopy(db: Database, eventId: string) {
  return db.select().from(eventQuestions).where(eq(eventQuestions.eventId, eventId));
}

export function listTextsToCopy(db: Database, eventId: string) {
  return db.select().from(eventTexts).where(eq(eventTexts.eventId, eventId));
}

/** What belongs to the copy of an event. */
export interface CopiedRows {
  guests: readonly GuestRow[];
  messages: readonly MessageRow[];
  branding: readonly BrandingRow[];
  questions: readonly QuestionsRow[];
  texts: readonly TextsRow[];
}

/** Inserts it all, for the batch that inserts the event, and after it: without the event, its foreign keys abort the batch. */
export function insertCopied(db: Database, eventId: string, copied: CopiedRows) {
  const count = copied.guests.length;
  return [
    ...insertRows(db, guests, copied.guests),
    ...insertRows(db, guestCounts, count === 0 ? [] : [{ eventId, guests: count }]),
    ...insertRows(db, messages, copied.messages),
    ...insertRows(db, eventBranding, copied.branding),
    ...insertRows(db, eventQuestions, copied.questions),
    ...insertRows(db, eventTexts, copied.texts),
  ];
}
