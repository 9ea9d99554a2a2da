import { AppError } from "../../kernel/errors.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember } from "../members/authorize-member.ts";
import { type LiveTicket, openLiveTicket } from "./live-ticket.ts";

/**
 * Opens a ticket for the event's socket. The role is asked again: it may have gone since the ticket was handed out.
 * @throws AppError 401 `invalid_token` for a ticket that is forged, expired, or of another event; 404 without a role
 */
export async function openLive(ctx: RequestContext, eventId: string, text: string): Promise<LiveTicket> {
  const ticket = await openLiveTicket(ctx.keyring, text, ctx.clock.now());
  if (ticket === null || ticket.eventId !== eventId) throw invalidTicket();
  const session = { userId: ticket.userId, issuedAt: ticket.issuedAt };
  await authorizeMember(onShardOf(ctx, eventId), { session, eventId, minimumRole: "viewer" }, {});
  return ticket;
}

/** 401: the ticket opens nothing, or has been used. */
export function invalidTicket(): AppError {
  return new AppError("invalid_refresh_token", {}, "This ticket is not valid. Ask for a new one.");
}

/** 400: the address is a socket's. */
export function upgradeRequired(): AppError {
  return new AppError("upgrade_required");
}
