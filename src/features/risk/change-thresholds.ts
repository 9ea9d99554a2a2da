import { AppError, notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { type Thresholds, thresholdsOf } from "../events/bands.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { findThresholds, mayChangeThresholds, type StoredThresholds, updateThresholds } from "./queries.ts";
import { requireRising } from "./threshold-order.ts";

/** How often a change is tried while others change the same. */
const MAX_TRIES = 5;

/** 409: others kept changing the thresholds while they were to be changed. */
function thresholdsKeepChanging(): AppError {
  return new AppError("thresholds_changed");
}

/**
 * Sets how strict an event is from the next access on. Accesses that were banded before stay as they were decided:
 * the log tells what happened to a guest, not what would happen now. What changes nothing leaves no record.
 * @throws AppError 400 `invalid_threshold_order`, 409 when others change them all the while
 */
export async function changeThresholds(
  ctx: RequestContext,
  caller: EventCaller,
  thresholds: Thresholds,
): Promise<Thresholds> {
  requireRising(thresholds);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const {
      member: { userId },
      before: [before],
    } = await authorizeMember(ctx, caller, { before: findThresholds(ctx.db, caller.eventId) });
    if (before === undefined) throw notFound();
    if (isSame(before, thresholds) || (await write(ctx, caller, userId, before, thresholds))) {
      return thresholds;
    }
  }
  throw thresholdsKeepChanging();
}

function isSame(stored: StoredThresholds, { medium, high, block }: Thresholds): boolean {
  return (
    stored.fraudMediumThreshold === medium && stored.fraudHighThreshold === high && stored.fraudBlockThreshold === block
  );
}

/** Writes the thresholds with the record of it; false when they, or the caller's role, are not what was read. */
async function write(
  { db, clock }: RequestContext,
  caller: EventCaller,
  actorId: string,
  before: StoredThresholds,
  after: Thresholds,
): Promise<boolean> {
  const { eventId } = caller;
  const at = clock.now();
  const guard = mayChangeThresholds(db, hasRole(db, caller), eventId, before);
  const record = {
    eventId,
    actorId,
    action: "thresholds.updated" as const,
    target: null,
    before: { ...thresholdsOf(before) },
    after: { ...after },
    at,
  };
  const [, updated] = await db.batch([recordAudit(db, record, guard), updateThresholds(db, eventId, after, at, guard)]);
  return updated.length > 0;
}
