import { SECOND_MS } from "./clock.ts";
import { type LogFields, log } from "./log.ts";

/** Waits between the attempts; with them, a database that fails for a few seconds does not cause a second email. */
export const BACKOFF_MS = [200, SECOND_MS, 3 * SECOND_MS];

/**
 * Tries a write up to four times. Use it for data that cannot be computed again, such as a mail server's reply.
 * @param ids for the log
 * @throws what the last attempt threw
 */
export async function withRetry<T>(write: () => PromiseLike<T>, ids: LogFields): Promise<T> {
  for (const pause of BACKOFF_MS) {
    try {
      return await write();
    } catch (error) {
      log("warn", "write_retried", ids, error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return write();
}
