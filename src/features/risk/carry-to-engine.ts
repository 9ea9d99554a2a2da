import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Services } from "../../services.ts";
import { busMessage } from "../outbox/owe.ts";
import { findVerdict } from "./queries.ts";
import { isVerdict } from "./verdicts.ts";

/**
 * Brings accesses to the engine, and the engine's answers onto the bus, all in one call each.
 * @returns what became of each: one that the engine did not answer is to come again
 */
export async function carryAccesses(
  services: Services,
  messages: readonly Extract<BusMessage, { type: "access.attempted" }>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const now = services.clock.now();
  const answers = await services.engine.handle(
    messages.map(({ body }) => body),
    now,
  );
  const scored = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  if (scored.length > 0) await services.bus.publish(scored.map((body) => busMessage(services, "fraud.scored", body)));
  return answers;
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
