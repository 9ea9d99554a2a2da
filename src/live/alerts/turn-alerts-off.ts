import { type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { eventCollaborators } from "../../db/schema/events.ts";
import { AppError } from "../../kernel/errors.ts";
import { ALERTS } from "../../platform/mail/unsubscribe-token.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { NO_ALERTS, settingsOf } from "./alert-settings.ts";
import { listMembers, upsertSettings } from "./queries.ts";

/** For a link that was cut off, or that another secret signed. */
const INVALID_LINK = "This link is incomplete. Please use the one in the email.";

/** Content of a link's page. Empty for an event on which the member has no role any more. */
interface AlertsLink {
  eventName: string;
  isOff: boolean;
}

/** The state of a link. Changes nothing. @throws AppError 400 `invalid_token` */
export async function previewAlertsLink(ctx: RequestContext, token: string): Promise<AlertsLink> {
  const { shard, eventId, userId } = await open(ctx, token);
  return linkOf(await listMembers(shard.db, eventId, userId));
}

/** Turns all alerts of the link's event off for its member. Idempotent. @throws AppError 400 `invalid_token` */
export async function turnAlertsOff(ctx: RequestContext, token: string): Promise<AlertsLink> {
  const { shard, eventId, userId } = await open(ctx, token);
  const { db, clock } = shard;
  const { members } = await runBatch(db, {
    written: upsertSettings(db, { eventId, userId }, NO_ALERTS, clock.now(), isMember(eventId, userId)),
    members: listMembers(db, eventId, userId),
  });
  return linkOf(members);
}

async function open(ctx: RequestContext, token: string) {
  const verified = await ALERTS.verifyLink(ctx, token);
  if (verified.status !== "valid") throw new AppError("invalid_token", {}, INVALID_LINK);
  return { ...verified.content, shard: onShardOf(ctx, verified.content.eventId) };
}

function linkOf([member]: Awaited<ReturnType<typeof listMembers>>): AlertsLink {
  if (member === undefined) return { eventName: "", isOff: true };
  const { answers, risk, waitlist } = settingsOf(member.settings, member.userId === member.hostId);
  return { eventName: member.eventName, isOff: answers === "off" && risk === "off" && !waitlist };
}

/** The condition that a user has a role on an event. */
function isMember(eventId: string, userId: string): SQL {
  return sql`exists (select 1 from ${eventCollaborators}
    where ${eventCollaborators.eventId} = ${eventId} and ${eventCollaborators.userId} = ${userId})`;
}
