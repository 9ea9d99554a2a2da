import { pageOf, readCursor } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { findGuest, type GuestRow, listGuests } from "./queries.ts";
import type { GuestFilter } from "./schemas.ts";
import { searchTerms } from "./search.ts";

/** One guest. @throws AppError 404 for a guest of another event */
export async function readGuest(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<GuestRow> {
  const {
    guest: [guest],
  } = await authorizeMember(ctx, caller, { guest: findGuest(ctx.db, caller.eventId, guestId) });
  if (guest === undefined) throw notFound();
  return guest;
}

/** The guests of an event that match a filter, newest first, by keyset pagination: new guests do not shift later pages. */
export async function readGuests(
  ctx: RequestContext,
  caller: EventCaller,
  query: GuestFilter & { limit: number; cursor?: string | undefined },
): Promise<{ rows: GuestRow[]; nextCursor: string | null }> {
  const list = `guests ${caller.eventId}`;
  const [beforeId] = readCursor(query.cursor, ["string"], list) ?? [null];
  const { response, delivery } = query;
  const filter = { terms: query.q === undefined ? null : searchTerms(query.q), response, delivery };
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listGuests(ctx.db, caller.eventId, filter, beforeId === null ? null : String(beforeId), query.limit + 1),
  });
  return pageOf(rows, query.limit, (guest) => [guest.id], list);
}
