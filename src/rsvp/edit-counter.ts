import { RpcTarget } from "cloudflare:workers";
import { withDeadline } from "../kernel/deadline.ts";
import { RateWindow } from "../platform/rate-limits/rate-window.ts";
/** Longest wait for the previous edit. The difference is for the way between Worker and object. */
export const WAIT_MS = 1_750;

/**
 * Counts the activity of one link, named by the link's ID. Keeps the edits in progress in memory. Stores the edit-link
 * emails of the last hour and deletes them by alarm (`RateWindow`). Admits one edit after another, so that concurrent
 * edits do not fail one another's writes. If the object is lost, the limit of five edits still applies, because it is a
 * condition of the write in D1.
 */
export class EditCounter extends RateWindow {
  /** The edits that have not left, in the order in which they came, with when they leave. */
  readonly #inside = new Map<EditPlace, Promise<void>>();

  /**
   * Waits until the previous edit has left, at most `WAIT_MS`.
   * @returns `seen`: how many edits were still inside on arrival; `place`: this edit's place, to dispose when it leaves
   */
  async enter(): Promise<{ seen: number; place: EditPlace }> {
    const seen = this.#inside.size;
    const previous = [...this.#inside].at(-1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const place = new EditPlace(() => {
      this.#inside.delete(place);
      resolve();
    });
    this.#inside.set(place, promise);
    if (previous !== undefined) {
      const [ahead, left] = previous;
      await withDeadline(WAIT_MS, () => left).catch(() => undefined);
      // Also removes a place that was never disposed, because its Worker had ended, so that no later edit waits for it.
      this.#inside.delete(ahead);
    }
    return { seen, place };
  }
}

/** An edit's place in an `EditCounter`. The platform disposes it for a Worker that ends without doing so. */
class EditPlace extends RpcTarget {
  readonly #leave: () => void;

  constructor(leave: () => void) {
    super();
    this.#leave = leave;
  }

  [Symbol.dispose](): void {
    this.#leave();
  }
}
