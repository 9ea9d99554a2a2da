import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { aliased } from "../../src/db/aliased.ts";
import { runBatch, runBatchGroups } from "../../src/db/batch.ts";
import { openDatabase } from "../../src/db/client.ts";
import { one } from "../../src/db/one.ts";
import { type Placeholders, prepared } from "../../src/db/prepared-statement.ts";
import { outbox } from "../../src/db/schema/messages.ts";

const db = openDatabase(env.DB);

interface Row {
  id: string;
  type: string;
  body: unknown;
  createdAt: number;
}

const insert = prepared((on, { id, type, body, createdAt }: Placeholders<Row>) =>
  on.insert(outbox).values({ id, type, body, createdAt }),
);
const findPrepared = prepared((on, { type }: Placeholders<{ type: string }>) =>
  on.select({ body: outbox.body }).from(outbox).where(eq(outbox.type, type)),
);
const find = (type: string) => db.select({ body: outbox.body }).from(outbox).where(eq(outbox.type, type));

/** Stores rows of a separate type. */
async function typeWithRows(number: number): Promise<string> {
  const type = `test.${crypto.randomUUID()}`;
  const rows = Array.from({ length: number }, (_, at) => ({ id: `${type}.${at}`, type, body: { at }, createdAt: 1 }));
  await db.batch(rows.map((row) => insert(db, row)));
  return type;
}

describe("one()", () => {
  it("returns the row of a statement in a batch, and undefined without one", async () => {
    const type = await typeWithRows(1);
    const found = await runBatch(db, {
      built: one(find(type)),
      prepared: one(findPrepared(db, { type })),
      list: find(type),
      many: [one(find(type)), one(find("none"))],
      none: one(find("none")),
      noneOfPrepared: one(findPrepared(db, { type: "none" })),
    });
    const row = { body: { at: 0 } };
    expect(found).toEqual({
      built: row,
      prepared: row,
      list: [row],
      many: [row, undefined],
      none: undefined,
      noneOfPrepared: undefined,
    });
  });

  it("returns the row of a statement that is awaited", async () => {
    const type = await typeWithRows(1);
    expect(await one(find(type))).toEqual({ body: { at: 0 } });
    expect(await one(findPrepared(db, { type }))).toEqual({ body: { at: 0 } });
    expect(await one(find("none"))).toBeUndefined();
    expect(await Promise.all([one(find(type)), one(findPrepared(db, { type: "none" }))])).toEqual([
      { body: { at: 0 } },
      undefined,
    ]);
  });

  it("returns the row that a statement has written", async () => {
    const type = await typeWithRows(1);
    const rename = (from: string, to: string) =>
      db.update(outbox).set({ type: to }).where(eq(outbox.type, from)).returning({ type: outbox.type });
    const renamed = `${type}.renamed`;
    expect(await runBatch(db, { first: one(rename(type, renamed)), again: one(rename(type, renamed)) })).toEqual({
      first: { type: renamed },
      again: undefined,
    });
  });

  it("keeps aliased columns and their types", async () => {
    const type = await typeWithRows(1);
    const build = () =>
      db
        .select({ stored: { body: aliased(outbox.body, "stored.body") }, body: sql<number>`1`.as("body") })
        .from(outbox)
        .where(eq(outbox.type, type));
    const findAliased = prepared(build);
    const row = { stored: { body: { at: 0 } }, body: 1 };
    expect(await runBatch(db, { built: one(build()), prepared: one(findAliased(db, {})) })).toEqual({
      built: row,
      prepared: row,
    });
  });

  it("rejects two columns of one name, as every statement of a batch", async () => {
    const selection = { body: outbox.body, other: aliased(outbox.type, "body") };
    const statement = one(db.select(selection).from(outbox));
    await expect(db.batch([statement])).rejects.toThrow("alias one of them: body");
  });

  it("throws on a second row in tests", async () => {
    const type = await typeWithRows(2);
    const message = "one() takes a statement with at most one row, and this one returned 2";
    await expect(runBatch(db, { found: one(find(type)) })).rejects.toThrow(message);
    await expect(runBatch(db, { found: one(findPrepared(db, { type })) })).rejects.toThrow(message);
    await expect(Promise.resolve(one(find(type)))).rejects.toThrow(message);
  });

  it("passes on an error of the database", async () => {
    const type = await typeWithRows(1);
    const row = { id: `${type}.0`, type, body: {}, createdAt: 1 };
    const again = () => db.insert(outbox).values(row).returning();
    await expect(runBatch(db, { again: one(again()) })).rejects.toThrow("UNIQUE");
    await expect(Promise.resolve(one(again()))).rejects.toThrow();
  });

  it("cannot be prepared", () => {
    const inside = prepared((on, { type }: Placeholders<{ type: string }>) =>
      one(on.select({ body: outbox.body }).from(outbox).where(eq(outbox.type, type))),
    );
    expect(() => inside(db, { type: "any" })).toThrow("wrap a prepared statement in one() from outside");
  });
});

describe("a name of a batch without a statement", () => {
  it("runs nothing and is undefined, and the other results stay with their names", async () => {
    const type = await typeWithRows(1);
    const isWanted = type === "";
    const row = { body: { at: 0 } };
    const groups = await runBatchGroups(db, [
      { no: isWanted && one(find(type)), first: one(find(type)), missing: undefined, nothing: null },
      { empty: [], list: [find(type), find("none")], no: false, last: isWanted ? null : one(find(type)) },
    ]);
    expect(groups).toEqual([
      { no: undefined, first: row, missing: undefined, nothing: undefined },
      { empty: [], list: [[row], []], no: undefined, last: row },
    ]);
    expect(Object.keys(groups[0])).toEqual(["no", "first", "missing", "nothing"]);
  });
});
