import type { BusMessage } from "../../../proto/bus/messages.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { HOUR_MS, toWire } from "../../kernel/clock.ts";
import { idFromBytes } from "../../kernel/ids.ts";

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
  const digest = await sha256Hex(`risk ${eventId} ${guestId} ${Math.floor(at / HOUR_MS)}`);
  const id = idFromBytes(Uint8Array.fromHex(digest.slice(0, 32)));
  return [{ type: "alert.risk", id, body: { event_id: eventId, guest_id: guestId, risk, happened_at: toWire(at) } }];
}
