/** Between the first two tries: short against anything that a test waits for. */
const FIRST_WAIT_MS = 25;
/** Each wait is longer than the one before: a user has 300 requests a minute. */
const WAIT_GROWTH = 1.25;
const LONGEST_WAIT_MS = 250;
/** Enough for a queue, a mail server and two busy cores. */
const TIMEOUT_MS = 20_000;

/**
 * Waits until a check passes, and answers what it answers. What is done in the background is waited for this way and
 * never by sleeping.
 * @param check assertions that may fail for now; called again until they hold
 * @param options how long to try; and how long between two tries, where each one counts against a limit
 * @throws what the last try threw, when the time is over
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + (options.timeoutMs ?? TIMEOUT_MS);
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * WAIT_GROWTH)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? waitMs));
    }
  }
}
