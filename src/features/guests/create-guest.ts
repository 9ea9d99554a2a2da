import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../services.ts";
import { countLimit, tierLimitReached } from "../billing/limits.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { claim } from "../idempotency/claim.ts";
import { once } from "../idempotency/once.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { asDuplicate } from "./duplicate-guest.ts";
import { countGuest, type GuestRow, insertGuest, isListed, recountGuests } from "./queries.ts";
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
  const { db, clock, config } = services;
  const { eventId } = caller;
  const [, granted] = await asMember(services, caller, [tierOfEvent(services, eventId)]);
  const tier = tierIn(granted);
  const limit = countLimit(tier, "guests");
  const now = clock.now();
  const guest: GuestRow = { ...NEW, ...input, eventId, id: newId(now), createdAt: now };
  const insertion = () =>
    [
      insertGuest(db, guest, limit),
      countGuest(db, eventId, guest.id),
      ...claim(services, caller, guest, isListed(db, eventId, guest.id)),
    ] as const;
  try {
    const [created] = await db.batch(insertion());
    if (created[0]) return guest;
    // The count is believed when it says yes; before it says no, it is made anew.
    const [counted, createdNow] = await db.batch([recountGuests(db, eventId), ...insertion()]);
    if (createdNow[0]) return guest;
    const used = counted[0]?.guests ?? 0;
    if (used < limit) throw notFound();
    throw tierLimitReached(config.PUBLIC_URL, tier, "guests", used);
  } catch (error) {
    throw asDuplicate(error);
  }
}
