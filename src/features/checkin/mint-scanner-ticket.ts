import { refreshFlags, requireEnabled } from "../../platform/flags/is-enabled.ts";
import type { RequestContext } from "../../request-context.ts";
import { requireFeature } from "../billing/limits.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { issueScannerTicket, SCANNER_TICKET_MS } from "./scanner-token.ts";

/** A ticket with which a phone opens the door's routes of one event. `expiresAt` in epoch milliseconds. */
export interface MintedTicket {
  ticket: string;
  url: string;
  expiresAt: number;
}

/**
 * Hands out a scanner ticket. The secret stands behind the `#` of its page's address: a fragment is sent to no server.
 * @throws AppError 403 `feature_disabled`, 402 `feature_not_in_tier`
 */
export async function mintScannerTicket(ctx: RequestContext, caller: EventCaller): Promise<MintedTicket> {
  const { clock, config, keyring } = ctx;
  const [{ member, granted }] = await Promise.all([
    authorizeMember(ctx, caller, { granted: tierOfEvent(ctx, caller.eventId) }),
    refreshFlags(ctx),
  ]);
  await requireEnabled(ctx, "scanner", member.hostId);
  requireFeature(config.PUBLIC_URL, tierIn(granted), "scanner");
  const issuedAt = clock.now();
  const ticket = await issueScannerTicket(keyring, { eventId: caller.eventId, userId: member.userId, issuedAt });
  return { ticket, url: `${config.PUBLIC_URL}/scan#${ticket}`, expiresAt: issuedAt + SCANNER_TICKET_MS };
}
