import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type AttentionRow, findAttention } from "./queries.ts";

/** What of one event needs its host. */
export async function readAttention(ctx: RequestContext, caller: EventCaller): Promise<AttentionRow> {
  const {
    counted: [row],
  } = await authorizeMember(ctx, caller, { counted: findAttention(ctx.db, caller.eventId, ctx.clock.now()) });
  if (row === undefined) throw notFound();
  return row;
}
