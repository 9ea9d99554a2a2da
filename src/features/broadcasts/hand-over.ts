import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Batch } from "./queries.ts";

/** A message of the bus that asks for one batch. */
export type DeliverMessage = Extract<BusMessage, { type: "message.deliver" }>;

/** Puts batches of a message on their queue. @throws when the queue did not take them */
export async function handOver(
  ctx: Pick<RequestContext, "bus">,
  message: { eventId: string; id: string },
  batches: readonly Pick<Batch, "number" | "fromGuest" | "beforeGuest">[],
): Promise<void> {
  await ctx.bus.publish(
    batches.map(
      ({ number, fromGuest, beforeGuest }): BusMessage => ({
        type: "message.deliver",
        id: `${message.id}:${number}`,
        body: {
          event_id: message.eventId,
          message_id: message.id,
          batch: number,
          from_guest: fromGuest,
          before_guest: beforeGuest,
        },
      }),
    ),
  );
}

/** The batch that a message of the bus asks for. */
export function batchOf({ body }: DeliverMessage): Batch {
  return {
    eventId: body.event_id,
    messageId: body.message_id,
    number: body.batch,
    fromGuest: body.from_guest,
    beforeGuest: body.before_guest,
  };
}
