import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database, Statement } from "../db/client.ts";
import { insertWhere } from "../db/inserts.ts";
import { guestCounts, guests } from "../db/schema/guests.ts";
import { notFound } from "../kernel/errors.ts";
import { guestsCreated } from "../platform/activities/guest-activities.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { countLimit, type Tier, tierLimitReached } from "../platform/tiers/limits.ts";
import { type GuestToInsert, isGuest, isListed, recountGuests, searchKeys, toDuplicateGuest } from "./queries.ts";
import { foldText } from "./search.ts";

/** How a guest is inserted beside the limit. */
export interface LimitChoices {
  /** Inserts the guest beyond the limit, too, after a recount. */
  mayExceed?: boolean;
}

/**
 * Inserts a guest if the caller still has the role and the event is below the guest limit of the host's tier; both are
 * conditions of the insert itself.
 * @param relatedStatements builds statements for the same batch, which write nothing unless the guest was inserted; told
 *   whether the guest is beyond the limit
 * @throws AppError 402 at the tier's limit, 404 when the caller has lost the role, 409 `duplicate_guest` or
 *   `duplicate_external_id` when another guest of the event has the address or the id
 */
export async function insertGuestWithinLimit(
  ctx: RequestContext,
  member: Member,
  guest: GuestToInsert,
  tier: Tier,
  relatedStatements: (isOverLimit: boolean) => Statement[],
  { mayExceed = false }: LimitChoices = {},
): Promise<void> {
  const { db, config } = ctx;
  const limit = countLimit(tier, "guests");
  const { eventId, id, createdAt } = guest;
  const activity = storeActivities(ctx, eventId, null, isListed(db, eventId, id));
  const created = () => activity.publishAfterResponse(guestsCreated([guest], createdAt));
  const insertion = (isOverLimit = false) =>
    ({
      created: insertGuest(db, guest, isOverLimit ? Number.MAX_SAFE_INTEGER : limit, hasRole(db, member)),
      count: incrementGuestCount(db, guest.eventId, guest.id),
      related: relatedStatements(isOverLimit),
      activity: activity.statements,
    }) as const;
  try {
    const { created: inserted } = await runBatch(db, insertion());
    if (inserted.length > 0) return created();
    // The stored count may be too high: it is recounted before the insert is refused.
    const { counted, created: createdAfterRecount } = await runBatch(db, {
      counted: recountGuests(db, guest.eventId),
      ...insertion(),
    });
    if (createdAfterRecount.length > 0) return created();
    const used = counted[0]?.guests ?? 0;
    if (used < limit) throw notFound();
    if (mayExceed) {
      const { created: createdBeyond } = await runBatch(db, insertion(true));
      if (createdBeyond.length > 0) return created();
      throw notFound();
    }
    throw tierLimitReached(config.PUBLIC_URL, tier, "guests", used);
  } catch (error) {
    throw toDuplicateGuest(error);
  }
}

/**
 * Inserts a guest if the caller has the role (`roleCondition`) and the event has fewer than `limit` guests; returns no row
 * otherwise. Run before `incrementGuestCount` in the same batch.
 * @throws a constraint violation when another guest of the event has the address
 */
function insertGuest(db: Database, guest: GuestToInsert, limit: number, roleCondition: SQL) {
  const counted = db.select({ guests: guestCounts.guests }).from(guestCounts).where(countOf(guest.eventId));
  const room = sql`coalesce(${counted}, 0) < ${limit}`;
  const row = { ...guest, ...searchKeys(guest), nameKey: foldText(guest.name), updatedAt: guest.createdAt };
  return insertWhere(db, guests, row, sql`${roleCondition} and ${room}`).returning({ id: guests.id });
}

/** Adds one to the event's guest count if this batch inserted the guest. */
function incrementGuestCount(db: Database, eventId: string, guestId: string) {
  return db
    .insert(guestCounts)
    .select(
      db
        .select({ eventId: guests.eventId, guests: sql<number>`1`.as("guests") })
        .from(guests)
        .where(isGuest(eventId, guestId)),
    )
    .onConflictDoUpdate({ target: guestCounts.eventId, set: { guests: sql`${guestCounts.guests} + 1` } });
}

function countOf(eventId: string) {
  return eq(guestCounts.eventId, eventId);
}
