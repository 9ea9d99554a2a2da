import { sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { cancelPending } from "../events/reminders/move-messages.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { createAnalyticsCache } from "../insights/analytics/analytics-cache.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { type EventCaller, roleTooLow } from "../platform/authorization/authorize-member.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import { commit, deniedOr } from "../platform/commit/commit.ts";
import { closeForGood, findRoleOnAny, mayErase } from "../platform/personal-data/erasure-queries.ts";
import { erasableSince, erasureMessages } from "./erase-event.ts";

/**
 * Closes an event permanently, also a deleted one. Its guests are erased within minutes, and the event cannot be
 * restored.
 * @throws AppError 404 for a user without a role and for an erased event; 403 `second_factor_required`, `role_too_low`
 *   or `step_up_required`; 401
 */
export async function eraseEventNow(ctx: RequestContext, { session, eventId }: EventCaller): Promise<void> {
  const { db, accountsDb, clock } = ctx;
  const { user, found, authentication } = await authorizeUser(
    ctx,
    session,
    { found: one(findRoleOnAny(db, eventId, session.userId)) },
    { authentication: findAuthentication(accountsDb, session) },
  );
  if (found === undefined) throw notFound();
  if (!found.hasFactor) throw new AppError("member_factor_required");
  if (found.role !== "owner") throw roleTooLow("owner");
  await requireStepUp(ctx, session, authentication);
  const now = clock.now();
  await commit(ctx, {
    by: user,
    eventId,
    guard: [mayErase(db, eventId, session.userId)],
    changes: {
      cancelled: cancelPending(db, sql`(${eventId})`, now),
      closed: closeForGood(db, eventId, erasableSince(now)),
    },
    messages: erasureMessages(ctx, eventId),
    // The audit is erased with the event.
    audit: null,
    at: now,
    lost: deniedOr(ctx, user, "not_found"),
  });
  ctx.shared(createAnalyticsCache).delete(eventId);
  ctx.defer(() => monitorOf(ctx, eventId).disconnect(null));
}
