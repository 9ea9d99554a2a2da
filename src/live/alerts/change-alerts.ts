import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { alertSettings } from "../../db/schema/alerts.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { commit, deniedOr } from "../../platform/commit/commit.ts";
import { type AlertSettings, settingsOf } from "./alert-settings.ts";
import { isOf, settings, upsertSettings } from "./queries.ts";

/** Returns the caller's email alerts of an event. */
export async function readAlerts(ctx: RequestContext, caller: EventCaller): Promise<AlertSettings> {
  const {
    member,
    stored: [stored],
  } = await authorizeMember(ctx, caller, {
    stored: findSettings(ctx.db, caller.eventId, caller.session.userId),
  });
  return settingsOf(stored ?? null, member.userId === member.hostId);
}

/**
 * Changes the caller's alerts.
 * @throws AppError 404 if the caller's role was removed during the request
 */
export async function changeAlerts(
  ctx: RequestContext,
  caller: EventCaller,
  chosen: AlertSettings,
): Promise<AlertSettings> {
  const { db, clock } = ctx;
  const { member } = await authorizeMember(ctx, caller, {});
  const now = clock.now();
  await commit(ctx, {
    by: member,
    changes: { written: upsertSettings(db, member, chosen, now) },
    audit: null,
    at: now,
    lost: deniedOr(ctx, member, "not_found"),
  });
  return chosen;
}

/** The stored settings of a member. */
function findSettings(db: Database, eventId: string, userId: string) {
  return db.select(settings).from(alertSettings).where(isOf(eventId, userId)).limit(1);
}
