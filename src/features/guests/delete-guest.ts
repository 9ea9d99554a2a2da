import { notFound } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { deleteGuest as deleteRow, discountGuest } from "./queries.ts";

/** Removes a guest with everything that belongs to the guest: the link answers 404 from now on. */
export async function deleteGuest(services: Services, caller: EventCaller, guestId: string): Promise<void> {
  const { db } = services;
  await asMember(services, caller, []);
  const [, deleted] = await db.batch([
    discountGuest(db, caller.eventId, guestId),
    deleteRow(db, caller.eventId, guestId),
  ]);
  if (deleted.length === 0) throw notFound();
}
