import { log } from "../../kernel/log.ts";

/** Messages in one round: each is four statements, and an invocation has a thousand. */
export const MAX_MESSAGES = 100;

/**
 * Handles one message after another. If one fails, logs it and continues; the next Scheduler run retries it.
 * @returns the earliest of the times that `handle` returned
 */
export async function forEachMessage<Message extends { id: string }>(
  messages: readonly Message[],
  handle: (message: Message) => Promise<number | null>,
  failure: "message_dispatch_failed" | "message_requeue_failed",
): Promise<number | null> {
  let next: number | null = null;
  for (const message of messages) {
    try {
      const at = await handle(message);
      if (at !== null) next = Math.min(next ?? at, at);
    } catch (error) {
      log("error", failure, { message_id: message.id }, error);
    }
  }
  return next;
}
