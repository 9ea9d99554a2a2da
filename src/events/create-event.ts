import type { RequestContext } from "../context.ts";
import { type EventRow, events } from "../db/schema/events.ts";
import type { AppError } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import type { Place } from "../kernel/regions.ts";
import { replicateAccount, selectAccountToReplicate } from "../platform/account-replicas/replicate-account.ts";
import { assertMakesEvents } from "../platform/authorization/api-key.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { commit } from "../platform/commit/commit.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { tierIn, tierOfUser } from "../platform/tiers/tier-of.ts";
import { insertCollaborator } from "../team/change-role.ts";
import { contextForNewEvent } from "./context-for-new-event.ts";
import { type EventRoom, eventCountsOf, roomForEvent } from "./event-room.ts";
import { validateTimes } from "./event-times.ts";
import { planReplyTo, SAME_REPLY_TO } from "./reply-to.ts";
import type { NewEvent } from "./schemas.ts";
import { reactionsTo } from "./write-event.ts";

/** Values of columns that a request does not set. */
const DEFAULTS = {
  requireSecondFactor: false,
  fraudMediumThreshold: null,
  fraudHighThreshold: null,
  fraudBlockThreshold: null,
  codeNetworks: [],
  calendarSequence: 0,
  cancelledAt: null,
  cancelMessage: null,
  replyTo: null,
  replyToVerifiedAt: null,
  deletedAt: null,
};

/**
 * Creates an event with its owner and its reminders in one batch. Uses the region that the caller names, or the nearest
 * one.
 * @param place where the caller is
 * @throws AppError 403 `insufficient_scope` for an API key that is restricted to events, 400 for an unknown region, 402
 * `tier_limit`, 429 at the daily limit, 400 for times that contradict each other, 401 if the session was revoked during
 * the request
 */
export async function createEvent(
  ctx: RequestContext,
  caller: Caller,
  { region, ...input }: NewEvent,
  place: Place,
): Promise<EventRow> {
  assertMakesEvents(caller);
  return createIdempotently(await contextForNewEvent(ctx, caller.userId, region, place), caller, input);
}

const createIdempotently = idempotent(authorizeUser, create);

async function create(ctx: RequestContext, caller: Caller, input: Omit<NewEvent, "region">): Promise<EventRow> {
  const { db, clock, shard } = ctx;
  validateTimes(input);
  const { user, granted, account, ...counts } = await authorizeUser(
    ctx,
    caller,
    eventCountsOf(db, caller.userId, clock.now()),
    { granted: tierOfUser(ctx, caller.userId), account: selectAccountToReplicate(ctx, caller.userId) },
  );
  const tier = tierIn(granted);
  const room = await roomForEvent(ctx, caller.userId, tier, counts);

  const now = clock.now();
  const id = newId(now, shard);
  const { replyTo, ...fields } = input;
  const event: EventRow = { ...DEFAULTS, ...fields, id, hostId: caller.userId, createdAt: now, updatedAt: now };
  const replies = replyTo === null ? SAME_REPLY_TO : await planReplyTo(ctx, event, replyTo, user);
  const row = { ...event, ...replies.columns };
  const owner = { eventId: row.id, userId: caller.userId, role: "owner" as const, createdAt: now };
  await commit(ctx, {
    by: user,
    eventId: row.id,
    ahead: replicateAccount(ctx, account),
    guard: room.guard,
    changes: {
      event: db.insert(events).values(row),
      owner: insertCollaborator(db, owner),
      counted: room.counted,
    },
    audit: null,
    parts: [...reactionsTo(ctx, { before: null, after: row, now }), replies.part],
    result: { value: row },
    at: now,
    lost: () => eventNotCreated(ctx, caller, room),
  });
  return row;
}

/**
 * Finds out why an event was not created: a parallel request was first, or the session was revoked. With an
 * `Idempotency-Key`, `idempotent` checks the session.
 * @throws AppError 401
 */
export async function eventNotCreated(ctx: RequestContext, caller: Caller, room: EventRoom): Promise<AppError> {
  if (ctx.requestKey === null) await authorizeUser(ctx, caller, {});
  return room.whyFull();
}
