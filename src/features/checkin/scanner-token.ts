import { HOUR_MS } from "../../kernel/clock.ts";
import type { Keyring } from "../../kernel/keyring.ts";
import { openJwt, signJwt } from "../../kernel/signed-jwt.ts";

/** A long evening: the ticket outlives the door. */
export const SCANNER_TICKET_MS = 12 * HOUR_MS;
const AUDIENCE = "scanner";

export type OpenedTicket =
  | { status: "valid"; eventId: string; userId: string; issuedAt: number }
  | { status: "expired" }
  | { status: "invalid" };

/**
 * A scanner ticket: HS256 JWT, `aud: scanner`, one event, 12 h, signed with a key of its own, so that it can never be
 * taken for a session.
 * @param issuedAt epoch milliseconds
 */
export async function issueScannerTicket(
  keyring: Keyring,
  grant: { eventId: string; userId: string; issuedAt: number },
): Promise<string> {
  return signJwt(await keyring.keysFor("scanner"), {
    audience: AUDIENCE,
    issuedAt: grant.issuedAt / 1000,
    expiresAt: (grant.issuedAt + SCANNER_TICKET_MS) / 1000,
    claims: { sub: grant.userId, event_id: grant.eventId },
  });
}

/** @param now epoch milliseconds */
export async function openScannerTicket(keyring: Keyring, token: string, now: number): Promise<OpenedTicket> {
  const expected = { audience: AUDIENCE, requiredClaims: ["sub", "iat", "event_id"], now };
  const opened = await openJwt(await keyring.keysFor("scanner"), token, expected);
  if (opened.status !== "valid") return opened;
  const { sub, iat, event_id: eventId } = opened.claims;
  if (sub === undefined || iat === undefined || typeof eventId !== "string") return { status: "invalid" };
  return { status: "valid", eventId, userId: sub, issuedAt: Math.round(iat * 1000) };
}
