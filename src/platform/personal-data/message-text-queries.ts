import { and, eq, exists, isNull, not, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { Database } from "../../db/client.ts";
import { isAmong } from "../../db/lists.ts";
import { messageRecipients, messages } from "../../db/schema/messages.ts";
import { nextVersion } from "../commit/unchanged.ts";

/** The text of a message, and whether guests who are erased, and others, were chosen for it. */
export type TextRow = Awaited<ReturnType<typeof listTexts>>[number];

/** The new text of a message. */
export type ErasedText = Pick<TextRow, "id" | "subject" | "body" | "translations"> & {
  /** The values that were read: another change of the message aborts the batch. */
  read: Pick<TextRow, "subject" | "body">;
  /** True if no recipient is left. */
  isCancelled: boolean;
};

/** Selects the texts of an event's messages. Change notices have none. */
export function listTexts(db: Database, eventId: string, erasedIds: readonly string[]) {
  const isErased = isAmong(messageRecipients.guestId, erasedIds);
  const isTo = (guest: SQL) => {
    const { eventId: event, messageId } = messageRecipients;
    const chosen = db
      .select({ one: sql`1` })
      .from(messageRecipients)
      .where(and(eq(event, eventId), eq(messageId, messages.id), guest));
    return sql<number>`(${messages.segment} is 'chosen' and ${exists(chosen)})`.mapWith(Boolean);
  };
  return db
    .select({
      id: messages.id,
      subject: messages.subject,
      body: messages.body,
      translations: messages.translations,
      isToErased: isTo(isErased).as("is_to_erased"),
      isToOthers: isTo(not(isErased)).as("is_to_others"),
    })
    .from(messages)
    .where(and(eq(messages.eventId, eventId), isNull(messages.notice)));
}

/** Statements that write new texts. They abort the batch if a message has changed since it was read. */
export function writeErasedTexts(db: Database, eventId: string, texts: readonly ErasedText[], now: number) {
  return texts.flatMap(({ id, read, isCancelled, ...text }) => [
    db
      .update(messages)
      .set({
        ...text,
        ...(isCancelled
          ? { status: sql`iif(${messages.status} in ('draft', 'scheduled'), 'cancelled', ${messages.status})` }
          : {}),
        updatedAt: nextVersion(messages, now),
      })
      .where(
        and(
          eq(messages.eventId, eventId),
          eq(messages.id, id),
          eq(messages.subject, read.subject),
          eq(messages.body, read.body),
        ),
      ),
    abortUnless(db, sql`changes() = 1`),
  ]);
}
