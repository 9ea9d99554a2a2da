import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { eventFull } from "./event-full.ts";
import { HELD } from "./queries.ts";
import { seatFor } from "./seat-queries.ts";

/**
 * Says why an answer found no room, after the database has refused to write it.
 * @param heads the people for whom it needs more seats
 * @throws AppError 409 `event_full` with what is left: nothing, where the rest goes to a party that waits
 */
export async function requireRoom({ db }: RequestContext, eventId: string, heads: number): Promise<void> {
  const [room] = await findRoom(db, eventId, heads);
  if (room === undefined || room.capacity === null || room.seat === "confirmed") return;
  const { capacity, held } = room;
  throw eventFull({ capacity: held + heads <= capacity ? held : capacity, held });
}

/** Whether so many more heads would get a seat now. */
function findRoom(db: Database, eventId: string, heads: number) {
  const asked = { eventId, heads: sql`${heads}`, capacity: sql`${events.capacity}`, waitlist: sql`0` };
  return db
    .select({
      capacity: events.capacity,
      held: HELD.as("held_heads"),
      seat: sql<"confirmed" | "full">`${seatFor(asked)}`.as("found_seat"),
    })
    .from(events)
    .leftJoin(eventSeats, eq(eventSeats.eventId, events.id))
    .where(eq(events.id, eventId))
    .limit(1);
}
