import { isConstraintViolation } from "../../db/failures.ts";
import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../services.ts";
import { asUser } from "../accounts/as-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { countLimit, tierLimitReached } from "../billing/limits.ts";
import { tierIn, tierOfUser } from "../billing/tier-of.ts";
import { insertCollaborator } from "../collaborators/queries.ts";
import { claim } from "../idempotency/claim.ts";
import { once } from "../idempotency/once.ts";
import { insertReminder } from "../messages/queries.ts";
import { remindersOf } from "../messages/reminders.ts";
import { requireOrder } from "./event-times.ts";
import { countEvents, type EventRow, insertEvent } from "./queries.ts";
import type { NewEvent } from "./schemas.ts";

/** How every event begins. */
const NEW = {
  fraudMediumThreshold: null,
  fraudHighThreshold: null,
  fraudBlockThreshold: null,
  calendarSequence: 0,
  deletedAt: null,
};

/**
 * Creates an event with its owner and its auto-reminders, all in one batch.
 * @throws AppError 402 when the caller's tier holds no more events, 400 when the event ends before it begins
 */
export const createEvent = once(asUser, create);

async function create(services: Services, caller: Caller, input: NewEvent): Promise<EventRow> {
  const { db, clock, config } = services;
  requireOrder(input.eventDate, input.endTime);
  const [, granted, held] = await asUser(services, caller, [
    tierOfUser(services, caller.userId),
    countEvents(db, caller.userId),
  ]);
  const tier = tierIn(granted);
  const limit = countLimit(tier, "events");
  const used = held[0]?.count ?? 0;
  if (used >= limit) throw tierLimitReached(config.PUBLIC_URL, tier, "events", used);

  const now = clock.now();
  const row: EventRow = { ...NEW, ...input, id: newId(now), hostId: caller.userId, createdAt: now, updatedAt: now };
  const owner = { eventId: row.id, userId: caller.userId, role: "owner" as const, createdAt: now };
  try {
    await db.batch([
      insertEvent(db, row, limit),
      // Without the event these break their foreign keys, and the batch with them: all of it is written or nothing.
      insertCollaborator(db, owner),
      ...remindersOf(row, now).map((reminder) => insertReminder(db, row.id, reminder, now)),
      ...claim(services, caller, row),
    ]);
    return row;
  } catch (error) {
    if (isConstraintViolation(error)) throw tierLimitReached(config.PUBLIC_URL, tier, "events", limit);
    throw error;
  }
}
