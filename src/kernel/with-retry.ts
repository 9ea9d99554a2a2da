import { SECOND_MS } from "./clock.ts";

/** Waits between the tries to note what a mail server answered: a database that stumbles must not make a mail twice. */
const BACKOFF_MS = [200, SECOND_MS, 3 * SECOND_MS];

/** Writes down what cannot be asked again. @throws what the last try threw */
export async function withRetry<T>(write: () => PromiseLike<T>): Promise<T> {
  for (const pause of BACKOFF_MS) {
    try {
      return await write();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return write();
}
