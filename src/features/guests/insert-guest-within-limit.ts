import { runBatch } from "../../db/batch.ts";
import type { Statement } from "../../db/client.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { countLimit, type Tier, tierLimitReached } from "../billing/limits.ts";
import type { EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { asDuplicate } from "./duplicate-guest.ts";
import { countGuest, type GuestToInsert, insertGuest, recountGuests } from "./queries.ts";

/**
 * Writes a guest while the caller may and the tier of the event's host has room, and with the guest what belongs to it.
 * @param belongings makes statements for the same batch, which write nothing unless the guest was written
 * @throws AppError 402 when the tier holds no more guests, 404 when the caller has lost the event meanwhile, 409
 *   `duplicate_guest` for an address that another guest of the event has
 */
export async function insertGuestWithinLimit(
  ctx: RequestContext,
  caller: EventCaller,
  guest: GuestToInsert,
  tier: Tier,
  belongings: () => Statement[],
): Promise<void> {
  const { db, config } = ctx;
  const limit = countLimit(tier, "guests");
  const insertion = () =>
    ({
      created: insertGuest(db, guest, limit, hasRole(db, caller)),
      count: countGuest(db, guest.eventId, guest.id),
      belongings: belongings(),
    }) as const;
  try {
    const { created } = await runBatch(db, insertion());
    if (created.length > 0) return;
    // The count is believed when it says yes; before it says no, it is made anew.
    const { counted, created: createdNow } = await runBatch(db, {
      counted: recountGuests(db, guest.eventId),
      ...insertion(),
    });
    if (createdNow.length > 0) return;
    const used = counted[0]?.guests ?? 0;
    if (used < limit) throw notFound();
    throw tierLimitReached(config.PUBLIC_URL, tier, "guests", used);
  } catch (error) {
    throw asDuplicate(error);
  }
}
