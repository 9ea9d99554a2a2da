import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createFlagCache } from "../../src/platform/flags/flag-cache.ts";
import { publishFlags } from "../../src/platform/flags/publish-flags.ts";
import { createRequestContext } from "../../src/request-context.ts";
// So that its modules come with those of this file; see load-modules.ts.
import "../../src/worker.ts";
import { endAlarms } from "./alarms.ts";

// Files share a program, which takes seconds to load, but nothing that it has stored or knows of the switches.
await endAlarms();
await reset();
const services = createRequestContext(env, () => undefined);
Object.assign(services.flagCache, createFlagCache());
await Promise.all([env.DB, env.DB_1].map((database) => applyD1Migrations(database, env.MIGRATIONS)));
// The Scheduler keeps them at the edge. No test waits for it: a request that finds none there asks the database once more.
await publishFlags(services);
