import { SECOND_MS } from "../../kernel/clock.ts";

/** Waits between the tries to note what a mail server answered: a database that stumbles must not make a mail twice. */
const PAUSES_MS = [200, SECOND_MS, 3 * SECOND_MS];

/** Writes down what cannot be asked again. @throws what the last try threw */
export async function writeDown<T>(write: () => PromiseLike<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await write();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return write();
}
