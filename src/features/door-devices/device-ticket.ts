import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Caller, callerIn } from "../accounts/session-token.ts";
import { type DoorRight, rightsIn } from "./rights.ts";

/** The `aud` claim, so that no ticket passes for a session; the signing key is separate too. */
const AUDIENCE = "scanner";

/** What a ticket says. Whether its device still works is read with each use. */
export interface TicketClaims {
  deviceId: string;
  eventId: string;
  /** The member for whom it acts, and when it was issued. The `sessionId` of a named device is the device's own ID. */
  session: Caller;
  rights: readonly DoorRight[];
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Signs a ticket: a JWT with `jti`, `sub`, `sid`, `event_id`, `scope`, `iat` and `exp`. The same claims, the same text. */
export async function signDeviceTicket({ keyring }: Pick<RequestContext, "keyring">, ticket: TicketClaims) {
  return signJwt(await keyring.keysFor("scanner"), {
    audience: AUDIENCE,
    issuedAt: ticket.session.issuedAt / 1000,
    expiresAt: ticket.expiresAt / 1000,
    claims: {
      jti: ticket.deviceId,
      sub: ticket.session.userId,
      sid: ticket.session.sessionId,
      event_id: ticket.eventId,
      scope: ticket.rights.join(" "),
    },
  });
}

/** The claims of a bearer that is a ticket; `invalid` for any other text, such as the access token of a session. */
export async function openDeviceTicket(
  { keyring, clock }: Pick<RequestContext, "keyring" | "clock">,
  token: string,
): Promise<Omit<TicketClaims, "expiresAt"> | "expired" | "invalid"> {
  const requiredClaims = ["jti", "sub", "iat", "event_id", "scope"];
  const expected = { audience: AUDIENCE, requiredClaims, now: clock.now() };
  const opened = await verifyJwt(await keyring.keysFor("scanner"), token, expected);
  if (opened.status !== "valid") return opened.status;
  const { jti, event_id: eventId, scope } = opened.claims;
  const session = callerIn(opened.claims);
  if (jti === undefined || session === null) return "invalid";
  if (typeof eventId !== "string" || typeof scope !== "string") return "invalid";
  return { deviceId: jti, eventId, session, rights: rightsIn(scope) };
}
