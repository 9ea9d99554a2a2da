import { env } from "cloudflare:workers";
import { eq, type Placeholder, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aliased } from "../../src/db/aliased.ts";
import { runBatch } from "../../src/db/batch.ts";
import { type Database, openDatabase } from "../../src/db/client.ts";
import { type Placeholders, prepared } from "../../src/db/prepared-statement.ts";
import { users } from "../../src/db/schema/accounts.ts";
import { eventCollaborators, events } from "../../src/db/schema/events.ts";
import { outbox } from "../../src/db/schema/messages.ts";

const db = openDatabase(env.DB);
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";

test("rejects a selection with two columns of one name before it calls D1", async () => {
  const selection = { host: users.name, event: events.name };
  const statement = db.select(selection).from(users).leftJoin(events, eq(events.hostId, users.id));
  await expect(db.batch([statement])).rejects.toThrow("two columns of one name, alias one of them: name");
  expect(() => prepared(() => statement)(db, {})).toThrow("two columns of one name, alias one of them: name");
});

test("rejects a selection whose alias is the name of another column", async () => {
  const selection = { name: aliased(users.name, "role"), role: eventCollaborators.role };
  const statement = db.select(selection).from(users).leftJoin(eventCollaborators, sql`true`);
  await expect(db.batch([statement])).rejects.toThrow("role");
});

test("keeps the types of aliased columns, alone and in a batch", async () => {
  const query = () =>
    db
      .select({
        user: { id: aliased(users.id, "user.id"), emailVerified: aliased(users.emailVerified, "user.verified") },
        event: { id: events.id, hostId: events.hostId },
      })
      .from(users)
      .leftJoin(events, eq(events.hostId, users.id))
      .where(eq(users.id, UNKNOWN_ID));
  const row = { user: { id: UNKNOWN_ID, emailVerified: false }, event: null };
  expect(await query()).toEqual([row]);
  expect(await runBatch(db, { rows: query() })).toEqual({ rows: [row] });
});

test("builds a prepared statement once, encodes its values by column, and binds null for absent ones", async () => {
  let built = 0;
  const insert = prepared((on, row: Placeholders<{ id: string; type: string; body: unknown; createdAt: number }>) => {
    built += 1;
    return on
      .insert(outbox)
      .values({ id: row.id, type: row.type, body: row.body, createdAt: row.createdAt })
      .returning();
  });
  const find = prepared((on, { id }: Placeholders<{ id?: string }>) =>
    on.select({ body: outbox.body }).from(outbox).where(eq(outbox.id, id)).limit(1),
  );
  const first = { id: "a", type: "test", body: { list: [1] }, createdAt: 1 };
  const second = { id: "b", type: "test", body: ["?"], createdAt: 2 };
  expect(await insert(db, first)).toEqual([first]);
  expect(await runBatch(db, { one: insert(db, second), other: find(db, { id: "a" }) })).toEqual({
    one: [second],
    other: [{ body: first.body }],
  });
  expect(built).toBe(1);
  expect(await find(db, {})).toEqual([]);
});

test("maps the rows of a prepared statement as the unprepared statement does", async () => {
  const build = (on: Database, id: string | Placeholder) =>
    on
      .select({
        id: users.id,
        verified: aliased(users.emailVerified, "verified"),
        event: { id: aliased(events.id, "event.id"), tags: sql<string[]>`'["a"]'`.mapWith(JSON.parse).as("tags") },
        member: { eventId: eventCollaborators.eventId, role: eventCollaborators.role },
        mixed: { at: events.eventDate, joinedAt: eventCollaborators.createdAt },
      })
      .from(users)
      .leftJoin(events, eq(events.hostId, users.id))
      .leftJoin(eventCollaborators, eq(eventCollaborators.eventId, events.id))
      .where(eq(users.id, id));
  const find = prepared((on, { id }: Placeholders<{ id: string }>) => build(on, id));
  const row = {
    id: UNKNOWN_ID,
    verified: false,
    event: { id: null, tags: ["a"] },
    member: null,
    mixed: { at: null, joinedAt: null },
  };
  expect(await build(db, UNKNOWN_ID)).toEqual([row]);
  expect(await find(db, { id: UNKNOWN_ID })).toEqual([row]);
});

test("removes the quotes of names in a prepared text, but keeps those of texts and aliases", () => {
  const find = prepared((on, { id }: Placeholders<{ id: string }>) =>
    on
      .select({ id: aliased(users.id, "user.id") })
      .from(users)
      .where(sql`${eq(users.id, id)} and ${users.name} <> '"name"'`),
  );
  const { sql: text } = find(db, { id: UNKNOWN_ID }).prepare().getQuery();
  expect(text).toBe(`select id as "user.id" from users where users.id = ? and users.name <> '"name"'`);
});

test("shares one call for reads of the same moment, and makes none for an empty batch", async () => {
  let calls = 0;
  const counted = openDatabase({
    withSession() {
      const session = env.DB.withSession();
      return {
        prepare: (query) => session.prepare(query),
        batch: (statements) => {
          calls += 1;
          return session.batch(statements);
        },
        getBookmark: () => session.getBookmark(),
      };
    },
  });
  const find = prepared((on, { id }: Placeholders<{ id: string }>) =>
    on.select({ id: users.id }).from(users).where(eq(users.id, id)),
  );
  expect(await Promise.all([find(counted, { id: UNKNOWN_ID }), find(counted, { id: "x" })])).toEqual([
    [{ id: UNKNOWN_ID }],
    [],
  ]);
  expect(await counted.batch([])).toEqual([]);
  expect(calls).toBe(1);
});
