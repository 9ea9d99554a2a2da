import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRedisStore } from "../../scoring-engine/baseline/redis-store.ts";
import { openSqliteStore } from "../../scoring-engine/baseline/sqlite-store.ts";
import { type Store, StoreError } from "../../scoring-engine/baseline/store.ts";
import { startEngine } from "../../testkit/engine-process.ts";
import { WAIT_LIMIT_MS } from "../../testkit/wait-limit.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";

const MEBIBYTE = 1_048_576;
const HOUR = 3_600_000;
const later = () => Date.now() + HOUR;
const ignore = () => {};

let folder = "";
let redis: RedisServer;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "engine-store-"));
  redis = await startRedis();
});

afterAll(async () => {
  await redis?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const freshKey = (): string => {
  count += 1;
  return `test\n${count}`;
};
const add = (store: Store, key: string, value: string): Promise<void> =>
  store.transact(
    {
      keys: [key],
      decide: ([list]) => ({
        result: undefined,
        writes: [{ key, value: [...((list as string[] | undefined) ?? []), value], expiresAt: later() }],
      }),
    },
    WAIT_LIMIT_MS,
  );
const read = (store: Store, key: string): Promise<unknown> =>
  store.transact({ keys: [key], decide: ([value]) => ({ result: value, writes: [] }) }, WAIT_LIMIT_MS);

const openEmbedded = (): Store => openSqliteStore(join(folder, "shared.sqlite"), 64 * MEBIBYTE, ignore);
const openShared = (): Store => openRedisStore(redis.url, ignore);
/** An SQLite file has one client, Redis several. */
const stores = {
  "the embedded store": {
    open: openEmbedded,
    pair: (): [Store, Store] => {
      const store = openEmbedded();
      return [store, store];
    },
  },
  "the Redis store": { open: openShared, pair: (): [Store, Store] => [openShared(), openShared()] },
};

describe.each(Object.entries(stores))("%s", (_, { open, pair }) => {
  it("returns written documents, and nothing else", async () => {
    const store = open();
    const key = freshKey();
    expect(await read(store, key)).toBeUndefined();
    await add(store, key, "ä\u0000\n😀");
    expect(await read(store, key)).toEqual(["ä\u0000\n😀"]);
    await store.close();
  });

  it("keeps documents when it is closed and reopened", async () => {
    const key = freshKey();
    const first = open();
    await add(first, key, "stored");
    await first.close();
    const second = open();
    expect(await read(second, key)).toEqual(["stored"]);
    await second.close();
  });

  it("writes several documents together or none", async () => {
    const store = open();
    const [one, two] = [freshKey(), freshKey()];
    const failing = store.transact(
      {
        keys: [one, two],
        decide: () => {
          throw new RangeError("decided against it");
        },
      },
      WAIT_LIMIT_MS,
    );
    await expect(failing).rejects.toThrow();
    const writes = [one, two].map((key) => ({ key, value: key, expiresAt: later() }));
    await store.transact({ keys: [one, two], decide: () => ({ result: undefined, writes }) }, WAIT_LIMIT_MS);
    expect(await read(store, one)).toBe(one);
    expect(await read(store, two)).toBe(two);
    await store.close();
  });

  it("isolates a failing step from the others", async () => {
    const store = open();
    const key = freshKey();
    const failing = store.transact(
      {
        keys: [key],
        decide: () => {
          throw new RangeError("mine alone");
        },
      },
      WAIT_LIMIT_MS,
    );
    const good = add(store, key, "good");
    await expect(failing).rejects.toThrow();
    await good;
    expect(await read(store, key)).toEqual(["good"]);
    await store.close();
  });

  it("loses no write if all callers write one document concurrently", async () => {
    const [one, two] = pair();
    const key = freshKey();
    const names = Array.from({ length: 60 }, (_, index) => `write-${index}`);
    await Promise.all(names.map((name, index) => add(index % 2 === 0 ? one : two, key, name)));
    const stored = (await read(one, key)) as string[];
    expect(stored.toSorted()).toEqual(names.toSorted());
    await one.close();
    if (two !== one) await two.close();
  });

  it("persists writes once it is flushed", async () => {
    const store = open();
    const key = freshKey();
    await add(store, key, "flushed");
    await store.flushed();
    const other = open();
    expect(await read(other, key)).toEqual(["flushed"]);
    await other.close();
    await store.close();
  });

  it("deletes expired documents", async () => {
    const store = open();
    const key = freshKey();
    const value = "old";
    await store.transact(
      {
        keys: [key],
        decide: () => ({ result: 0, writes: [{ key, value, expiresAt: Date.now() - 48 * HOUR }] }),
      },
      WAIT_LIMIT_MS,
    );
    await expect.poll(() => read(store, key)).toBeUndefined();
    await store.close();
  });
});

describe("file of the embedded store", () => {
  it("keeps a file of another layout unchanged, and names the files to delete", async () => {
    const path = join(folder, "earlier.sqlite");
    const database = new DatabaseSync(path);
    database.exec(`CREATE TABLE document (id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL, expires_day INTEGER NOT NULL);
      INSERT INTO document VALUES (17, 'event\nold', '["stored"]', 99999)`);
    database.close();
    const before = readFileSync(path);
    const engine = startEngine({ storePath: path });
    await expect(engine).rejects.toThrow(
      `STORE_PATH: ${path} has layout 0, this engine has 2. Delete ${path}* and start again`,
    );
    expect(readFileSync(path)).toEqual(before);
    for (const name of readdirSync(folder)) if (name.startsWith("earlier.sqlite")) rmSync(join(folder, name));
    const store = openSqliteStore(path, 64 * MEBIBYTE, ignore);
    expect(await read(store, "event\nold")).toBeUndefined();
    await store.close();
  });

  it("gives only the engine's user access to its files, and takes it from others in earlier files", async () => {
    const path = join(folder, "closed.sqlite");
    const modes = () => {
      const names = readdirSync(folder).filter((name) => name.startsWith("closed.sqlite"));
      return Object.fromEntries(names.map((name) => [name.slice(13), statSync(join(folder, name)).mode & 0o777]));
    };
    const store = openSqliteStore(path, 64 * MEBIBYTE, ignore);
    await add(store, "event\nsecret", "history");
    await store.flushed();
    expect(modes()).toEqual({ "": 0o600, "-shm": 0o600, "-wal": 0o600 });
    for (const suffix of ["", "-wal", "-shm"]) chmodSync(path + suffix, 0o644);
    const second = openSqliteStore(path, 64 * MEBIBYTE, ignore);
    expect(modes()).toEqual({ "": 0o600, "-shm": 0o600, "-wal": 0o600 });
    await Promise.all([store.close(), second.close()]);
  });

  it("stores documents in order of creation, whatever their keys", async () => {
    const path = join(folder, "order.sqlite");
    const store = openSqliteStore(path, 64 * MEBIBYTE, ignore);
    const keys = ["m", "z", "a", "q"].map((name) => `event\n${name}`);
    for (const key of keys) await add(store, key, "first");
    for (const key of keys.toReversed()) await add(store, key, "again");
    await store.close();
    const database = new DatabaseSync(path);
    const rows = database.prepare("SELECT key FROM document ORDER BY id").all();
    database.close();
    expect(rows.map(({ key }) => key)).toEqual(keys);
  });

  it("keeps documents that are no longer in memory", async () => {
    const store = openSqliteStore(join(folder, "large.sqlite"), 64 * MEBIBYTE, ignore);
    const long = "x".repeat(3 * MEBIBYTE);
    const keys = Array.from({ length: 6 }, (_, index) => `event\n${index}`);
    for (const key of keys) await add(store, key, `${key} ${long}`);
    await store.flushed();
    for (const key of keys) await add(store, key, "later");
    for (const key of keys) expect(await read(store, key)).toEqual([`${key} ${long}`, "later"]);
    await store.close();
  });
});

describe("unavailable store", () => {
  it("replaces a corrupt file and renames it, at the cost of its history", async () => {
    const path = join(folder, "torn.sqlite");
    const first = openSqliteStore(path, MEBIBYTE, ignore);
    await add(first, "k", "v");
    await first.close();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 0, 4096);
    writeFileSync(path, bytes);
    const errors: unknown[] = [];
    const second = openSqliteStore(path, MEBIBYTE, (error) => errors.push(error));
    expect(await read(second, "k")).toBeUndefined();
    await add(second, "k", "afresh");
    expect(await read(second, "k")).toEqual(["afresh"]);
    expect(errors).toHaveLength(1);
    expect(statSync(`${path}.torn`).isFile()).toBe(true);
    await second.close();
  });

  it("replaces the file if it finds corrupt pages while running", async () => {
    const path = join(folder, "later.sqlite");
    const store = openSqliteStore(path, 64 * MEBIBYTE, ignore);
    for (let index = 0; index < 400; index += 1) await add(store, `key-${index}`, "x".repeat(2_000));
    await store.close();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 8192);
    writeFileSync(path, bytes);
    const again = openSqliteStore(path, 64 * MEBIBYTE, ignore);
    await expect(read(again, "key-200")).rejects.toThrow(StoreError);
    await add(again, "key-200", "afresh");
    expect(await read(again, "key-200")).toEqual(["afresh"]);
    await again.close();
  });

  it("throws StoreError while a corrupt file cannot be replaced, and recovers afterwards", async () => {
    const path = join(folder, "stuck.sqlite");
    const first = openSqliteStore(path, 64 * MEBIBYTE, ignore);
    for (let index = 0; index < 400; index += 1) await add(first, `key-${index}`, "x".repeat(2_000));
    await first.close();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 8192);
    writeFileSync(path, bytes);
    // A folder already has the name for the corrupt file.
    mkdirSync(`${path}.torn`);
    const store = openSqliteStore(path, 64 * MEBIBYTE, ignore);
    for (let index = 0; index < 3; index += 1) await expect(read(store, "key-200")).rejects.toThrow(StoreError);
    rmdirSync(`${path}.torn`);
    await expect.poll(() => read(store, "key-200").catch((error: unknown) => error)).toBeUndefined();
    await add(store, "key-200", "afresh");
    expect(await read(store, "key-200")).toEqual(["afresh"]);
    await store.close();
  });

  it("reads an unreadable document as a missing one", async () => {
    const path = join(folder, "document.sqlite");
    const store = openSqliteStore(path, MEBIBYTE, ignore);
    await add(store, "k", "v");
    await store.close();
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(path);
    database.exec("UPDATE document SET value = '[\"torn'");
    database.close();
    const again = openSqliteStore(path, MEBIBYTE, ignore);
    expect(await read(again, "k")).toBeUndefined();
    await again.close();
  });

  it("throws StoreError while Redis is unavailable", async () => {
    const own = await startRedis();
    const store = openRedisStore(own.url, ignore);
    await add(store, "k", "v");
    await own.stop();
    await expect.poll(() => read(store, "k").catch((error: unknown) => error)).toBeInstanceOf(StoreError);
    await expect(read(store, "k")).rejects.toThrow(StoreError);
    await store.close();
  });
});
