import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach } from "vitest";
import { publishFlags } from "../../src/platform/flags/flags.ts";
import { createFlagCache } from "../../src/platform/flags/published.ts";
import { createRequestContext } from "../../src/request-context.ts";
// Imported so that its modules are loaded with those of this file; see load-modules.ts.
import "../../src/worker.ts";
import { endAlarms } from "./alarms.ts";
import { eventually } from "./eventually.ts";
import { isEmpty, migrateFresh } from "./fresh-database.ts";
import { endLogs, keepLogs } from "./logs-of-failures.ts";
import "./patient.ts";

// Test files share a Worker, which takes seconds to load, but no storage and no cached flags.
const databases = [env.DB, env.DB_1];
await endAlarms();
await eventually(async () => {
  await reset();
  const empty = await Promise.all(databases.map(isEmpty));
  if (empty.includes(false)) throw new Error("A database has kept its tables.");
});
const services = createRequestContext(env, () => undefined);
Object.assign(services.shared(createFlagCache), createFlagCache());
await migrateFresh(databases);
// The Scheduler publishes the flags to KV; without them, a request would read the database one more time.
await publishFlags(services);

beforeEach(keepLogs);
afterEach(({ task }) => endLogs(task.result?.state === "fail"));
