import { SECOND_MS } from "../../kernel/clock.ts";
import type { Keyring } from "../../kernel/keyring.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import { type Caller, callerIn } from "../accounts/session-token.ts";

/** Enough to open a socket. Short, because the ticket is part of an address, which proxies may log. */
export const LIVE_TICKET_MS = 30 * SECOND_MS;
const AUDIENCE = "live";

export interface LiveTicket {
  id: string;
  eventId: string;
  session: Caller;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** A ticket for one socket on one event. @param issuedAt epoch milliseconds */
export async function issueLiveTicket(
  keyring: Keyring,
  grant: { id: string; eventId: string; session: Caller; issuedAt: number },
): Promise<string> {
  return signJwt(await keyring.keysFor("live_ticket"), {
    audience: AUDIENCE,
    issuedAt: grant.issuedAt / 1000,
    // One that an API key has asked for does not outlive it.
    expiresAt:
      Math.min(grant.issuedAt + LIVE_TICKET_MS, grant.session.apiKey?.expiresAt ?? Number.POSITIVE_INFINITY) / 1000,
    claims: {
      sub: grant.session.userId,
      event_id: grant.eventId,
      jti: grant.id,
      sid: grant.session.sessionId,
    },
  });
}

/** The ticket, or null when it is forged, expired or another kind of token. `EventMonitor` refuses a used one. */
export async function openLiveTicket(keyring: Keyring, text: string, now: number): Promise<LiveTicket | null> {
  const expected = { audience: AUDIENCE, requiredClaims: ["sub", "iat", "jti", "event_id"], now };
  const opened = await verifyJwt(await keyring.keysFor("live_ticket"), text, expected);
  if (opened.status !== "valid") return null;
  const { exp, jti, event_id: eventId } = opened.claims;
  const session = callerIn(opened.claims);
  if (session === null || exp === undefined || jti === undefined || typeof eventId !== "string") return null;
  return { id: jti, eventId, session, expiresAt: exp * 1000 };
}
