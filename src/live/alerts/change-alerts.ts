import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { alertSettings } from "../../db/schema/alerts.ts";
import { presenterOf } from "../../http/present.ts";
import { AppError } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { commit, retried } from "../../platform/commit/commit.ts";
import { requireExpected, unchanged, versionAfter } from "../../platform/commit/unchanged.ts";
import { type AlertSettings, settingsOf } from "./alert-settings.ts";
import { isOf, settings, upsertSettings } from "./queries.ts";
import { Alerts } from "./schemas.ts";

/** Attempts while the member changes the same settings elsewhere. */
const MAX_ATTEMPTS = 5;

const presentAlerts = presenterOf(Alerts);

/** A member's settings with their version; null: the defaults. */
type SavedAlerts = AlertSettings & { updatedAt: number | null };

/** Returns the caller's email alerts of an event. */
export async function readAlerts(ctx: RequestContext, caller: EventCaller): Promise<SavedAlerts> {
  const { member, stored } = await authorizeMember(ctx, caller, {
    stored: one(findSettings(ctx.db, caller.eventId, caller.session.userId)),
  });
  return savedAlerts(stored, member.userId === member.hostId);
}

/**
 * Changes the caller's alerts. With `expectedUpdatedAt`, changes nothing if they have changed since, for example by the
 * link of an email.
 * @throws AppError 404 if the caller's role was removed during the request, 409 `alerts_changed` with the current
 * settings, or without them if every retry conflicts with another change
 */
export const changeAlerts = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    { expectedUpdatedAt: expected, ...chosen }: AlertSettings & { expectedUpdatedAt?: number | null | undefined },
  ): Promise<SavedAlerts> => {
    const { db, clock } = ctx;
    const { eventId } = caller;
    const { userId } = caller.session;
    const { member, stored } = await authorizeMember(ctx, caller, { stored: one(findSettings(db, eventId, userId)) });
    requireExpected(expected, stored, () => {
      const alerts = presentAlerts(savedAlerts(stored, member.userId === member.hostId));
      return new AppError("alerts_changed", { alerts });
    });
    const now = clock.now();
    await commit(ctx, {
      by: member,
      guard: [unchanged(alertSettings, { eventId, userId }, stored)],
      changes: { written: upsertSettings(db, member, chosen, now) },
      audit: null,
      at: now,
      lost: "alerts_changed",
    });
    return { ...chosen, updatedAt: versionAfter(stored, now) };
  },
  MAX_ATTEMPTS,
);

type StoredAlerts = Awaited<ReturnType<typeof findSettings>>[number];

function savedAlerts(stored: StoredAlerts | undefined, isHost: boolean): SavedAlerts {
  return { ...settingsOf(stored ?? null, isHost), updatedAt: stored?.updatedAt ?? null };
}

/** The stored settings of a member. */
function findSettings(db: Database, eventId: string, userId: string) {
  const { updatedAt } = alertSettings;
  return db
    .select({ ...settings, updatedAt })
    .from(alertSettings)
    .where(isOf(eventId, userId))
    .limit(1);
}
