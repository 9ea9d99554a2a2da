import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { messages } from "../db/schema/messages.ts";
import { newId } from "../kernel/ids.ts";
import type { Place } from "../kernel/regions.ts";
import { replicateAccount, selectAccountToReplicate } from "../platform/account-replicas/replicate-account.ts";
import { assertMakesEvents } from "../platform/authorization/api-key.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { hasLiveSession } from "../platform/authorization/session-queries.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { countLimit, tierLimitReached } from "../platform/tiers/limits.ts";
import { tierIn, tierOfUser } from "../platform/tiers/tier-of.ts";
import { insertCollaborator } from "../team/change-role.ts";
import { validateTimes } from "./event-times.ts";
import { countEventsElsewhere, placeEvent } from "./place-event.ts";
import { countEvents, type EventRow, insertEvent } from "./queries.ts";
import type { DueReminder } from "./reminders/reminders.ts";
import { reminderRow, remindersOf } from "./reminders/reminders.ts";
import { planReplyTo, SAME_REPLY_TO } from "./reply-to.ts";
import type { NewEvent } from "./schemas.ts";

/** Values of columns that a request does not set. */
const DEFAULTS = {
  requireSecondFactor: false,
  fraudMediumThreshold: null,
  fraudHighThreshold: null,
  fraudBlockThreshold: null,
  calendarSequence: 0,
  cancelledAt: null,
  cancelMessage: null,
  replyTo: null,
  replyToVerifiedAt: null,
  deletedAt: null,
};

/**
 * Creates an event with its owner and its reminders in one batch, in the region that the caller names or that is nearest.
 * @param place where the caller is
 * @throws AppError 403 `insufficient_scope` for an API key that is restricted to events, 400 for a region that there is not, 402 `tier_limit`, 400 for times that contradict each other, 401 when the session has ended meanwhile
 */
export async function createEvent(
  ctx: RequestContext,
  caller: Caller,
  { region, ...input }: NewEvent,
  place: Place,
): Promise<EventRow> {
  assertMakesEvents(caller);
  return createIdempotently(await placeEvent(ctx, caller.userId, region, place), caller, input);
}

const createIdempotently = idempotent(authorizeUser, create);

async function create(ctx: RequestContext, caller: Caller, input: Omit<NewEvent, "region">): Promise<EventRow> {
  const { db, clock, config, shard } = ctx;
  validateTimes(input);
  const { user, events, granted, account } = await authorizeUser(
    ctx,
    caller,
    { events: countEvents(db, caller.userId) },
    { granted: tierOfUser(ctx, caller.userId), account: selectAccountToReplicate(ctx, caller.userId) },
  );
  const tier = tierIn(granted);
  const limit = countLimit(tier, "events");
  const elsewhere = await countEventsElsewhere(ctx, caller.userId);
  const used = elsewhere + (events[0]?.count ?? 0);
  if (used >= limit) throw tierLimitReached(config.PUBLIC_URL, tier, "events", used);

  const now = clock.now();
  const id = newId(now, shard);
  const { replyTo, ...fields } = input;
  const event: EventRow = { ...DEFAULTS, ...fields, id, hostId: caller.userId, createdAt: now, updatedAt: now };
  const replies = replyTo === null ? SAME_REPLY_TO : await planReplyTo(ctx, event, replyTo, user);
  const row = { ...event, ...replies.columns };
  const owner = { eventId: row.id, userId: caller.userId, role: "owner" as const, createdAt: now };
  try {
    await db.batch([
      ...replicateAccount(ctx, account.flat()),
      insertEvent(db, row, limit - elsewhere, hasLiveSession(db, user)),
      // Without the event, these violate their foreign keys and abort the batch.
      insertCollaborator(db, owner),
      ...remindersOf(row, now).map((reminder) => insertReminder(db, row.id, reminder, now)),
      ...replies.statements(),
      ...recordResult(ctx, caller, row),
    ]);
    replies.publishAfterResponse();
    return row;
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // A parallel event was first, or the session has ended. With an `Idempotency-Key`, `idempotent` checks the session.
    if (ctx.requestKey === null) await authorizeUser(ctx, caller, {});
    throw tierLimitReached(config.PUBLIC_URL, tier, "events", limit);
  }
}

/** Schedules one automatic reminder of an event. */
function insertReminder(db: Database, eventId: string, reminder: DueReminder, now: number) {
  return db.insert(messages).values(reminderRow(eventId, reminder, now));
}
