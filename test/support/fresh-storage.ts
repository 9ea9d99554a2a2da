import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createFlagMemory } from "../../src/features/flags/memory.ts";
import { buildServices } from "../../src/services.ts";

// Files share a program, which takes seconds to load, but nothing that it has stored or knows of the switches.
await reset();
Object.assign(buildServices(env, () => undefined).flagMemory, createFlagMemory());
await Promise.all([env.DB, env.DB_1].map((database) => applyD1Migrations(database, env.MIGRATIONS)));
