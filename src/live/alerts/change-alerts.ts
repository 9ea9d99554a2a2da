import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { alertSettings } from "../../db/schema/alerts.ts";
import { notFound } from "../../kernel/errors.ts";
import type { EventCaller } from "../../platform/authorization/authorize-member.ts";
import { authorizeMember } from "../../platform/authorization/authorize-member.ts";
import { hasRole } from "../../platform/authorization/queries.ts";
import type { AlertSettings } from "./alert-settings.ts";
import { settingsOf } from "./alert-settings.ts";
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
  const [written] = await upsertSettings(db, member, chosen, clock.now(), hasRole(db, member));
  if (written === undefined) throw notFound();
  return written;
}

/** The stored settings of a member. */
function findSettings(db: Database, eventId: string, userId: string) {
  return db.select(settings).from(alertSettings).where(isOf(eventId, userId)).limit(1);
}
