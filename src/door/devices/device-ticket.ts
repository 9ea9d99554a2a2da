import * as z from "zod";
import type { Caller } from "../../platform/authorization/caller.ts";
import { signed } from "../../platform/secrets/signed.ts";
import { DOOR_RIGHTS, type DoorRight } from "./rights.ts";

export const session = z.object({ userId: z.string(), sessionId: z.string(), issuedAt: z.number() });
const claims = z.object({
  deviceId: z.string(),
  eventId: z.string(),
  session,
  rights: z.array(z.enum(DOOR_RIGHTS)).readonly(),
});

/** Each ticket says when it expires. */
export const TICKET = signed("scanner", claims, 0);

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
