import type { RequestContext } from "../context.ts";
import { sha256Hex } from "../kernel/bytes.ts";
import { type Page, type PageQuery, pagerBy } from "../kernel/cursor.ts";
import { notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { DEFAULT_SORT, type ListOrder, orderOf } from "./list-order.ts";
import { type ListPosition, listGuests } from "./list-queries.ts";
import type { GuestFilter } from "./list-schemas.ts";
import { findGuest, type GuestRow } from "./queries.ts";
import { searchTerms } from "./search.ts";

/** Hexadecimal digits: two lists of one event never share them by chance. */
const HASH_LENGTH = 16;

/** One guest. @throws AppError 404 for a guest of another event */
export async function readGuest(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<GuestRow> {
  const {
    guest: [guest],
  } = await authorizeMember(ctx, caller, { guest: findGuest(ctx.db, caller.eventId, guestId) });
  if (guest === undefined) throw notFound();
  return guest;
}

/**
 * The guests of an event that match a filter, newest first unless sorted otherwise, by keyset pagination: new guests do not
 * shift later pages.
 * @throws AppError 400 for a cursor of another list: another event, filter or order
 */
export async function readGuests(
  ctx: RequestContext,
  caller: EventCaller,
  { limit, cursor, ...query }: GuestFilter & PageQuery,
): Promise<Page<GuestRow>> {
  const { q, sort, checked_in: checkedIn, ...conditions } = query;
  const order = orderOf(sort ?? DEFAULT_SORT);
  const page = pagerBy(["string", "string"], await listName(caller.eventId, query), { limit, cursor });
  const filter = { ...conditions, checkedIn, terms: q === undefined ? null : searchTerms(q) };
  const after = page.after && positionOf(order, ...page.after);
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listGuests(ctx.db, caller.eventId, filter, { order, after, limit: page.limit }),
  });
  return page.of(rows, ({ id, sortKey }) => [String(sortKey ?? ""), id]);
}

/** What a cursor belongs to; filters are hashed, because a cursor has to be short. */
async function listName(eventId: string, query: GuestFilter): Promise<string> {
  const chosen = Object.entries(query).filter(([, value]) => value !== undefined);
  if (chosen.length === 0) return `guests ${eventId}`;
  return `guests ${eventId} ${(await sha256Hex(JSON.stringify(chosen.sort()))).slice(0, HASH_LENGTH)}`;
}

/** A name is a text, a time a number; a guest without one has an empty text in the cursor. */
function positionOf({ by }: ListOrder, key: string, id: string): ListPosition {
  if (key === "") return { key: null, id };
  return { key: by === "name" ? key : Number(key), id };
}
