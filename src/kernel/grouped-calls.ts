import type { Clock } from "./clock.ts";
import { DeadlineExceeded } from "./deadline.ts";

/** Properties of the platform that decide how requests may share calls. */
export interface RequestPlatform {
  /** Concurrent calls of one isolate. With this many under way, a request waits for one of them to end. */
  parallel: number;
  clock: Clock;
  /** Keeps a request running until this is settled, even if its client goes away: `waitUntil`. */
  keepAlive: (work: Promise<unknown>) => void;
}

export interface GroupedCallsOptions extends RequestPlatform {
  /** Items in one call. */
  most: number;
  /**
   * Time for which a request waits for another's call before it makes its own, and for which a call counts as in
   * progress. After that, calls to a slow or distant target run in parallel. Milliseconds.
   */
  joinTimeoutMs: number;
  /** The total time that a request waits for a call that another request makes for it. Milliseconds. */
  deadlineMs: number;
  /**
   * True if a call that failed with this error fails for all of its items. Otherwise each item is tried in a separate
   * call.
   */
  isOutage: (error: unknown) => boolean;
}

/** Makes one call for items of several requests. @returns their results, in the same order */
type Call<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/** A call that is under way, or about to be made. */
interface Place {
  /** Epoch milliseconds. */
  takenAt: number;
}

/** The result of waiting: make a call in this place, make a separate call for this item, or use its result or error. */
type WaitResult<Result> = { place: Place } | "alone" | { result: Result } | { error: unknown };

interface Waiting<Item, Result> {
  item: Item;
  resolve(turn: WaitResult<Result>): void;
}

/**
 * Group commit for the requests of an isolate. The first makes its call immediately. Requests that come during the call
 * wait until it has ended, or a few milliseconds; the first of them then makes one call for all.
 *
 * A call runs in the context of a request whose own item is in it, and gets plain data from the others. Each request
 * awaits its own promise: workerd continues it in the request that made it, whichever request resolves it
 * (`handle_cross_request_promise_resolution`, on since the compatibility date 2024-10-14). A request without pending
 * I/O counts as hung, so each waiting request has a timer.
 */
export class GroupedCalls<Item, Result> {
  readonly #options: GroupedCallsOptions;
  readonly #places = new Set<Place>();
  readonly #waiting = new Set<Waiting<Item, Result>>();

  constructor(options: GroupedCallsOptions) {
    this.#options = options;
  }

  /**
   * The result of an item.
   * @param call runs with this item first, if this request is the one that calls
   * @throws what the call throws; DeadlineExceeded when another request's call did not end in time
   */
  run(item: Item, call: Call<Item, Result>): Promise<Result> {
    const result = this.#hasPlace() ? this.#lead(this.#takePlace(), item, call) : this.#follow(item, call);
    this.#options.keepAlive(result.catch(() => undefined));
    return result;
  }

  #hasPlace(): boolean {
    const from = this.#options.clock.now() - this.#options.joinTimeoutMs;
    for (const place of this.#places) if (place.takenAt <= from) this.#places.delete(place);
    return this.#places.size < this.#options.parallel;
  }

  #takePlace(): Place {
    const place = { takenAt: this.#options.clock.now() };
    this.#places.add(place);
    return place;
  }

  /** Makes the call for this item and those that wait. */
  async #lead(place: Place, item: Item, call: Call<Item, Result>): Promise<Result> {
    const others = [...this.#waiting].slice(0, this.#options.most - 1);
    for (const other of others) this.#waiting.delete(other);
    try {
      const [own, ...rest] = await call([item, ...others.map((other) => other.item)]);
      for (const [index, other] of others.entries()) other.resolve({ result: rest[index] as Result });
      return own as Result;
    } catch (error) {
      const isShared = others.length === 0 || this.#options.isOutage(error);
      for (const other of others) other.resolve(isShared ? { error } : "alone");
      if (isShared) throw error;
      return await callAlone(item, call);
    } finally {
      this.#handOn(place);
    }
  }

  /** The place goes to the request that has waited longest. */
  #handOn(place: Place): void {
    this.#places.delete(place);
    const [next] = this.#waiting;
    if (next === undefined || !this.#hasPlace()) return;
    this.#waiting.delete(next);
    next.resolve({ place: this.#takePlace() });
  }

  async #follow(item: Item, call: Call<Item, Result>): Promise<Result> {
    const turn = await this.#turnOf(item);
    if (turn === "alone") return callAlone(item, call);
    if ("place" in turn) return this.#lead(turn.place, item, call);
    if ("error" in turn) throw turn.error;
    return turn.result;
  }

  async #turnOf(item: Item): Promise<WaitResult<Result>> {
    const { joinTimeoutMs, deadlineMs } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<WaitResult<Result>>();
    const waiting = { item, resolve };
    let waitedMs = 0;
    const timer = setInterval(() => {
      waitedMs += joinTimeoutMs;
      if (this.#waiting.delete(waiting)) resolve({ place: this.#takePlace() });
      else if (waitedMs >= deadlineMs) reject(new DeadlineExceeded(`no answer within ${deadlineMs} ms`));
    }, joinTimeoutMs);
    this.#waiting.add(waiting);
    try {
      return await promise;
    } finally {
      // Here and not in `tell`, which other requests call: the timer is this request's.
      clearInterval(timer);
    }
  }
}

async function callAlone<Item, Result>(item: Item, call: Call<Item, Result>): Promise<Result> {
  const [result] = await call([item]);
  return result as Result;
}
