import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { seatSql } from "../../db/standing.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { listPassedOver } from "./passed-over.ts";
import { findEventSeats } from "./seats.ts";

/** The seats of an event, how many parties have which, and the parties that were passed over. */
export interface SeatCounts extends EventSeats {
  counts: Awaited<ReturnType<typeof countSeats>>;
  passedOver: Awaited<ReturnType<typeof listPassedOver>>;
}

/** The seats of an event in one database call. */
export async function readSeats(ctx: RequestContext, caller: EventCaller): Promise<SeatCounts> {
  const { db, clock } = ctx;
  const { seats, counts, passedOver } = await authorizeMember(ctx, caller, {
    seats: one(findEventSeats(db, caller.eventId)),
    counts: countSeats(db, caller.eventId, clock.now()),
    passedOver: listPassedOver(db, caller.eventId),
  });
  if (seats === undefined) throw notFound();
  return { ...seats, counts, passedOver };
}

type EventSeats = Awaited<ReturnType<typeof findEventSeats>>[number];

/** Counts parties and people by the seat that they have now. Reads every RSVP of the event. */
function countSeats(db: Database, eventId: string, now: number) {
  return db
    .select({
      seat: seatSql(now).as("seat_now"),
      parties: sql<number>`count(*)`.as("parties"),
      heads: sql<number>`sum(${rsvps.heads})`.as("seat_heads"),
    })
    .from(rsvps)
    .where(eq(rsvps.eventId, eventId))
    .groupBy(sql`seat_now`);
}
