import { WAIT_LIMIT_MS } from "../../testkit/wait-limit.ts";

/** Delay before the second call, shorter than anything that a test waits for. */
const FIRST_WAIT_MS = 25;
/** Factor by which each delay grows, because a user has 300 requests per minute. */
const WAIT_GROWTH = 1.25;
const LONGEST_WAIT_MS = 250;

/** The original timer and clock, because tests replace the global ones to change delays and times of the code under test. */
const { setTimeout } = globalThis;
const { now } = Date;

/**
 * Polls a check until it passes. Tests wait for background work this way and never by sleeping.
 * @param check assertions that may fail at first; called again until they pass
 * @param options the timeout; and the interval, if each call counts against a rate limit
 * @returns the result of the check
 * @throws the last error of the check, after the timeout
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = now() + (options.timeoutMs ?? WAIT_LIMIT_MS);
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * WAIT_GROWTH)) {
    try {
      return await check();
    } catch (error) {
      if (now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? waitMs));
    }
  }
}
