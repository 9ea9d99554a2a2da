import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Services } from "../../services.ts";
import { busMessage } from "../outbox/owe.ts";

/** Brings an access to the engine, and the engine's answer onto the bus. @throws when the engine did not answer */
export async function carryAccess(
  services: Services,
  message: Extract<BusMessage, { type: "access.attempted" }>,
): Promise<void> {
  const scored = await services.engine.handle(message.body, services.clock.now());
  await services.bus.publish([busMessage(services, "fraud.scored", scored)]);
}

/** Tells the engine who was behind an access. @throws when the engine did not answer */
export async function carryConfirmation(
  services: Services,
  message: Extract<BusMessage, { type: "access.confirmed" }>,
): Promise<void> {
  await services.engine.confirm(message.body);
}
