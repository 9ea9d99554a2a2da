import type { RequestContext } from "../../context.ts";
import { eventFull } from "./event-full.ts";
import { findRoom } from "./queries.ts";

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
