import type { RequestContext } from "../context.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { type Thresholds, thresholdsOf } from "../platform/risk-bands/bands.ts";
import { findThresholds, mayChangeThresholds, type StoredThresholds, updateThresholds } from "./queries.ts";
import { requireRising } from "./threshold-order.ts";

/** Attempts while concurrent requests change the same thresholds. */
const MAX_TRIES = 5;

/**
 * Sets an event's thresholds from the next access on. Earlier accesses keep their bands: the log says what happened to a
 * guest. A change to the same values leaves no audit record.
 * @throws AppError 400 `invalid_threshold_order`, 409 `thresholds_changed` when concurrent changes win every attempt
 */
export async function changeThresholds(
  ctx: RequestContext,
  caller: EventCaller,
  thresholds: Thresholds,
): Promise<Thresholds> {
  requireRising(thresholds);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const {
      member,
      before: [before],
    } = await authorizeMember(ctx, caller, { before: findThresholds(ctx.db, caller.eventId) });
    if (before === undefined) throw notFound();
    if (isSame(before, thresholds) || (await write(ctx, member, before, thresholds))) {
      return thresholds;
    }
  }
  throw new AppError("thresholds_changed");
}

function isSame(stored: StoredThresholds, { medium, high, block }: Thresholds): boolean {
  return (
    stored.fraudMediumThreshold === medium && stored.fraudHighThreshold === high && stored.fraudBlockThreshold === block
  );
}

/** Writes the thresholds and the audit record; false if they, or the caller's role, have changed since they were read. */
async function write(
  ctx: RequestContext,
  member: Member,
  before: StoredThresholds,
  after: Thresholds,
): Promise<boolean> {
  const { db, clock } = ctx;
  const { eventId } = member;
  const at = clock.now();
  const guard = mayChangeThresholds(db, hasRole(db, member), eventId, before);
  const record = {
    eventId,
    ...actorOf(member),
    action: "thresholds.updated" as const,
    target: null,
    before: { ...thresholdsOf(before) },
    after: { ...after },
    at,
  };
  const [, updated] = await db.batch([recordAudit(db, record, guard), updateThresholds(db, eventId, after, at, guard)]);
  if (updated.length === 0) return false;
  sealAfterResponse(ctx, eventId);
  return true;
}
