import { runBatch } from "../../db/batch.ts";
import { fromBase64Url, toBase64Url, utf8 } from "../../kernel/bytes.ts";
import { AppError } from "../../kernel/errors.ts";
import { noteUse, type PurposeKeys } from "../../kernel/keyring.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { NO_ALERTS, settingsOf } from "./alert-settings.ts";
import { isMember, listMembers, upsertSettings } from "./queries.ts";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

const PATTERN = new RegExp(`^(${UUID})\\.(${UUID})\\.([A-Za-z0-9_-]{43})$`);

/** Whose alerts of which event. */
interface AlertsKey {
  eventId: string;
  userId: string;
}

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

/** The token of an alert's unsubscribe link: event, user, base64url(HMAC-SHA-256), with dots between. It does not expire. */
async function signAlerts(keys: PurposeKeys, key: AlertsKey): Promise<string> {
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", keys[0], textOf(key)));
  return `${key.eventId}.${key.userId}.${toBase64Url(mac)}`;
}

/** What a token is about, or null for one that is malformed or was not signed by one of these keys. */
async function openAlerts(keys: PurposeKeys, token: string): Promise<AlertsKey | null> {
  const [, eventId = "", userId = "", mac = ""] = PATTERN.exec(token) ?? [];
  const signature = fromBase64Url(mac);
  if (eventId === "" || signature === null) return null;
  for (const key of keys) {
    if (!(await crypto.subtle.verify("HMAC", key, signature, textOf({ eventId, userId })))) continue;
    noteUse(key);
    return { eventId, userId };
  }
  return null;
}

function textOf({ eventId, userId }: AlertsKey) {
  return utf8(`${eventId}.${userId}`);
}
