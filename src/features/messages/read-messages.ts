import { pageOf, readCursor } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type DeliveryRow, findMessage, listDeliveries, listMessages, type MessageRow } from "./queries.ts";
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
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listMessages(ctx.db, caller.eventId, beforeId === null ? null : String(beforeId), page.limit + 1),
  });
  return pageOf(rows, page.limit, ({ id }) => [id], list);
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
  const { found, chosen } = await authorizeMember(ctx, caller, {
    found: findMessage(db, caller.eventId, id),
    chosen: listChosen(db, { eventId: caller.eventId, id }),
  });
  const [row] = found;
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
