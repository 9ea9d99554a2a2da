import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { AppError, unauthenticated } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { assertOpensEvent } from "../platform/authorization/api-key.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { hasLiveSession, insertSessionMonitor } from "../platform/authorization/session-queries.ts";
import { refreshFlags, requireEnabled } from "../platform/flags/flags.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { onShardOf } from "../platform/shards/on-shard.ts";
import { type Signing, signLiveTicket, TICKET } from "./live-ticket.ts";

/** Values of a ticket, in addition to its event and session. The ticket itself is a secret and is not stored. */
interface TicketSeed {
  id: string;
  /** Epoch milliseconds. */
  issuedAt: number;
}

/**
 * Issues a member a ticket for the live monitor of an event. A request that is repeated with its key gets the same
 * ticket, with the same expiry.
 * @throws AppError 404 without a role, 403 `feature_disabled`
 */
export async function createLiveTicket(
  ctx: RequestContext,
  session: Caller,
  eventId: string,
): Promise<{ ticket: string; url: string }> {
  const { config } = ctx;
  assertOpensEvent(session, eventId);
  const seed = await seedTicket(onShardOf(ctx, eventId), { session, eventId, minimumRole: "viewer" }, undefined);
  const ticket = await signLiveTicket(ctx, { eventId, session, ...seed });
  const origin = config.PUBLIC_URL.replace(/^http/, "ws");
  return { ticket, url: `${origin}/events/${eventId}/live?ticket=${ticket}` };
}

const seedTicket = idempotent(authorizeMember, async function seed(ctx: RequestContext, caller: EventCaller) {
  const [{ member }] = await Promise.all([authorizeMember(ctx, caller, {}), refreshFlags(ctx)]);
  await requireEnabled(ctx, "live_monitor", member.hostId);
  // Before the key is recorded, so that a repeated request from another session is remembered for that one, too.
  await rememberMonitor(ctx, member, caller.eventId);
  const issuedAt = ctx.clock.now();
  const result: TicketSeed = { id: newId(issuedAt), issuedAt };
  const record = recordResult(ctx, caller, result);
  if (record.length > 0) await ctx.db.batch(record);
  return result;
});

/**
 * Stores that the session may have a socket on this event. Run it before the socket opens, because the end of the
 * session closes its sockets.
 */
async function rememberMonitor({ accountsDb: db }: RequestContext, member: Member, eventId: string): Promise<void> {
  const { sessionId } = member.session;
  const [remembered] = await db.batch([one(insertSessionMonitor(db, sessionId, eventId, hasLiveSession(db, member)))]);
  if (remembered === undefined) throw unauthenticated();
}

/**
 * Verifies a ticket for the event's socket. Checks the role again, because it may have been removed since the ticket
 * was issued.
 * @throws AppError 401 `invalid_token` for a ticket that is forged, expired, or of another event; 404 without a role
 */
export async function openLive(ctx: RequestContext, eventId: string, text: string): Promise<LiveTicket> {
  const ticket = await verifyLiveTicket(ctx, text);
  if (ticket === null || ticket.eventId !== eventId) throw invalidTicket();
  const { session } = ticket;
  await authorizeMember(onShardOf(ctx, eventId), { session, eventId, minimumRole: "viewer" }, {});
  return ticket;
}

/** 401 for a ticket that is invalid or was used before. */
export function invalidTicket(): AppError {
  return new AppError("invalid_refresh_token", {}, "This ticket is not valid. Ask for a new one.");
}

interface LiveTicket {
  id: string;
  eventId: string;
  session: Caller;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The ticket, or null when it is forged, expired or another kind of token. `EventMonitor` refuses a used one. */
async function verifyLiveTicket(ctx: Signing, text: string): Promise<LiveTicket | null> {
  const opened = await TICKET.verify(ctx, text);
  return opened.status === "valid" ? { ...opened.content, expiresAt: opened.expiresAt ?? 0 } : null;
}
