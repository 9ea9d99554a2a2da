import type { D1Database } from "@cloudflare/workers-types";
import { Hono } from "hono";

/**
 * The baseline: a Worker that only queries its database, once for a read, twice for a read and a write, each by primary
 * key.
 */
const app = new Hono<{ Bindings: { DB: D1Database } }>();

app.get("/items/:id", async (c) => {
  const item = await c.env.DB.prepare("select id, name from items where id = ?").bind(c.req.param("id")).first();
  return item === null ? c.json({ error: "not_found" }, 404) : c.json(item);
});

app.post("/items/:id/notes", async (c) => {
  const { text } = await c.req.json<{ text: string }>();
  const item = await c.env.DB.prepare("select id, name from items where id = ?").bind(c.req.param("id")).first();
  if (item === null) return c.json({ error: "not_found" }, 404);
  const id = crypto.randomUUID();
  await c.env.DB.prepare("insert into notes (id, item_id, text) values (?, ?, ?)").bind(id, item.id, text).run();
  return c.json({ id }, 201);
});

export default app;
