import type { RequestContext } from "../../context.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { newId, newIds, shardOf } from "../../kernel/ids.ts";
import { regionOfShard } from "../../kernel/regions.ts";
import { replicateAccount, selectAccountToReplicate } from "../../platform/account-replicas/replicate-account.ts";
import { guestsCreated } from "../../platform/activities/guest-activities.ts";
import { assertMakesEvents } from "../../platform/authorization/api-key.ts";
import type { EventCaller } from "../../platform/authorization/authorize-member.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { hasLiveSession } from "../../platform/authorization/session-queries.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import { storeActivities } from "../../platform/outbox/store-activities.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { countLimit, tierLimitReached } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfUser } from "../../platform/tiers/tier-of.ts";
import { insertCollaborator } from "../../team/queries.ts";
import { validateTimes } from "../event-times.ts";
import { countEventsElsewhere, placeEvent } from "../place-event.ts";
import { countEvents, type EventRow, insertEvent } from "../queries.ts";
import { type CopyInput, copiedEvent } from "./copied-event.ts";
import { copyRows } from "./copy-rows.ts";
import type { Included } from "./included.ts";
import { insertCopied } from "./queries.ts";
import { readSource, recordCopy } from "./read-source.ts";

/** What is copied, from where and to which day. */
interface Input extends CopyInput {
  include: readonly Included[];
}

/**
 * Copies an event, in its region, on the caller's shard there: its settings and what `include` names. The copy is the
 * caller's; guests come without answers, links and anything that they were sent.
 * @throws AppError 402 `tier_limit`, `feature_not_in_tier` by the caller's own tier, 400 for times that contradict each
 *   other, and what `authorizeMember` throws
 */
export async function copyEvent(ctx: RequestContext, source: EventCaller, input: Input): Promise<EventRow> {
  assertMakesEvents(source.session);
  const { name } = regionOfShard(ctx.config.REGIONS, shardOf(source.eventId));
  const placed = await placeEvent(ctx, source.session.userId, name);
  return copyIdempotently(placed, source.session, { ...input, source });
}

const copyIdempotently = idempotent(authorizeUser, copy);

async function copy(ctx: RequestContext, caller: Caller, input: Input & { source: EventCaller }): Promise<EventRow> {
  const { db, clock, config, shard } = ctx;
  const [{ user, events, granted, account }, source] = await Promise.all([
    authorizeUser(
      ctx,
      caller,
      { events: countEvents(db, caller.userId) },
      { granted: tierOfUser(ctx, caller.userId), account: selectAccountToReplicate(ctx, caller.userId) },
    ),
    readSource(onShardOf(ctx, input.source.eventId), input.source, input.include),
  ]);
  const tier = tierIn(granted);
  const limit = countLimit(tier, "events");
  const elsewhere = await countEventsElsewhere(ctx, caller.userId);
  const used = elsewhere + (events[0]?.count ?? 0);
  if (used >= limit) throw tierLimitReached(config.PUBLIC_URL, tier, "events", used);
  if (source.guests.length > countLimit(tier, "guests")) {
    throw tierLimitReached(config.PUBLIC_URL, tier, "guests", source.guests.length);
  }

  const now = clock.now();
  const event = copiedEvent(source.event, input, { id: newId(now, shard), hostId: caller.userId, createdAt: now });
  validateTimes(event);
  const copied = copyRows(ctx, { source, event, tier, guestIds: newIds(now, source.guests.length) });
  const audit = await recordCopy(ctx, source, event, copied.guests.length);
  // One row for however many guests: the relay would read them from the database.
  const activity = storeActivities(ctx, event.id, copied.guests.length === 0 ? [] : null);
  const owner = { eventId: event.id, userId: caller.userId, role: "owner" as const, createdAt: now };
  try {
    await db.batch([
      ...replicateAccount(ctx, account.flat()),
      ...audit,
      insertEvent(db, event, limit - elsewhere, hasLiveSession(db, user)),
      // Without the event, these violate their foreign keys and abort the batch.
      insertCollaborator(db, owner),
      ...insertCopied(db, event.id, copied),
      ...activity.statements,
      ...recordResult(ctx, caller, event),
    ]);
    activity.publishAfterResponse(guestsCreated(copied.guests, now));
    return event;
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // A parallel event was first, or the session has ended. With an `Idempotency-Key`, `idempotent` checks the session.
    if (ctx.requestKey === null) await authorizeUser(ctx, caller, {});
    throw tierLimitReached(config.PUBLIC_URL, tier, "events", limit);
  }
}
