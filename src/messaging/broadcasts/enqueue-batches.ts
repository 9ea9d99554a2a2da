import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import type { Batch } from "./delivery-queries.ts";

/**
 * Recipients in one queue message. A crash loses none of them; a smaller number makes more calls to the database (two a
 * batch), a larger one a batch that takes longer than a queue consumer may.
 */
export const BATCH_SIZE = 100;

/** Puts one queue message for each batch on the queue. @throws when the queue did not take them */
export async function enqueueBatches(
  { bus }: RequestContext,
  message: { eventId: string; id: string },
  batches: readonly Pick<Batch, "number" | "fromGuest" | "beforeGuest">[],
): Promise<void> {
  const toMessage = ({ number, fromGuest, beforeGuest }: (typeof batches)[number]): BusMessage => ({
    type: "message.deliver",
    id: `${message.id}:${number}`,
    body: {
      event_id: message.eventId,
      message_id: message.id,
      batch: number,
      from_guest: fromGuest,
      before_guest: beforeGuest,
    },
  });
  await bus.publish(batches.map(toMessage));
}
