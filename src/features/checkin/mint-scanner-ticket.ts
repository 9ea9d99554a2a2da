import { HOUR_MS } from "../../kernel/clock.ts";
import { signJwt } from "../../kernel/signed-jwt.ts";
import { refreshFlags, requireEnabled } from "../../platform/flags/is-enabled.ts";
import type { RequestContext } from "../../request-context.ts";
import { sessionClaim } from "../accounts/session-token.ts";
import { requireFeature } from "../billing/limits.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";

/** The `aud` claim, so that no ticket passes for a session; the signing key is separate too. */
export const SCANNER_AUDIENCE = "scanner";
/** Longer than guests arrive at one event. */
const VALID_MS = 12 * HOUR_MS;

/** A ticket with which a phone may call the door's routes of one event. `expiresAt` in epoch milliseconds. */
export interface MintedTicket {
  ticket: string;
  url: string;
  expiresAt: number;
}

/**
 * Issues a scanner ticket: a JWT with `sub`, `sid`, `event_id`, `iat` and `exp`. It ends with the session that issued it. In `url` it follows the `#`, because browsers
 * send no fragment to a server.
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
  const expiresAt = issuedAt + VALID_MS;
  const ticket = await signJwt(await keyring.keysFor("scanner"), {
    audience: SCANNER_AUDIENCE,
    issuedAt: issuedAt / 1000,
    expiresAt: expiresAt / 1000,
    claims: { sub: member.userId, event_id: caller.eventId, ...sessionClaim(member.session) },
  });
  return { ticket, url: `${config.PUBLIC_URL}/scan#${ticket}`, expiresAt };
}
