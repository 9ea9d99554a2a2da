import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Services } from "../../services.ts";
import { busMessage } from "../outbox/owe.ts";
import { findVerdict } from "./queries.ts";
import { isVerdict } from "./verdicts.ts";

/** Brings an access to the engine, and the engine's answer onto the bus. @throws when the engine did not answer */
export async function carryAccess(
  services: Services,
  message: Extract<BusMessage, { type: "access.attempted" }>,
): Promise<void> {
  const scored = await services.engine.handle(message.body, services.clock.now());
  await services.bus.publish([busMessage(services, "fraud.scored", scored)]);
}

/**
 * Tells the engine who was behind an access. Messages come late, twice and out of order, and to the engine the last
 * word counts: a verdict that does not stand any more is left out.
 * @throws when the engine did not answer
 */
export async function carryConfirmation(
  services: Services,
  message: Extract<BusMessage, { type: "access.confirmed" }>,
): Promise<void> {
  const { event_id, access_log_id, kind } = message.body;
  if (isVerdict(kind)) {
    const standing = await findVerdict(services.db, event_id, access_log_id, kind);
    if (standing.length === 0) return;
  }
  await services.engine.confirm(message.body);
}
