import type { BusMessage } from "../../../proto/bus/messages.ts";

/** Ids, times and enumerated values: enough to replay the message, without tokens, addresses and names. */
const ALLOWED_FIELD =
  /_(id|at|by|date)$|^(batch|kind|detail|response|plus_ones|role|score|risk|reasons|automated|about)$/;

/**
 * A message as it may be stored for an operator. An allowlist of fields: one that is added to a message is left out until
 * it is named here.
 */
export function withoutSecrets(message: BusMessage): { type: string; id: string; body: Record<string, unknown> } {
  const allowed = Object.entries(message.body).filter(([field]) => ALLOWED_FIELD.test(field));
  return { type: message.type, id: message.id, body: Object.fromEntries(allowed) };
}
