import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../db/joins.ts";
import { one } from "../db/one.ts";
import { accessLogs } from "../db/schema/access.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { hasStanding } from "../db/standing.ts";
import { waitlistPositionIn } from "../events/seats/seats.ts";
import { sha256Hex } from "../kernel/bytes.ts";
import { type Page, type PageQuery, pagerBy } from "../kernel/cursor.ts";
import { notFound } from "../kernel/errors.ts";
import type { RsvpResponse, Seat, Standing } from "../kernel/rsvp.ts";
import { tagTerm } from "../kernel/tag-keys.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import {
  IS_BOUNCED,
  IS_UNDELIVERED,
  type ListOrder,
  matchesInvited,
  matchesResponse,
  matchesSeat,
  SORT_KEYS,
  type SORTS,
} from "./list-queries.ts";
import type { GuestFilter } from "./list-schemas.ts";
import { findGuest, type GuestRow, guestColumns } from "./queries.ts";
import { listPartyNames, matchesTerms, type SearchTerms, searchTerms } from "./search.ts";

/** The number of characters of a name that fit into a cursor. Names with the same beginning are sorted by ID. */
const NAME_KEY_LENGTH = 50;

/** Newest first. */
const DEFAULT_SORT = "-created_at";

/** Hexadecimal digits: two lists of one event never share them by chance. */
const HASH_LENGTH = 16;

/** @throws AppError 404 for a guest of another event */
export async function readGuest(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<GuestRow> {
  const { guest } = await authorizeMember(ctx, caller, {
    guest: one(findGuest(ctx.db, caller.eventId, guestId, ctx.clock.now())),
  });
  if (guest === undefined) throw notFound();
  return guest;
}

/** A guest of a list. */
export type ListedGuestRow = GuestRow & {
  /** The companion by whose name a search found the party. Null: another reason. Undefined without a search. */
  matchedCompanion: string | null | undefined;
};

/**
 * The guests of an event that match a filter, newest first unless sorted otherwise, by keyset pagination: new guests do
 * not shift later pages. A search reads the names of the event first, in a separate call.
 * @throws AppError 400 for a cursor of another list: another event, filter or order
 */
export async function readGuests(
  ctx: RequestContext,
  caller: EventCaller,
  { limit, cursor, ...query }: GuestFilter & PageQuery,
): Promise<Page<ListedGuestRow>> {
  const { q, sort, checked_in: checkedIn, ...conditions } = query;
  const order = orderOf(sort ?? DEFAULT_SORT);
  const page = pagerBy(["string", "string"], await listName(caller.eventId, query), { limit, cursor });
  const terms = q === undefined ? undefined : await findTerms(ctx, caller, q);
  const filter = { ...conditions, checkedIn, terms };
  const after = page.after && positionOf(order, ...page.after);
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listGuests(ctx.db, caller.eventId, filter, { order, after, limit: page.limit, now: ctx.clock.now() }),
  });
  const found = rows.map((row) => ({ ...row, matchedCompanion: terms && (terms.companions.get(row.id) ?? null) }));
  return page.of(found, ({ id, sortKey }) => [String(sortKey ?? ""), id]);
}

async function findTerms(ctx: RequestContext, caller: EventCaller, query: string): Promise<SearchTerms> {
  const { parties } = await authorizeMember(ctx, caller, { parties: listPartyNames(ctx.db, caller.eventId) });
  return searchTerms(parties, query);
}

/** The name of the list that a cursor belongs to. Filters are hashed, because a cursor has to be short. */
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

/** The order that a value of `sort` names. */
function orderOf(sort: (typeof SORTS)[number]): ListOrder {
  const by = SORT_KEYS.find((key) => sort === key || sort === `-${key}`) ?? "created_at";
  return { by, isDescending: sort.startsWith("-") };
}

/** Conditions of a guest list; an absent one matches every guest. */
interface ListFilter {
  terms?: SearchTerms | undefined;
  response?: RsvpResponse | "pending" | undefined;
  standing?: readonly Standing[] | undefined;
  delivery?: GuestRow["deliveryStatus"] | "none" | "undelivered" | undefined;
  tag?: string | undefined;
  table?: string | undefined;
  opened?: boolean | undefined;
  invited?: boolean | undefined;
  checkedIn?: boolean | undefined;
  /** More devices than this, see `guestsWithMoreDevices`. */
  devices?: number | undefined;
  seat?: Seat | "none" | undefined;
}

/** The last guest of the previous page: the sort value, null if the guest has none, and the ID. */
interface ListPosition {
  key: string | number | null;
  id: string;
}

/** Columns by sort key; null: the ID, which begins with the time of creation. */
const SORT_COLUMN: Record<ListOrder["by"], SQL | null> = {
  name: sql`substr(${guests.nameKey}, 1, ${sql.raw(String(NAME_KEY_LENGTH))})`,
  created_at: null,
  responded_at: sql`${rsvps.submittedAt}`,
  opened_at: sql`${guests.openedAt}`,
};

