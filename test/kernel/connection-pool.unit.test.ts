import { expect, test } from "vitest";
import { ConnectionPool } from "../../src/kernel/connection-pool.ts";

interface Connection {
  close(): Promise<void>;
}

/** Creates a connection pool that counts its open connections. */
function countedPool() {
  const counts = { open: 0, most: 0, opened: 0 };
  const deferred: Promise<unknown>[] = [];
  const open = (): Connection => {
    counts.open += 1;
    counts.opened += 1;
    counts.most = Math.max(counts.most, counts.open);
    return {
      close: async () => {
        counts.open -= 1;
      },
    };
  };
  const pool = new ConnectionPool(open, (work) => void deferred.push(work()));
  return { pool, counts, closed: () => Promise.all(deferred) };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

test("shares four connections between fifty concurrent tasks, one task per connection, and closes all", async () => {
  const { pool, counts, closed } = countedPool();
  const busy = new Set<Connection>();
  const started: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      pool.run(async (connection) => {
        expect(busy.has(connection)).toBe(false);
        busy.add(connection);
        started.push(index);
        await tick();
        busy.delete(connection);
      }),
    ),
  );
  await closed();
  expect(started).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(counts).toEqual({ open: 0, most: 4, opened: 4 });
});

test("delays only one connection for a slow task", async () => {
  const { pool, counts, closed } = countedPool();
  const { promise: slow, resolve: finish } = Promise.withResolvers<void>();
  const first = pool.run(() => slow);
  await Promise.all(Array.from({ length: 30 }, () => pool.run(tick)));
  finish();
  await first;
  await closed();
  expect(counts).toEqual({ open: 0, most: 4, opened: 4 });
});

test("delays no later task after a failed one", async () => {
  const { pool, counts, closed } = countedPool();
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      pool.run(async () => {
        await tick();
        if (index % 3 === 0) throw new Error("refused");
        return index;
      }),
    ),
  );
  await closed();
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(4);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
  expect(counts.open).toBe(0);
});

test("reuses a connection for a task that follows immediately, and opens one for a later task", async () => {
  const { pool, counts, closed } = countedPool();
  for (let index = 0; index < 3; index++) await pool.run(tick);
  await closed();
  expect(counts).toEqual({ open: 0, most: 1, opened: 1 });
  await tick();
  await pool.run(tick);
  await tick();
  await closed();
  expect(counts).toEqual({ open: 0, most: 1, opened: 2 });
});
