import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../src/db/client.ts";
import { createGroupedBatches, runGroupedBatch } from "../../src/db/grouped-batches.ts";
import { findInvitation } from "../../src/invitations/link-queries.ts";
import { insertOutboxFrom } from "../../src/platform/outbox/queries.ts";
import { Recorder, recordBindings } from "../../testkit/recorded-bindings.ts";
import { signedInHost } from "../support/account.ts";
import { type FixtureGuest, makeEventFixture } from "../support/event-fixture.ts";

const GUESTS = 20;

/** Concurrent requests that read a guest's invitation and write a row. @returns the result of each, or its error */
async function readAll(guests: readonly FixtureGuest[], rowIdOf: (guest: FixtureGuest) => string) {
  const recorder = new Recorder();
  const { DB } = recordBindings(env, () => recorder);
  const groups = createGroupedBatches({ parallel: 2, clock: { now: () => Date.now() }, keepAlive: () => undefined });
  const reads = guests.map(async (guest) => {
    // Each request has its own session.
    const db = openDatabase(DB);
    const { invitations, found } = await runGroupedBatch(db, groups, {
      written: insertOutboxFrom(db, { id: rowIdOf(guest), type: "test.row", body: {}, createdAt: 1 }, sql``),
      invitations: [findInvitation(db, guest.tokenId, true, "")],
      found: findInvitation(db, guest.tokenId, false, ""),
    });
    return {
      many: invitations.flat().map((row) => row.guest.id),
      one: found.map((row) => [row.guest.id, row.hostName]),
    };
  });
  return { results: await Promise.allSettled(reads), calls: recorder.calls };
}

const stored = async (guests: readonly FixtureGuest[]): Promise<string[]> => {
  const { results } = await env.DB.prepare(
    "select id from outbox where type = 'test.row' and id in (select value from json_each(?)) order by id",
  )
    .bind(JSON.stringify(guests.map(({ id }) => id)))
    .all<{ id: string }>();
  return results.map(({ id }) => id);
};

const expected = ({ id }: FixtureGuest) => ({ status: "fulfilled", value: { many: [id], one: [[id, ""]] } });

describe("D1 batches of concurrent requests", () => {
  it("shares D1 calls, and returns to each request its own results", async () => {
    const { guests } = await makeEventFixture((await signedInHost({ tier: "business" })).id, GUESTS);
    const { results, calls } = await readAll(guests, ({ id }) => id);
    expect(results).toEqual(guests.map(expected));
    expect(calls.length).toBeLessThan(GUESTS / 2);
    expect(await stored(guests)).toEqual(guests.map(({ id }) => id).toSorted());
  });

  it("fails only for the request whose statement is rejected", async () => {
    const { guests } = await makeEventFixture((await signedInHost({ tier: "business" })).id, GUESTS);
    const [first, ...others] = guests;
    // The last one writes a row that is there.
    const { results } = await readAll(guests, ({ id }) => (id === guests.at(-1)?.id ? (first?.id ?? "") : id));
    expect(results.slice(0, -1)).toEqual([...guests.slice(0, -1)].map(expected));
    expect(results.at(-1)).toMatchObject({ status: "rejected" });
    expect(await stored(guests)).toEqual([first, ...others.slice(0, -1)].map((guest) => guest?.id).toSorted());
  });
});
