import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirmStep, NEEDS_OVERFLOW, type ObserveResult, observeStep } from "../../scoring-engine/access-steps.ts";
import { guestHash } from "../../scoring-engine/baseline/event-prior.ts";
import { KEYS } from "../../scoring-engine/baseline/keys.ts";
import { openRedisStore } from "../../scoring-engine/baseline/redis-store.ts";
import { openSqliteStore } from "../../scoring-engine/baseline/sqlite-store.ts";
import type { Store } from "../../scoring-engine/baseline/store.ts";
import { eraseEvent, eraseGuest } from "../../scoring-engine/erase.ts";
import { hash53 } from "../../scoring-engine/hash.ts";
import { WAIT_LIMIT_MS } from "../../testkit/wait-limit.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";
import { accessOf, HOUR, type Visit } from "./support/visits.ts";

const MEBIBYTE = 1_048_576;
const CITY = "Markerville";
const NETWORK = "84.77.66.5";
/** Unique strings, to search the file for. */
const DEVICE_ID = "grace's browser";
const DEVICE_KEY = String(hash53(DEVICE_ID));
const marked: Visit = { guest: "grace", ip: NETWORK, fingerprint: { edge_city: CITY, edge_device: DEVICE_ID } };
const stranger: Visit = { guest: "grace", agent: "android", place: "newYork", after: HOUR };

