import { pageOf, readCursor } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { asUser } from "../accounts/as-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { otherPlaces, placesQuestion } from "../databases/places.ts";
import { onDatabaseOf } from "../databases/route.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import type { Role } from "../members/roles.ts";
import { type EventRow, findEvent, listEvents } from "./queries.ts";

/** An event with the caller's role on it. */
export interface MemberEvent {
  event: EventRow;
  role: Role;
}

/** One event of the caller's. */
export async function readEvent(services: Services, caller: EventCaller): Promise<MemberEvent> {
  const [{ role }, [event]] = await asMember(services, caller, [findEvent(services.db, caller.eventId)]);
  if (event === undefined) throw notFound();
  return { event, role };
}

/**
 * The events on which the caller has any role, newest first. One trip; one more, to all of them at once, where the
 * caller has roles in other databases than the one of their own events.
 */
export async function readEvents(
  anywhere: Services,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: MemberEvent[]; nextCursor: string | null }> {
  const [beforeId] = readCursor(page.cursor, ["string"]) ?? [null];
  const { userId } = caller;
  const list = ({ db }: Services) =>
    listEvents(db, userId, beforeId === null ? null : String(beforeId), page.limit + 1);
  const home = onDatabaseOf(anywhere, userId);
  const [, rows, places] = await asUser(home, caller, [list(home)], placesQuestion(home, userId));
  const elsewhere = await Promise.all(otherPlaces(home, userId, places).map(list));
  const newest = [...rows, ...elsewhere.flat()].sort((a, b) => (a.event.id < b.event.id ? 1 : -1));
  return pageOf(newest.slice(0, page.limit + 1), page.limit, ({ event }) => [event.id]);
}
