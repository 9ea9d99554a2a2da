import type * as z from "zod";
import { toWire } from "../../kernel/clock.ts";
import { ZONE_STEP_MS } from "../../kernel/zone-clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { countArrivalsByQuarter } from "./queries.ts";
import type { ArrivalCounts } from "./schemas.ts";

/** How many came when. Not cached: it is looked at while they come. */
export async function readArrivals(ctx: RequestContext, caller: EventCaller): Promise<z.output<typeof ArrivalCounts>> {
  const { quarters } = await authorizeMember(ctx, caller, { quarters: countArrivalsByQuarter(ctx.db, caller.eventId) });
  return {
    items: quarters.map(({ quarter, guests, heads }) => ({ at: toWire(quarter * ZONE_STEP_MS), guests, heads })),
  };
}
