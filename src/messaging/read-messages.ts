import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { guests } from "../db/schema/guests.ts";
import { messageDeliveries, messages } from "../db/schema/messages.ts";
import { type Page, type PageQuery, pagerById } from "../kernel/cursor.ts";
import { notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { inEventLanguage } from "./event-words.ts";
import { countResults, findLocale, findMessage, type MessageResults, type MessageRow } from "./queries.ts";
import { listChosen } from "./recipient-queries.ts";

/** The messages of an event, newest first. */
export async function readMessages(
  ctx: RequestContext,
  caller: EventCaller,
  query: PageQuery,
): Promise<Page<MessageRow> & { resultsOf(row: MessageRow): MessageResults | undefined }> {
  const { db } = ctx;
  const { eventId } = caller;
  const page = pagerById(`messages ${eventId}`, query);
  const { rows, results, event } = await authorizeMember(ctx, caller, {
    event: one(findLocale(db, eventId)),
    rows: listMessages(db, eventId, page.after, page.limit),
    // Not limited to the page, because a list of its IDs would read its messages again.
    results: countResults(db, eventId, (id) => (page.after === null ? sql`true` : lt(id, page.after))),
  });
  const found = page.of(rows, ({ id }) => id);
  return {
    ...found,
    rows: await inEventLanguage(ctx, found.rows, event),
    resultsOf: ({ id }) => results.find(({ messageId }) => messageId === id),
  };
}

/**
 * Reads one message.
 * @returns the message with its chosen guests; an empty list for another audience
 * @throws AppError 404 for a message of another event
 */
export async function readMessage(
  ctx: RequestContext,
  caller: EventCaller,
  id: string,
): Promise<{ row: MessageRow; guestIds: string[]; results: MessageResults | undefined }> {
  const { db } = ctx;
  const { found, chosen, event, results } = await authorizeMember(ctx, caller, {
    event: one(findLocale(db, caller.eventId)),
    found: findMessage(db, caller.eventId, id),
    chosen: listChosen(db, { eventId: caller.eventId, id }),
    results: one(countResults(db, caller.eventId, (messageId) => eq(messageId, id))),
  });
  const [row] = await inEventLanguage(ctx, found, event);
  if (row === undefined) throw notFound();
  return { row, guestIds: chosen.map(({ guestId }) => guestId), results };
}

/** The deliveries of a message, by recipient. @throws AppError 404 for a message of another event */
export async function readDeliveries(
  ctx: RequestContext,
  caller: EventCaller,
  { messageId, ...query }: PageQuery & { messageId: string },
): Promise<Page<DeliveryRow>> {
  const { db } = ctx;
  const page = pagerById(`deliveries ${messageId}`, query);
  const { found, rows } = await authorizeMember(ctx, caller, {
    found: findMessage(db, caller.eventId, messageId),
    rows: listDeliveries(db, caller.eventId, messageId, page.after, page.limit),
  });
  if (found.length === 0) throw notFound();
  return page.of(rows, ({ delivery }) => delivery.guestId);
}

type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** A page of an event's messages, newest first. */
function listMessages(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return db.select().from(messages).where(isBefore(eventId, beforeId)).orderBy(desc(messages.id)).limit(limit);
}

function isBefore(eventId: string, beforeId: string | null) {
  return and(eq(messages.eventId, eventId), beforeId === null ? undefined : lt(messages.id, beforeId));
}

/** Selects a page of a message's deliveries, by guest ID. */
function listDeliveries(db: Database, eventId: string, messageId: string, afterGuestId: string | null, limit: number) {
  const { guestId } = messageDeliveries;
  return db
    .select({ delivery: messageDeliveries, guestName: guests.name })
    .from(messageDeliveries)
    .innerJoin(guests, and(eq(guests.eventId, messageDeliveries.eventId), eq(guests.id, guestId)))
    .where(
      and(
        eq(messageDeliveries.eventId, eventId),
        eq(messageDeliveries.messageId, messageId),
        afterGuestId === null ? undefined : gt(guestId, afterGuestId),
      ),
    )
    .orderBy(asc(guestId))
    .limit(limit);
}