/**
 * Lists guests of an event that match a filter, in an order, after a position. Guests without a value always come last.
 * Sorted by creation, a page reads only its guests and those that the filter skips. Any other order reads all guests of
 * the event once, and the other columns only for the page. An index would cost more in writes than it saves.
 */
function listGuests(
  db: Database,
  eventId: string,
  filter: ListFilter,
  { order, after, limit, now }: { order: ListOrder; after: ListPosition | null; limit: number; now: number },
) {
  const column = SORT_COLUMN[order.by];
  const direction = order.isDescending ? desc : asc;
  const sorted = [...(column === null ? [] : [sql`${column} is null`, direction(column)]), direction(guests.id)];
  const isNext = after === null ? undefined : comesAfter(column, order, after);
  const isMatch = and(eq(guests.eventId, eventId), isNext, matches(eventId, filter, now));
  const ids = db
    .select({ id: guests.id })
    .from(guests)
    // SQLite skips joins that neither the filter nor the order needs.
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(isMatch)
    .orderBy(...sorted)
    .limit(limit);
  return db
    .select({
      ...guestColumns(now),
      waitlistPosition: waitlistPositionIn(eventId, sql`${guests.id}`).as("waitlist_position"),
      sortKey: sql<string | number | null>`${column ?? sql`null`}`.as("sort_key"),
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(column === null ? isMatch : and(eq(guests.eventId, eventId), inArray(guests.id, ids)))
    .orderBy(...sorted)
    .limit(limit);
}

/** Condition: the guest has the tag, whatever its case. */
function hasTag(tag: string): SQL {
  return sql`instr(${guests.tagKeys}, ${tagTerm(tag)}) > 0`;
}

function comesAfter(column: SQL | null, { isDescending }: ListOrder, { key, id }: ListPosition): SQL | undefined {
  const beyond = isDescending ? lt : gt;
  const isLaterId = beyond(guests.id, id);
  if (column === null) return isLaterId;
  if (key === null) return and(isNull(column), isLaterId);
  return or(beyond(column, key), and(eq(column, key), isLaterId), isNull(column));
}

function matches(eventId: string, filter: ListFilter, now: number): SQL | undefined {
  const { terms, response, standing, delivery, tag, table, opened, invited, checkedIn, seat, devices } = filter;
  return and(
    terms && matchesTerms(terms),
    response === undefined ? undefined : matchesResponse(response),
    standing === undefined ? undefined : hasStanding(standing, now, checkIns.walkIn),
    delivery === undefined ? undefined : hasDelivery(delivery),
    tag === undefined ? undefined : hasTag(tag),
    table === undefined ? undefined : eq(guests.table, table),
    opened === undefined ? undefined : isSet(guests.openedAt, opened),
    invited === undefined ? undefined : matchesInvited(invited),
    checkedIn === undefined ? undefined : isSet(checkIns.guestId, checkedIn),
    seat === undefined ? undefined : matchesSeat(seat),
    devices === undefined ? undefined : inArray(guests.id, guestsWithMoreDevices(eventId, devices)),
  );
}

function hasDelivery(delivery: Exclude<ListFilter["delivery"], undefined>): SQL {
  if (delivery === "undelivered") return IS_UNDELIVERED;
  if (delivery === "bounced") return IS_BOUNCED;
  return delivery === "none" || delivery === null ? isNull(guests.deliveryStatus) : eq(guests.deliveryStatus, delivery);
}

function isSet(column: typeof guests.openedAt | typeof checkIns.guestId, set: boolean): SQL {
  return set ? isNotNull(column) : isNull(column);
}

/**
 * Subquery for the IDs of an event's guests with more devices than `count`. As in `listedDevices`, devices seen once
 * count once per user agent. Reads every access of the event.
 */
function guestsWithMoreDevices(eventId: string, count: number): SQL {
  const isEnded = and(
    eq(guestDevices.eventId, accessLogs.eventId),
    eq(guestDevices.guestId, accessLogs.guestId),
    eq(guestDevices.device, accessLogs.device),
    isNotNull(guestDevices.endedAt),
  );
  return sql`(
    select guest_id from (
      select ${accessLogs.guestId} as guest_id,
        iif(sum(${accessLogs.count}) > 1, ${accessLogs.device}, 'agent ' || coalesce(max(${accessLogs.userAgent}), '')) as item
      from ${accessLogs}
      where ${accessLogs.eventId} = ${eventId} and ${accessLogs.device} is not null and ${accessLogs.automated} = 0
        and not exists (select 1 from ${guestDevices} where ${isEnded})
      group by ${accessLogs.guestId}, ${accessLogs.device})
    group by guest_id having count(distinct item) > ${count})`;
}
