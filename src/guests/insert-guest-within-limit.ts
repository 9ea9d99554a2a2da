import { eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database, Statement } from "../db/client.ts";
import { one } from "../db/one.ts";
import { guestCounts, guests } from "../db/schema/guests.ts";
import { guestsCreated } from "../platform/activities/guest-activities.ts";
import { authorizeMember, type Member } from "../platform/authorization/authorize-member.ts";
import { commit, LostRace } from "../platform/commit/commit.ts";
import { countLimit, type Tier, tierLimitReached } from "../platform/tiers/limits.ts";
import { type GuestToInsert, recountGuests, searchKeys, toDuplicateGuest } from "./queries.ts";
import { foldText } from "./search.ts";

/** Attempts while concurrent requests fill the list after a recount. */
const MAX_ATTEMPTS = 3;

/** Options for the limit. */
export interface LimitChoices {
  /** Inserts the guest beyond the limit, too, after a recount. */
  mayExceed?: boolean;
}

/** Statements and a result to write with a guest. */
interface WithGuest {
  changes?: readonly Statement[];
  /** For the request's `Idempotency-Key`. */
  result: unknown;
}

/**
 * Inserts a guest if the event is below the guest limit of the host's tier. The limit is a condition of the commit. A
 * guest beyond the limit is marked, and gets no link (`src/invitations/tier-excess.ts`).
 * @param withGuest returns the statements and the result for the guest, who may be beyond the limit
 * @throws AppError 402 at the tier's limit, errors of `authorizeMember` if the caller's role was removed, 409
 * `duplicate_guest` or `duplicate_external_id` if another guest of the event has the email address or the ID
 */
export async function insertGuestWithinLimit(
  ctx: RequestContext,
  member: Member,
  guest: GuestToInsert,
  tier: Tier,
  withGuest: (isOverLimit: boolean) => WithGuest,
  { mayExceed = false }: LimitChoices = {},
): Promise<void> {
  const { db, config } = ctx;
  const limit = countLimit(tier, "guests");
  const { eventId, id, createdAt } = guest;
  const insert = async (isOverLimit: boolean) => {
    const { changes = [], result } = withGuest(isOverLimit);
    await commit(ctx, {
      by: member,
      guard: [!isOverLimit && hasRoom(db, eventId, limit)],
      changes: {
        created: insertGuest(db, { ...guest, overTier: isOverLimit }),
        counted: incrementGuestCount(db, eventId),
        others: changes,
      },
      audit: null,
      activities: () => guestsCreated([guest], createdAt),
      result: { value: result, about: id },
      at: createdAt,
      lost: "not_found",
    }).catch((error: unknown) => {
      throw toDuplicateGuest(error);
    });
  };
  let used = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await insert(used >= limit);
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
    }
    // The stored count may be too high, so recount before rejecting the insert.
    const { counted } = await authorizeMember(ctx, member, { counted: one(recountGuests(db, eventId)) });
    used = counted?.guests ?? 0;
    if (used >= limit && !mayExceed) break;
  }
  throw tierLimitReached(config.PUBLIC_URL, tier, "guests", used);
}

/** Condition: the event has fewer than `limit` guests. */
function hasRoom(db: Database, eventId: string, limit: number): SQL {
  const counted = db.select({ guests: guestCounts.guests }).from(guestCounts).where(eq(guestCounts.eventId, eventId));
  return sql`coalesce(${counted}, 0) < ${limit}`;
}

/** @throws a constraint violation if another guest of the event has the email address */
function insertGuest(db: Database, guest: GuestToInsert & { overTier: boolean }) {
  const row = { ...guest, ...searchKeys(guest), nameKey: foldText(guest.name), updatedAt: guest.createdAt };
  return db.insert(guests).values(row);
}

function incrementGuestCount(db: Database, eventId: string) {
  return db
    .insert(guestCounts)
    .values({ eventId, guests: 1 })
    .onConflictDoUpdate({ target: guestCounts.eventId, set: { guests: sql`${guestCounts.guests} + 1` } });
}
