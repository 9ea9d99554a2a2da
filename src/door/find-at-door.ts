import type { RequestContext } from "../context.ts";
import { listPartyNames, namesOfParty } from "../guests/search.ts";
import { searchNames } from "../kernel/name-search.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import { findMatches, type MatchRow } from "./search-queries.ts";

/** Number of matches that fit on a phone's screen. For more, the host types more letters. */
const MAX_MATCHES = 20;

/** Digits of a phone number that tell apart two guests of one name, and are of no use to anyone else. */
const PHONE_ENDING_DIGITS = 3;

/** A guest to choose at the door. */
export interface DoorMatch {
  row: MatchRow;
  /** The companion who has the name. Null: the guest. */
  companion: string | null;
  /** Null for a guest without a phone number, and for a caller who may not see it. */
  phoneEnding: string | null;
}

/**
 * Finds guests by the names of their parties, best match first, for a lost phone or a code that does not scan.
 * `searchNames` is the rule. The first of two database calls reads the names of the event, the second the rest of the
 * matches.
 */
export async function findAtDoor(ctx: RequestContext, caller: DoorCaller, name: string): Promise<DoorMatch[]> {
  const { parties } = await authorizeAtDoor(ctx, caller, { parties: listPartyNames(ctx.db, caller.eventId) });
  const found = searchNames(parties, namesOfParty, name, MAX_MATCHES);
  return readMatches(
    ctx,
    caller,
    found.map(({ item, companion }) => ({ id: item.id, companion })),
  );
}

/** Reads the guests of matches, in their order. A guest who was deleted since is left out. */
export async function readMatches(
  ctx: RequestContext,
  { eventId, device }: Pick<DoorCaller, "eventId" | "device">,
  matches: readonly { id: string; companion: string | null }[],
): Promise<DoorMatch[]> {
  if (matches.length === 0) return [];
  // A helper's phone shows no contact details. A member's own phone has a device without a name.
  const isHelper = device?.isNamed === true;
  const rows = await findMatches(
    ctx.db,
    eventId,
    matches.map(({ id }) => id),
    ctx.clock.now(),
  );
  const rowOf = new Map(rows.map((row) => [row.guest.id, row]));
  return matches.flatMap(({ id, companion }) => {
    const row = rowOf.get(id);
    if (row === undefined) return [];
    const phoneEnding = isHelper ? null : (row.phone?.slice(-PHONE_ENDING_DIGITS) ?? null);
    return [{ row, companion, phoneEnding }];
  });
}
