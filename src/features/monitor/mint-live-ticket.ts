import { unauthenticated } from "../../kernel/errors.ts";
import { refreshFlags, requireEnabled } from "../../platform/flags/is-enabled.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { hasLiveSession } from "../accounts/queries.ts";
import { insertSessionMonitor } from "../accounts/session-queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { authorizeMember, type Member } from "../members/authorize-member.ts";
import { issueLiveTicket } from "./live-ticket.ts";

/**
 * Issues a member a ticket for the live monitor of an event.
 * @throws AppError 404 for a stranger, 403 `feature_disabled`
 */
export async function mintLiveTicket(
  ctx: RequestContext,
  session: Caller,
  eventId: string,
): Promise<{ ticket: string; url: string }> {
  const { clock, config, keyring } = ctx;
  const [{ member }] = await Promise.all([
    authorizeMember(onShardOf(ctx, eventId), { session, eventId, minimumRole: "viewer" }, {}),
    refreshFlags(ctx),
  ]);
  await requireEnabled(ctx, "live_monitor", member.hostId);
  await rememberMonitor(ctx, member, eventId);
  const ticket = await issueLiveTicket(keyring, { eventId, session, issuedAt: clock.now() });
  const origin = config.PUBLIC_URL.replace(/^http/, "ws");
  return { ticket, url: `${origin}/events/${eventId}/live?ticket=${ticket}` };
}

/** Stores that the session may have a socket on this event, before it can have one: its end closes them. */
async function rememberMonitor({ accountsDb: db }: RequestContext, member: Member, eventId: string): Promise<void> {
  const { sessionId } = member.session;
  if (sessionId === null) return;
  const [remembered] = await db.batch([insertSessionMonitor(db, sessionId, eventId, hasLiveSession(db, member))]);
  if (remembered[0] === undefined) throw unauthenticated();
}
