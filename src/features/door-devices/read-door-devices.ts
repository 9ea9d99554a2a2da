import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { listDoorDevices, type NamedDevice } from "./queries.ts";

/** A page of an event's door devices, the newest first, ended ones included until they are deleted. */
export async function readDoorDevices(
  ctx: RequestContext,
  caller: EventCaller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: NamedDevice[]; nextCursor: string | null; now: number }> {
  const list = `door-devices ${caller.eventId}`;
  const [beforeId] = readCursor(page.cursor, ["string"], list) ?? [null];
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listDoorDevices(ctx.db, caller.eventId, beforeId === null ? null : String(beforeId), page.limit + 1),
  });
  return { ...pageOf(rows, page.limit, ({ device }) => [device.id], list), now: ctx.clock.now() };
}
