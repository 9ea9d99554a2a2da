import type { Services } from "../../context.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { type NamedObjects, type ObjectCalls, timedObjects } from "../../platform/objects/timed-objects.ts";
import type { DeliveryJournal } from "./delivery-journal.ts";

/**
 * Longest wait for a call of a message's journal. A call that times out may have been executed, which loses nothing and
 * sends nothing twice. An unknown lease expires. A result that cannot be recorded is written to the database and ends
 * its attempt. A journal that was not cleared is cleared with the next attempt. Recording a result is tried four times.
 * The tries and their pauses must be over before the lease expires; otherwise another attempt would send the unrecorded
 * emails again.
 */
export const CALL_TIMEOUT_MS = 5 * SECOND_MS;

/** Returns the calls of a message's delivery journal. */
export function journalOf({ shared }: Pick<Services, "shared">, messageId: string): ObjectCalls<DeliveryJournal> {
  return shared(createJournals).of(messageId);
}

function createJournals({ bindings }: Services): NamedObjects<DeliveryJournal> {
  return timedObjects(bindings.DELIVERY_JOURNAL, CALL_TIMEOUT_MS);
}
