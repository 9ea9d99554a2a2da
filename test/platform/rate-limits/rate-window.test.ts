import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../src/kernel/bytes.ts";
import { partitionOf } from "../../../src/kernel/ids.ts";
import type { RateRule } from "../../../src/kernel/sliding-window.ts";
import { call, freshAddress, freshEmail, signedInHost } from "../../support/account.ts";
import { post } from "../../support/auth.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";

type Window = DurableObjectStub<import("../../../src/worker.ts").RateWindow>;

/** In memory only. */
const SHORT: RateRule = { name: "short", limit: 3, windowSeconds: 60 };
/** Also stored. */
const LONG: RateRule = { name: "long", limit: 3, windowSeconds: 3_600 };
/** Calls of another object: they take many times as long as the eviction of an object without a timer. */
const CALLS = 100;

const windowNamed = (name: string): Window => env.RATE_WINDOW.get(env.RATE_WINDOW.idFromName(name));

/** Ends an object as a deployment or a failed machine does. */
async function crash(object: Window): Promise<void> {
  await runInDurableObject(object, (_, state) => state.abort()).catch(() => undefined);
}

/** Asks for an eviction. @returns whether it happened; the platform gives up after 30 s, which this does not wait for */
async function isEvicted(object: Window): Promise<boolean> {
  const eviction = evictDurableObject(object).then(
    () => true,
    () => false,
  );
  return Promise.race([eviction, callsOfAnother().then(() => false)]);
}

async function callsOfAnother(): Promise<void> {
  const other = windowNamed(crypto.randomUUID());
  for (let turn = 0; turn < CALLS; turn++) await other.hit(LONG);
}

/** Hits until a window is full. @returns whether the next hit is allowed */
async function fillUp(object: Window, rule: RateRule, key?: string) {
  const isAllowed = async () => (await object.hit(rule, key)).allowed;
  for (let turn = 0; turn < rule.limit; turn++) expect(await isAllowed()).toBe(true);
  expect(await isAllowed()).toBe(false);
  return isAllowed;
}

const OWNERS: [string, string | undefined][] = [
  ["one key", undefined],
  ["a partition", "one of its keys"],
];

describe("RateWindow", () => {
  it.each(OWNERS)("keeps a window under 120 s in memory, of %s, while the platform would evict it", async (_, key) => {
    const object = windowNamed(crypto.randomUUID());
    const isAllowed = await fillUp(object, SHORT, key);
    expect(await isEvicted(object)).toBe(false);
    expect(await isAllowed()).toBe(false);
  });

  it.each(OWNERS)("stores a longer window, of %s, through an eviction and a crash", async (_, key) => {
    const object = windowNamed(crypto.randomUUID());
    await fillUp(object, LONG, key);
    expect(await isEvicted(object)).toBe(true);
    const evicted = windowOf(object);
    expect((await evicted.hit(LONG, key)).allowed).toBe(false);
    await crash(evicted);
    expect((await windowOf(object).hit(LONG, key)).allowed).toBe(false);
  });

  it.each(OWNERS)("allows a short window, of %s, its limit again after a crash, and no more", async (_, key) => {
    const object = windowNamed(crypto.randomUUID());
    await fillUp(object, SHORT, key);
    await crash(object);
    await fillUp(windowOf(object), SHORT, key);
  });
});

/** A new stub, because one of an object that has crashed is broken. */
function windowOf({ id }: Window): Window {
  return env.RATE_WINDOW.get(id);
}

describe("a limit", () => {
  it("rejects the 61st view of a link in a minute while its counter would be evicted", async () => {
    const host = await signedInHost();
    const { guests } = await makeEventFixture(host.id, 1);
    const { token = "", tokenId = "" } = guests[0] ?? {};
    const headers = { "CF-Connecting-IP": freshAddress() };
    const statusOfView = async () => (await call("GET", `/access/${token}/calendar.ics`, undefined, headers)).status;
    const statuses = new Set<number>();
    for (let turn = 0; turn < 60; turn++) statuses.add(await statusOfView());
    expect(statuses).not.toContain(429);
    expect(await isEvicted(windowNamed(`guest:partition:${partitionOf(tokenId)}`))).toBe(false);
    expect(await statusOfView()).toBe(429);
  });

  it("rejects the eleventh wrong password from a network after its counter was evicted", async () => {
    const [email, address] = [freshEmail(), freshAddress()];
    const statusOfTry = async () =>
      (await post("/auth/login", { email, password: "a wrong password" }, { "CF-Connecting-IP": address })).status;
    for (let turn = 0; turn < 10; turn++) expect(await statusOfTry()).toBe(401);
    expect(await isEvicted(windowNamed(`login:partition:${await sha256Hex(email)}`))).toBe(true);
    expect(await statusOfTry()).toBe(429);
  });
});