let folder = "";
let redis: RedisServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "engine-erase-"));
  redis = await startRedis();
});
afterAll(async () => {
  await redis?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function observe(store: Store, visit: Visit, eventId = "event"): Promise<ObserveResult> {
  const access = { ...accessOf(visit), eventId };
  const first = await store.transact(observeStep(access, Date.now()), WAIT_LIMIT_MS);
  const observed =
    first === NEEDS_OVERFLOW ? await store.transact(observeStep(access, Date.now(), true), WAIT_LIMIT_MS) : first;
  if (observed === NEEDS_OVERFLOW) throw new Error("needs the overflow document that it has read");
  return observed;
}

let files = 0;
/** Opens a store for one test; `content` returns all stored text. */
const stores: Record<string, () => { store: Store; content: () => Promise<string> }> = {
  "the embedded store": () => {
    files += 1;
    const path = join(folder, `${files}.sqlite`);
    const store = openSqliteStore(path, 64 * MEBIBYTE, () => {});
    return { store, content: async () => readFileSync(path).toString("latin1") };
  },
  "the Redis store": () => ({
    store: openRedisStore(redis.url, () => {}),
    async content() {
      const client = new Redis(redis.url);
      const keys = await client.keys("*");
      const texts = await Promise.all(
        keys.map(async (key) => ((await client.type(key)) === "set" ? client.smembers(key) : client.get(key))),
      );
      await client.flushall();
      await client.quit();
      return JSON.stringify([keys, texts]);
    },
  }),
};

describe.each(Object.entries(stores))("eraseGuest in %s", (_, open) => {
  it("erases everything of a guest, including evicted accesses", async () => {
    const { store, content } = open();
    for (let index = 0; index < 60; index += 1) await observe(store, { ...marked, after: index * HOUR });
    expect(await eraseGuest(store, "event", "grace", Date.now())).toEqual({ erased: 2, complete: true });
    await store.close();
    const left = await content();
    expect(left).toContain("forgotten");
    for (const trace of [CITY, "84.77.66", DEVICE_KEY]) expect(left).not.toContain(trace);
  });

  it("does not restore a guest when an access or a confirmation arrives late", async () => {
    const { store, content } = open();
    await observe(store, { ...marked, log: "first" });
    await eraseGuest(store, "event", "grace", Date.now());
    const late = await observe(store, { ...marked, log: "late", after: HOUR });
    expect(late.record.score).toBe(0);
    expect((await observe(store, stranger)).record.evidence).toBeUndefined();
    for (const log of ["first", "late"]) {
      const ids = { eventId: "event", guestId: "grace", accessLogId: log };
      const { applied } = await store.transact(confirmStep(ids, "legitimate", Date.now()), WAIT_LIMIT_MS);
      expect(applied).toBe(false);
    }
    expect(await eraseGuest(store, "event", "grace", Date.now())).toEqual({ erased: 0, complete: true });
    await store.close();
    expect(await content()).not.toContain(CITY);
  });

  it("leaves other guests unchanged, even on a shared network", async () => {
    const { store, content } = open();
    await observe(store, marked);
    await observe(store, { guest: "ada", ip: NETWORK, log: "ada" });
    for (const guest of ["grace", "ada"]) {
      await observe(store, { guest, ip: NETWORK, after: 1_000, fingerprint: { edge_kind: "rsvp" } });
    }
    await observe(store, { ...marked, log: "elsewhere" }, "other event");
    await eraseGuest(store, "event", "grace", Date.now());
    const known = await observe(store, { ...stranger, guest: "ada" });
    expect(known.record.evidence).toHaveProperty("geo_jump");
    const network = await store.transact(
      { keys: [KEYS.network("event", "84.77.66.0/24")], decide: ([value]) => ({ result: value, writes: [] }) },
      WAIT_LIMIT_MS,
    );
    expect(network).toMatchObject({ guests: [expect.any(Number)], answers: [{ guest: guestHash("ada") }] });
    await store.close();
    expect(await content()).toContain(CITY);
  });
});

describe.each(Object.entries(stores))("device ID in %s", (_, open) => {
  it("stores only a hash with the guest's baseline, and recognises it later", async () => {
    const { store, content } = open();
    await observe(store, { ...marked, log: "first" });
    const abroad = { ...marked, place: "newYork", log: "abroad", after: 30 * HOUR } as const;
    const other = { ...abroad, ip: "72.229.1.2", fingerprint: { edge_device: "another browser" } };
    expect((await observe(store, { ...other, log: "other" })).record.evidence).toHaveProperty("new_device");
    const own = { ...other, fingerprint: { edge_device: DEVICE_ID } };
    expect((await observe(store, { ...own, log: "own" })).record.evidence ?? {}).not.toHaveProperty("new_device");
    await store.close();
    const stored = await content();
    expect(stored).toContain(DEVICE_KEY);
    expect(stored).not.toContain(DEVICE_ID);
  });
});

describe.each(Object.entries(stores))("eraseEvent in %s", (_, open) => {
  it("erases all guests of the event in bounded calls, and no other event", async () => {
    const { store, content } = open();
    await observe(store, { ...marked, log: "other" }, "event 2");
    await observe(store, marked);
    const guests = Array.from({ length: 2_100 }, (_unused, index) => KEYS.guest("event", `guest-${index}`));
    const writes = guests.map((key) => ({ key, value: { city: "Marktown" }, expiresAt: Date.now() + HOUR }));
    await store.transact({ keys: guests, decide: () => ({ result: undefined, writes }) }, WAIT_LIMIT_MS);
    const first = await eraseEvent(store, "event", Date.now());
    expect(first).toMatchObject({ complete: false });
    expect(first.erased).toBeLessThan(2_050);
    // Grace and her network are included.
    const rest = 2_102 - first.erased;
    expect(await eraseEvent(store, "event", Date.now())).toEqual({ erased: rest, complete: true });
    expect(await eraseEvent(store, "event", Date.now())).toEqual({ erased: 0, complete: true });
    await observe(store, { ...marked, log: "late" });
    const otherEvent = await observe(store, { ...stranger, log: "unaffected" }, "event 2");
    expect(otherEvent.record.evidence).toHaveProperty("geo_jump");
    await store.close();
    const left = await content();
    expect(left).not.toContain("Marktown");
    expect(left.split(CITY).length).toBeGreaterThan(1);
  });
});
