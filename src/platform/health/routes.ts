import type { Context } from "hono";
import * as z from "zod";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { routes } from "../../http/routes.ts";
import { sameBytes, utf8 } from "../../kernel/bytes.ts";
import { notFound } from "../../kernel/errors.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { checkHealth } from "./check-health.ts";
import { MAX_DATABASE_BYTES, percentUsed, readDatabaseSize } from "./database-size.ts";

const Health = z.object({ status: z.literal("ok") }).openapi("Health");

const healthGroup = routes({ tag: "Service", access: PUBLIC });

export const healthRoutes = healthGroup.app;

healthGroup.get("/health", {
  name: "checkHealth",
  summary: forDocs("Check the health of the service"),
  description: forDocs(
    "Returns 200 after reading one row from each database, at most once a second. Returns 503 `database_unavailable` if one did not respond.",
  ),
  // Monitors add their own parameters, such as a timestamp against caches.
  ignoresUnknownParameters: true,
  response: [200, Health, forDocs("All databases respond")],
  run: async (ctx) => {
    await checkHealth(ctx);
    return { status: "ok" as const };
  },
});

/**
 * The size of each database, for operators. Needs `OPERATOR_TOKEN` as a bearer token: without the variable, or with
 * another token, the address does not exist.
 */
healthRoutes.get("/health/details", async (c) => {
  if (!(await isOperator(c))) throw notFound();
  const { ctx } = c.var;
  await checkHealth(ctx);
  const sizes = await Promise.all(ctx.shardBindings.map(readDatabaseSize));
  const databases = sizes.map((bytes, database) => ({ database, bytes, percent: percentUsed(bytes) }));
  c.header("Cache-Control", "no-store");
  return c.json({ status: "ok", max_bytes: MAX_DATABASE_BYTES, databases });
});

/** Compares hashes, whose length does not tell the length of the token, in constant time. */
async function isOperator(c: Context<AppEnv>): Promise<boolean> {
  const { OPERATOR_TOKEN } = c.var.ctx.config;
  const [scheme = "", token = ""] = (c.req.header("Authorization") ?? "").split(" ");
  if (OPERATOR_TOKEN === undefined || scheme.toLowerCase() !== "bearer") return false;
  const [expected, sent] = await Promise.all([OPERATOR_TOKEN, token].map(digestOf));
  return expected !== undefined && sent !== undefined && sameBytes(expected, sent);
}

async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text)));
}
