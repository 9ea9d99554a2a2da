import { join } from "node:path";
import { prepareDatabase } from "./database.ts";
import { completeDevVars } from "./dev-vars.ts";
import { isMigrated } from "./migration-stamp.ts";

/**
 * Prepares what the Worker needs on this machine: the secrets in `.dev.vars`, and a migrated database. Does nothing
 * where both are there. The build step of `wrangler dev` calls this before wrangler reads `.dev.vars`.
 * @throws CliError that repeats the database's error
 */
export async function prepareLocal(root: string): Promise<void> {
  const { added } = completeDevVars(join(root, ".dev.vars"));
  if (added.length > 0) console.log(`.dev.vars: wrote ${added.join(", ")}`);
  if (isMigrated(root)) return;
  const { applied } = await prepareDatabase(root).prepared;
  if (applied.length > 0) console.log(`database: applied ${applied.length} migrations`);
}
