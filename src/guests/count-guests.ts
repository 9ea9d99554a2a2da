import type * as z from "zod";
import type { RequestContext } from "../context.ts";
import { tagKey } from "../kernel/tag-keys.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { countByState, countByTable, countByTag } from "./count-queries.ts";
import type { GuestCounts } from "./count-schemas.ts";

/** Digits inside names are numbers: table 2 comes before table 10. */
const BY_NAME = new Intl.Collator("en", { numeric: true });

/** Counts the guests of an event by their state, their tags and their tables, at one moment. */
export async function countGuests(ctx: RequestContext, caller: EventCaller): Promise<z.output<typeof GuestCounts>> {
  const { db } = ctx;
  const { states, tags, tables } = await authorizeMember(ctx, caller, {
    states: countByState(db, caller.eventId),
    tags: countByTag(db, caller.eventId),
    tables: countByTable(db, caller.eventId),
  });
  const [state] = states;
  // An aggregate without groups is always one row.
  if (state === undefined) throw new Error("The counts have no row.");
  const { notInvited, checkedIn, ...rest } = state;
  return {
    ...rest,
    ...{ not_invited: notInvited, checked_in: checkedIn },
    tags: inOneSpelling(tags).sort((one, other) => BY_NAME.compare(one.tag, other.tag)),
    tables: tables.sort((one, other) => BY_NAME.compare(one.table, other.table)),
  };
}

/** Tags that differ by case alone are one, in the spelling that most guests have: it comes first. */
function inOneSpelling(spellings: readonly { tag: string; guests: number }[]): { tag: string; guests: number }[] {
  const byKey = new Map<string, { tag: string; guests: number }>();
  for (const { tag, guests } of spellings) {
    const known = byKey.get(tagKey(tag));
    if (known === undefined) byKey.set(tagKey(tag), { tag, guests });
    else known.guests += guests;
  }
  return [...byKey.values()];
}
