import * as z from "zod";
import { networkAround } from "../../kernel/cidr.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { signed } from "../../platform/secrets/signed.ts";
import { DOOR_RIGHTS, type DoorRight } from "./door-caller.ts";

export const session = z.object({ userId: z.string(), sessionId: z.string(), issuedAt: z.number() });

const claims = z.object({
  deviceId: z.string(),
  eventId: z.string(),
  session,
  rights: z.array(z.enum(DOOR_RIGHTS)).readonly(),
});

/** Each ticket says when it expires. */
export const TICKET = signed("scanner", claims, 0);

/** The claims of a ticket. Each use reads whether the ticket's device still works. */
export interface TicketClaims {
  deviceId: string;
  eventId: string;
  /** The member for whom it acts, and when it was issued. The `sessionId` of a named device is the device's own ID. */
  session: Caller;
  rights: readonly DoorRight[];
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Bits of an address that name a network and not a phone: about a town, or one provider's customer. */
const BITS = { ipv4: 24, ipv6: 48 };

/** The network of a client, such as `203.0.113.0/24`: enough to see that a ticket is used elsewhere. Empty for no address. */
export function deviceNetwork(address: string): string {
  return networkAround(address, BITS) ?? "";
}
