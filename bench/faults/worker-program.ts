/**
 * Runs a bundled Worker as a process that can be killed, with its storage in a folder that the next start uses again. Runs
 * SQL statements on its database for its parent process over IPC.
 *
 *     node bench/faults/worker-program.ts <bundle> <storage folder> <port> <variables as JSON>
 */
import { runBuilt } from "../../testkit/built-worker.ts";

/** A statement for the Worker's database. */
export interface SqlRequest {
  number: number;
  sql: string;
  values: (string | number | null)[];
}
/** The Worker is ready, or the rows of a statement. */
export type ProgramMessage = { ready: true } | { number: number; rows: Record<string, unknown>[] };

const [bundle = "", storage = "", port = "", variables = "{}"] = process.argv.slice(2);
const { db } = await runBuilt({ bundle, storage, port: Number(port), variables: JSON.parse(variables) });

process.on("message", async ({ number, sql, values }: SqlRequest) => {
  const { results } = await db
    .prepare(sql)
    .bind(...values)
    .all();
  post({ number, rows: results });
});
process.on("disconnect", () => process.exit(0));
post({ ready: true });

function post(message: ProgramMessage): void {
  process.send?.(message);
}
