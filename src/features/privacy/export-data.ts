import { toWire } from "../../kernel/clock.ts";
import type { Services } from "../../services.ts";
import { asUser } from "../accounts/as-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { otherPlaces, placesQuestion } from "../databases/places.ts";
import { onDatabaseOf } from "../databases/route.ts";
import {
  listAccessesAfter,
  listDeliveriesAfter,
  listGuestsAfter,
  listOwnedEvents,
  listRsvpsAfter,
  listTokensAfter,
} from "./queries.ts";
import { wireRow } from "./wire-row.ts";

/** Rows of one read: a page stays far under what an isolate may hold, however long the export is. */
const PAGE_ROWS = 500;

type Row = Record<string, unknown>;
type Database = Services["db"];

/** An event of the user's, and the database that it is in. */
interface Owned {
  db: Database;
  event: Row & { id: string };
}

/**
 * Everything that the service keeps of a user and of the events that the user owns, as the text of one JSON document,
 * page by page: `{exported_at, user, events, guests, tokens, rsvps, access_logs, notifications}`. No hash and no secret
 * of a link is among it.
 * @returns the pieces of the text; the first is made after the session was found good
 */
export async function exportData(services: Services, caller: Caller): Promise<AsyncGenerator<string>> {
  const { userId } = caller;
  const home = onDatabaseOf(services, userId);
  const ownedOn = ({ db }: Services) => listOwnedEvents(db, userId);
  const [user, own, places] = await asUser(home, caller, [ownedOn(home)], placesQuestion(home, userId));
  const shared = await Promise.all(
    otherPlaces(home, userId, places).map(async (place) => ({ db: place.db, rows: await ownedOn(place) })),
  );
  const owned = [{ db: home.db, rows: own }, ...shared].flatMap(({ db, rows }) =>
    rows.map(({ event }) => ({ db, event })),
  );
  const of = (
    list: typeof listGuestsAfter | typeof listTokensAfter | typeof listRsvpsAfter | typeof listAccessesAfter,
  ) => rowsOfEvents(owned, (db, eventId, after) => list(db, eventId, after, PAGE_ROWS) as PromiseLike<Row[]>);
  const sections: [string, AsyncIterable<Row>][] = [
    ["events", listed(owned.map(({ event }) => event))],
    ["guests", of(listGuestsAfter)],
    ["tokens", of(listTokensAfter)],
    ["rsvps", of(listRsvpsAfter)],
    ["access_logs", of(listAccessesAfter)],
    ["notifications", notifications(services, userId, owned)],
  ];
  return document({ exported_at: toWire(services.clock.now()), user: wireRow(user) }, sections);
}

async function* document(head: Row, sections: [string, AsyncIterable<Row>][]): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, rows] of sections) {
    yield `,${JSON.stringify(name)}:[`;
    let first = true;
    for await (const row of rows) {
      yield `${first ? "" : ","}${JSON.stringify(wireRow(row))}`;
      first = false;
    }
    yield "]";
  }
  yield "}";
}

async function* listed(rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}

async function* rowsOfEvents(
  owned: Owned[],
  read: (db: Database, eventId: string, afterId: string) => PromiseLike<Row[]>,
): AsyncGenerator<Row> {
  for (const { db, event } of owned) yield* pages((after) => read(db, event.id, after));
}

async function* notifications({ accountsDb }: Services, userId: string, owned: Owned[]): AsyncGenerator<Row> {
  yield* pages((after) => listDeliveriesAfter(accountsDb, { userId }, after, PAGE_ROWS));
  yield* rowsOfEvents(owned, (db, eventId, after) => listDeliveriesAfter(db, { eventId }, after, PAGE_ROWS));
}

/** Reads a list to its end. Answers are listed by their guest, everything else by its own id. */
async function* pages(read: (afterId: string) => PromiseLike<Row[]>): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = String("editCount" in last ? last.guestId : last.id);
  }
}
