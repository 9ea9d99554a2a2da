import type { BusMessage } from "../../proto/bus/messages.ts";
import { sha256Hex } from "../kernel/bytes.ts";
import { HOUR_MS, toWire } from "../kernel/clock.ts";
import { idFromBytes } from "../kernel/ids.ts";

/** An access that a person made and that has its band. `at` in epoch milliseconds. */
export interface RiskyAccess {
  eventId: string;
  guestId: string;
  risk: string | null;
  automated: boolean;
  at: number;
}

/**
 * The message that tells members of a risky access; none for any other. Its id is that of the guest and the hour: a mail is
 * sent once for an id, so that a member gets one for a guest within an hour, however often the link is opened.
 */
export async function riskAlerts({ eventId, guestId, risk, automated, at }: RiskyAccess): Promise<BusMessage[]> {
  if (automated || (risk !== "high" && risk !== "block")) return [];
  const id = await idOf(`risk ${eventId} ${guestId} ${Math.floor(at / HOUR_MS)}`);
  return [{ type: "alert.risk", id, body: { event_id: eventId, guest_id: guestId, risk, happened_at: toWire(at) } }];
}

/** Something about a guest's link that is as serious as a blocked access. `at` in epoch milliseconds. */
export interface GuestWarning {
  eventId: string;
  guestId: string;
  /**
   * `codes`: somebody guesses the guest's codes. `report`: the guest has said that an access was somebody else's. `asked`: a browser
   * asks the host to confirm that it is the guest's.
   */
  about: "codes" | "report" | "asked";
  at: number;
  /** Warnings of the same key are one mail. Default: the hour. */
  key?: string;
}

/** The message that tells members who want to hear of blocked accesses. */
export async function guestWarning({ eventId, guestId, about, at, key }: GuestWarning): Promise<BusMessage> {
  const id = await idOf(`${about} ${eventId} ${guestId} ${key ?? Math.floor(at / HOUR_MS)}`);
  const body = { event_id: eventId, guest_id: guestId, risk: "block" as const, happened_at: toWire(at), about };
  return { type: "alert.risk", id, body };
}

async function idOf(text: string): Promise<string> {
  return idFromBytes(Uint8Array.fromHex((await sha256Hex(text)).slice(0, 32)));
}
