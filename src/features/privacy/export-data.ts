import { toWire } from "../../kernel/clock.ts";
import type { Services } from "../../services.ts";
import { asUser } from "../accounts/as-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { allRows, rowsOfEvents, type Section, writeDocument } from "./export-document.ts";
import { SECTIONS_OF_EVENTS, SECTIONS_OF_USER } from "./export-queries.ts";
import { listOwnedEvents } from "./queries.ts";
import { wireRow } from "./wire-row.ts";

/**
 * Everything that the service keeps of a user and of the events that the user owns, as the text of one JSON document,
 * page by page: `exported_at`, `user`, and a list for each kind of thing. No hash and no secret of a link is among it.
 * @returns the pieces of the text; the first is made after the session was found good
 */
export async function exportData(services: Services, caller: Caller): Promise<AsyncGenerator<string>> {
  const { db, clock } = services;
  const [user, owned] = await asUser(services, caller, [listOwnedEvents(db, caller.userId)]);
  const events = owned.map(({ event }) => event);
  const eventIds = events.map(({ id }) => id);
  const sections: Section[] = [
    ["events", events],
    ...Object.entries(SECTIONS_OF_EVENTS).map(
      ([name, rowsOf]): Section => [name, rowsOfEvents(services, eventIds, rowsOf)],
    ),
    ...Object.entries(SECTIONS_OF_USER).map(
      ([name, rowsOf]): Section => [name, allRows(services, rowsOf(caller.userId))],
    ),
  ];
  return writeDocument({ exported_at: toWire(clock.now()), user: wireRow(user) }, sections);
}
