import { toWire } from "../../kernel/clock.ts";
import { onShard, onShardOf } from "../../platform/shards/on-shard.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { allRows, rowsOfEvents, type Section, writeDocument } from "./export-document.ts";
import { SECTIONS_OF_EVENTS, SECTIONS_OF_MEMBER, SECTIONS_OF_USER } from "./export-queries.ts";
import { listOwnedEvents } from "./queries.ts";
import { wireRow } from "./wire-row.ts";

/**
 * Everything that the service keeps of a user and of the events that the user owns, as the text of one JSON document,
 * page by page: `exported_at`, `user`, and a list for each kind of thing. No hash and no secret of a link is among it.
 * @returns the pieces of the text; the first is made after the session was found good
 */
export async function exportData(ctx: RequestContext, caller: Caller): Promise<AsyncGenerator<string>> {
  const { userId } = caller;
  const home = onShardOf(ctx, userId);
  const { user, own, shards } = await authorizeUser(
    home,
    caller,
    { own: listOwnedEvents(home.db, userId) },
    { shards: selectUserShards(home, userId) },
  );
  const elsewhere = shardsOf(home, userId, shards.flat()).slice(1);
  const shared = await Promise.all(elsewhere.map((place) => sectionsOf(place, userId)));
  const accounts = onShard(ctx, 0);
  const sections: Section[] = [
    ...sectionsIn(home, userId, own),
    ...shared.flat(),
    ...Object.entries(SECTIONS_OF_USER).map(([name, rowsOf]): Section => [name, allRows(accounts, rowsOf(userId))]),
  ];
  return writeDocument({ exported_at: toWire(ctx.clock.now()), user: wireRow(user) }, sections);
}

async function sectionsOf(place: RequestContext, userId: string): Promise<Section[]> {
  return sectionsIn(place, userId, await listOwnedEvents(place.db, userId));
}

/** What one database has of a user's events. */
function sectionsIn(
  place: RequestContext,
  userId: string,
  owned: Awaited<ReturnType<typeof listOwnedEvents>>,
): Section[] {
  const events = owned.map(({ event }) => event);
  const eventIds = events.map(({ id }) => id);
  return [
    ["events", events],
    ...Object.entries(SECTIONS_OF_EVENTS).map(
      ([name, rowsOf]): Section => [name, rowsOfEvents(place, eventIds, rowsOf)],
    ),
    ...Object.entries(SECTIONS_OF_MEMBER).map(([name, rowsOf]): Section => [name, allRows(place, rowsOf(userId))]),
  ];
}
