import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { idFromBytes } from "../../kernel/ids.ts";

type Notice = Extract<BusMessage, { type: "account.notice" | "owners.notice" }>;

/**
 * The same notice with an id that it has for an hour: a message is mailed once by its id, so that whoever repeats an
 * action all day fills nobody's mailbox.
 */
export async function onceAnHour({ clock }: Pick<RequestContext, "clock">, notice: BusMessage): Promise<BusMessage> {
  const { type, body } = notice as Notice;
  const { happened_at: _, ...what } = body;
  const hour = Math.floor(clock.now() / HOUR_MS);
  const digest = await sha256Hex(JSON.stringify([type, what, hour]));
  return { ...notice, id: idFromBytes(Uint8Array.fromHex(digest.slice(0, 32))) };
}
