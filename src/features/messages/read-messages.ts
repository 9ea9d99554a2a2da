import { pageOf, readCursor } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { inEventLanguage } from "./event-words.ts";
import { type DeliveryRow, findLocale, findMessage, listDeliveries, listMessages, type MessageRow } from "./queries.ts";
import { listChosen } from "./recipient-queries.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** The messages of an event, newest first. */
export async function readMessages(
  ctx: RequestContext,
  caller: EventCaller,
  page: Page,
): Promise<{ rows: MessageRow[]; nextCursor: string | null }> {
  const list = `messages ${caller.eventId}`;
  const [beforeId] = readCursor(page.cursor, ["string"], list) ?? [null];
  const { rows, event } = await authorizeMember(ctx, caller, {
    event: findLocale(ctx.db, caller.eventId),
    rows: listMessages(ctx.db, caller.eventId, beforeId === null ? null : String(beforeId), page.limit + 1),
  });
  const found = pageOf(rows, page.limit, ({ id }) => [id], list);
  return { ...found, rows: await inEventLanguage(ctx, found.rows, event[0]) };
}

/**
 * One message.
 * @returns with the guests who were chosen, none of another audience
 * @throws AppError 404 for a message of another event
 */
export async function readMessage(
  ctx: RequestContext,
  caller: EventCaller,
  id: string,
): Promise<{ row: MessageRow; guestIds: string[] }> {
  const { db } = ctx;
  const { found, chosen, event } = await authorizeMember(ctx, caller, {
    event: findLocale(db, caller.eventId),
    found: findMessage(db, caller.eventId, id),
    chosen: listChosen(db, { eventId: caller.eventId, id }),
  });
  const [row] = await inEventLanguage(ctx, found, event[0]);
  if (row === undefined) throw notFound();
  return { row, guestIds: chosen.map(({ guestId }) => guestId) };
}

/** The deliveries of a message, by recipient. @throws AppError 404 for a message of another event */
export async function readDeliveries(
  ctx: RequestContext,
  caller: EventCaller,
  { messageId, ...page }: Page & { messageId: string },
): Promise<{ rows: DeliveryRow[]; nextCursor: string | null }> {
  const { db } = ctx;
  const list = `deliveries ${messageId}`;
  const [after] = readCursor(page.cursor, ["string"], list) ?? [null];
  const { found, rows } = await authorizeMember(ctx, caller, {
    found: findMessage(db, caller.eventId, messageId),
    rows: listDeliveries(db, caller.eventId, messageId, after === null ? null : String(after), page.limit + 1),
  });
  if (found.length === 0) throw notFound();
  return pageOf(rows, page.limit, ({ delivery }) => [delivery.guestId], list);
}
