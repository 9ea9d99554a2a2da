import { AppError } from "../../kernel/errors.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember } from "../members/authorize-member.ts";
import { type LiveTicket, openLiveTicket } from "./live-ticket.ts";

/**
 * Verifies a ticket for the event's socket. Checks the role again, because it may have ended since the ticket was issued.
 * @throws AppError 401 `invalid_token` for a ticket that is forged, expired, or of another event; 404 without a role
 */
export async function openLive(ctx: RequestContext, eventId: string, text: string): Promise<LiveTicket> {
  const ticket = await openLiveTicket(ctx.keyring, text, ctx.clock.now());
  if (ticket === null || ticket.eventId !== eventId) throw invalidTicket();
  const { session } = ticket;
  await authorizeMember(onShardOf(ctx, eventId), { session, eventId, minimumRole: "viewer" }, {});
  return ticket;
}

/** 401 for a ticket that is not valid, or was used before. */
export function invalidTicket(): AppError {
  return new AppError("invalid_refresh_token", {}, "This ticket is not valid. Ask for a new one.");
}
