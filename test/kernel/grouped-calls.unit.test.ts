import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DeadlineExceeded } from "../../src/kernel/deadline.ts";
import { GroupedCalls } from "../../src/kernel/grouped-calls.ts";

const JOIN_TIMEOUT_MS = 20;
const DEADLINE_MS = 100;

class Outage extends Error {}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a peer whose calls end on the test's command, and the requests that call it. */
function peer(most = 10) {
  const calls: { items: readonly number[]; end(): void; fail(error: Error): void }[] = [];
  const kept: Promise<unknown>[] = [];
  const grouped = new GroupedCalls<number, string>({
    most,
    parallel: 2,
    joinTimeoutMs: JOIN_TIMEOUT_MS,
    deadlineMs: DEADLINE_MS,
    isOutage: (error) => error instanceof Outage,
    clock: { now: () => Date.now() },
    keepAlive: (work) => void kept.push(work),
  });
  const request = (item: number) => {
    const result = grouped.run(item, (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>();
      calls.push({ items, end: () => resolve(items.map((one) => `result ${one}`)), fail: reject });
      return promise;
    });
    result.catch(() => undefined);
    return result;
  };
  /** Returns the items of the calls so far. */
  const items = () => calls.map((call) => call.items);
  return { calls, kept, request, items };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe("GroupedCalls", () => {
  it("calls immediately while fewer than two calls are running", async () => {
    const { request, calls, items } = peer();
    const [first, second] = [request(1), request(2)];
    expect(items()).toEqual([[1], [2]]);
    for (const call of calls) call.end();
    expect(await Promise.all([first, second])).toEqual(["result 1", "result 2"]);
    void request(3);
    expect(items()).toEqual([[1], [2], [3]]);
  });

  it("groups waiting requests into one call, and returns each its own result", async () => {
    const { request, calls, items } = peer();
    const results = [1, 2, 3, 4, 5].map(request);
    expect(items()).toEqual([[1], [2]]);
    calls[1]?.end();
    await settled();
    expect(items()).toEqual([[1], [2], [3, 4, 5]]);
    calls[2]?.end();
    calls[0]?.end();
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5].map((item) => `result ${item}`));
  });

  it("limits the items of one call", async () => {
    const { request, calls, items } = peer(2);
    const results = [1, 2, 3, 4, 5].map(request);
    for (let call = 0; call < 4; call++) {
      calls[call]?.end();
      await settled();
    }
    expect(items()).toEqual([[1], [2], [3, 4], [5]]);
    expect(await Promise.all(results)).toHaveLength(5);
  });

  it("starts another call if earlier ones are slow or their requests no longer exist", async () => {
    const { request, calls, items } = peer();
    // These two calls never end.
    void request(1);
    void request(2);
    const third = request(3);
    await vi.advanceTimersByTimeAsync(JOIN_TIMEOUT_MS - 1);
    expect(items()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(items()).toEqual([[1], [2], [3]]);
    calls[2]?.end();
    expect(await third).toBe("result 3");
  });

  it("rejects waiting requests if the request that makes their call no longer exists", async () => {
    const { request, calls } = peer();
    const [, , , fourth] = [1, 2, 3, 4].map(request);
    calls[0]?.end();
    await settled();
    expect(calls[2]?.items).toEqual([3, 4]);
    const refused = expect(fourth).rejects.toThrow(DeadlineExceeded);
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    await refused;
  });

  it("rejects all items of a call in an outage", async () => {
    const { request, calls } = peer();
    const [, , third, fourth] = [1, 2, 3, 4].map(request);
    calls[0]?.end();
    await settled();
    const refused = [third, fourth].map((request) => expect(request).rejects.toThrow("down"));
    calls[2]?.fail(new Outage("down"));
    await Promise.all(refused);
    expect(calls).toHaveLength(3);
  });

  it("retries each item separately if one item fails the call", async () => {
    const { request, calls, items } = peer();
    const [, , third, fourth] = [1, 2, 3, 4].map(request);
    calls[0]?.end();
    await settled();
    calls[2]?.fail(new Error("of one of them"));
    await settled();
    expect(items().slice(3).toSorted()).toEqual([[3], [4]]);
    const refused = expect(fourth).rejects.toThrow("its own");
    for (const {
      items: [item],
      ...call
    } of calls.slice(3)) {
      if (item === 3) call.end();
      else call.fail(new Error("its own"));
    }
    expect(await third).toBe("result 3");
    await refused;
  });

  it("keeps each request running until it has its result", async () => {
    const { request, calls, kept } = peer();
    const results = [1, 2, 3].map(request);
    expect(kept).toHaveLength(3);
    calls[0]?.fail(new Error("failed"));
    calls[1]?.end();
    await settled();
    calls[2]?.end();
    expect(await Promise.all(kept)).toHaveLength(3);
    expect(await results[2]).toBe("result 3");
  });
});
