import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { listDoorDevices, type NamedDevice } from "./queries.ts";

/** A page of an event's door devices, the newest first, ended ones included until they are deleted. */
export async function readDoorDevices(
  ctx: RequestContext,
  caller: EventCaller,
  query: PageQuery,
): Promise<Page<NamedDevice> & { now: number }> {
  const page = pagerById(`door-devices ${caller.eventId}`, query);
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listDoorDevices(ctx.db, caller.eventId, page.after, page.limit),
  });
  return { ...page.of(rows, ({ device }) => device.id), now: ctx.clock.now() };
}
