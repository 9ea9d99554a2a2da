import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../services.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { claim } from "../idempotency/claim.ts";
import { once } from "../idempotency/once.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { putOnList } from "./put-on-list.ts";
import { type GuestRow, isListed } from "./queries.ts";
import type { NewGuest } from "./schemas.ts";

/** Nobody can have been invited, have answered or arrived yet. */
const NEW = { rsvp: null, invitedAt: null, openedAt: null, checkedInAt: null };

/**
 * Puts a guest on the list of an event.
 * @throws AppError 402 when the tier of the event's host holds no more guests, 409 `duplicate_guest` for an address
 *   that another guest of the event has
 */
export const createGuest = once(asMember, create);

async function create(services: Services, caller: EventCaller, input: NewGuest): Promise<GuestRow> {
  const { db, clock } = services;
  const { eventId } = caller;
  const [, granted] = await asMember(services, caller, [tierOfEvent(services, eventId)]);
  const now = clock.now();
  const guest: GuestRow = { ...NEW, ...input, eventId, id: newId(now), createdAt: now };
  await putOnList(services, caller, guest, tierIn(granted), () =>
    claim(services, caller, guest, isListed(db, eventId, guest.id), guest.id),
  );
  return guest;
}
