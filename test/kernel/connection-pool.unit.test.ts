import { expect, test } from "vitest";
import { ConnectionPool } from "../../src/kernel/connection-pool.ts";

interface Connection {
  close(): Promise<void>;
}

/** A pool of connections that counts those that are open. */
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

test("fifty tasks at once share four connections, one task at a time in each, and leave none open", async () => {
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

test("a slow task delays only its own connection", async () => {
  const { pool, counts, closed } = countedPool();
  const { promise: slow, resolve: finish } = Promise.withResolvers<void>();
  const first = pool.run(() => slow);
  await Promise.all(Array.from({ length: 30 }, () => pool.run(tick)));
  finish();
  await first;
  await closed();
  expect(counts).toEqual({ open: 0, most: 4, opened: 4 });
});

test("a task that fails delays none after it", async () => {
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

test("a task right behind another one reuses its connection, one that comes later gets a new one", async () => {
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
