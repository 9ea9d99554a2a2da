import { runBatch } from "../../db/batch.ts";
import { AppError } from "../../kernel/errors.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { NO_ALERTS, settingsOf } from "./alert-settings.ts";
import { type AlertsKey, openAlerts, signAlerts } from "./alerts-token.ts";
import { isMember, listMembers, upsertSettings } from "./queries.ts";

/** For a link that was cut off, or that another secret signed. */
const INVALID_LINK = "This link is incomplete. Please use the one in the mail.";

/** What a link shows: nothing of an event on which its member has no role any more. */
interface AlertsLink {
  eventName: string;
  isOff: boolean;
}

/** The URL where a member turns the alerts of an event off: a page in a browser, one click in a mail client. */
export async function alertsLink(
  { config, keyring }: Pick<RequestContext, "config" | "keyring">,
  key: AlertsKey,
): Promise<string> {
  return `${config.PUBLIC_URL}/alerts/unsubscribe?token=${await signAlerts(await keyring.keysFor("alerts"), key)}`;
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
  const key = await openAlerts(await ctx.keyring.keysFor("alerts"), token);
  if (key === null) throw new AppError("invalid_token", {}, INVALID_LINK);
  return { ...key, shard: onShardOf(ctx, key.eventId) };
}

function linkOf([member]: Awaited<ReturnType<typeof listMembers>>): AlertsLink {
  if (member === undefined) return { eventName: "", isOff: true };
  const { answers, risk, waitlist } = settingsOf(member.settings, member.userId === member.hostId);
  return { eventName: member.eventName, isOff: answers === "off" && risk === "off" && !waitlist };
}
