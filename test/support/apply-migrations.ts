import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

await Promise.all([env.DB, env.DB_1].map((database) => applyD1Migrations(database, env.MIGRATIONS)));
