import { eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { events } from "../db/schema/events.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { nextVersion, requireExpected, unchanged, versionAfter } from "../platform/commit/unchanged.ts";
import { type Thresholds, thresholdsOf } from "../platform/risk-bands/bands.ts";
import { presentThresholds } from "./present.ts";
import { findThresholds } from "./queries.ts";
import { requireAscending, type SavedThresholds, savedThresholds } from "./read-thresholds.ts";

/** Attempts while concurrent requests change the same thresholds. */
const MAX_TRIES = 5;

/**
 * Sets an event's thresholds from the next access on. Earlier accesses keep their bands, because the log shows the
 * decision at the time. A change to the same values leaves no audit record. With `expectedUpdatedAt`, changes nothing if
 * the event has changed since.
 * @throws AppError 400 `invalid_threshold_order`, 409 `thresholds_changed` with the current thresholds, or without them
 * when concurrent changes win every attempt
 */
export const changeThresholds = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    { expectedUpdatedAt: expected, ...thresholds }: Thresholds & { expectedUpdatedAt?: number | undefined },
  ): Promise<SavedThresholds> => {
    requireAscending(thresholds);
    const { db, clock } = ctx;
    const { eventId } = caller;
    const { member, before } = await authorizeMember(ctx, caller, { before: one(findThresholds(db, eventId)) });
    if (before === undefined) throw notFound();
    requireExpected(expected, before, () => {
      return new AppError("thresholds_changed", { thresholds: presentThresholds(savedThresholds(before)) });
    });
    const columns = {
      fraudMediumThreshold: thresholds.medium,
      fraudHighThreshold: thresholds.high,
      fraudBlockThreshold: thresholds.block,
    };
    const { updatedAt, ...stored } = before;
    if (JSON.stringify(stored) === JSON.stringify(columns)) return { ...thresholds, updatedAt };
    const at = clock.now();
    await commit(ctx, {
      by: member,
      guard: [unchanged(events, { id: eventId }, before)],
      changes: {
        updated: db
          .update(events)
          .set({ ...columns, updatedAt: nextVersion(events, at) })
          .where(eq(events.id, eventId)),
      },
      audit: { action: "thresholds.updated", before: { ...thresholdsOf(stored) }, after: { ...thresholds } },
      at,
      lost: "thresholds_changed",
    });
    return { ...thresholds, updatedAt: versionAfter(before, at) };
  },
  MAX_TRIES,
);
