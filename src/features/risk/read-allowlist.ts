import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type AllowlistRow, listAllowlist } from "./queries.ts";

/** The networks that an event trusts, newest first. All of them: at most 200. */
export async function readAllowlist(ctx: RequestContext, caller: EventCaller): Promise<AllowlistRow[]> {
  const { rows } = await authorizeMember(ctx, caller, { rows: listAllowlist(ctx.db, caller.eventId) });
  return rows;
}
