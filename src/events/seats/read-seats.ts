import type { RequestContext } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { type EventSeats, findEventSeats } from "../seat-queries.ts";
import { countSeats } from "./queries.ts";

/** The seats of an event, and how many parties have which. */
export interface SeatCounts extends EventSeats {
  counts: Awaited<ReturnType<typeof countSeats>>;
}

/** The seats of an event in one database call. */
export async function readSeats(ctx: RequestContext, caller: EventCaller): Promise<SeatCounts> {
  const { db } = ctx;
  const {
    seats: [seats],
    counts,
  } = await authorizeMember(ctx, caller, {
    seats: findEventSeats(db, caller.eventId),
    counts: countSeats(db, caller.eventId),
  });
  if (seats === undefined) throw notFound();
  return { ...seats, counts };
}
