import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import type { Batch } from "./delivery-queries.ts";

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
