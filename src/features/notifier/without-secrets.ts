import type { BusMessage } from "../../../proto/bus/messages.ts";

/** Ids, moments and words of a fixed list: enough to do the work again, nothing that opens or names anything. */
const HARMLESS = /_(id|at|by|date)$|^(batch|kind|response|plus_ones|role|score|risk|reasons|automated)$/;

/**
 * A message as it may be kept for an operator. What is kept is listed, not what is left out: a field that somebody
 * adds to a message one day is left out until it is named here.
 */
export function withoutSecrets(message: BusMessage): { type: string; id: string; body: Record<string, unknown> } {
  const kept = Object.entries(message.body).filter(([field]) => HARMLESS.test(field));
  return { type: message.type, id: message.id, body: Object.fromEntries(kept) };
}
