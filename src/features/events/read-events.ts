import { pageOf, readCursor } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { asUser } from "../accounts/as-user.ts";
import type { Caller } from "../accounts/session-token.ts";
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

/** The events on which the caller has any role, newest first. */
export async function readEvents(
  services: Services,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: MemberEvent[]; nextCursor: string | null }> {
  const [beforeId] = readCursor(page.cursor, ["string"]) ?? [null];
  const [, rows] = await asUser(services, caller, [
    listEvents(services.db, caller.userId, beforeId === null ? null : String(beforeId), page.limit + 1),
  ]);
  return pageOf(rows, page.limit, ({ event }) => [event.id]);
}
