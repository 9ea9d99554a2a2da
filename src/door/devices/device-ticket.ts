import * as z from "zod";
import type { RequestContext } from "../../context.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { signed } from "../../platform/secrets/signed.ts";
import { DOOR_RIGHTS, type DoorRight } from "./rights.ts";

const session = z.object({ userId: z.string(), sessionId: z.string(), issuedAt: z.number() });
const claims = z.object({
  deviceId: z.string(),
  eventId: z.string(),
  session,
  rights: z.array(z.enum(DOOR_RIGHTS)).readonly(),
});

/** Each ticket says when it expires. */
const TICKET = signed("scanner", claims, 0);

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

/** Signs a ticket, a JWT of the audience `scanner`. The same claims, the same text. */
export function signDeviceTicket(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  { deviceId, eventId, session: { userId, sessionId, issuedAt }, rights, expiresAt }: TicketClaims,
): Promise<string> {
  return TICKET.sign(ctx, { deviceId, eventId, session: { userId, sessionId, issuedAt }, rights }, expiresAt);
}

/** The claims of a bearer that is a ticket; `invalid` for any other text, such as the access token of a session. */
export async function openDeviceTicket(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  token: string,
): Promise<Omit<TicketClaims, "expiresAt"> | "expired" | "invalid"> {
  const opened = await TICKET.verify(ctx, token);
  return opened.status === "valid" ? opened.content : opened.status;
}
