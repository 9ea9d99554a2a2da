/**
 * The Worker as a program that can be killed: built beforehand, with its storage in a folder that the next start finds.
 * Answers statements for its database over the channel to whoever started it.
 *
 *     node bench/faults/worker-program.ts <bundle> <storage folder> <port> <variables as JSON>
 */
import { runBuilt } from "../../testkit/built-worker.ts";

/** A statement for the Worker's database, or word that the Worker answers. */
export interface Asked {
  number: number;
  sql: string;
  values: (string | number | null)[];
}
export type Told = { ready: true } | { number: number; rows: Record<string, unknown>[] };

const [bundle = "", storage = "", port = "", variables = "{}"] = process.argv.slice(2);
const { db } = await runBuilt({ bundle, storage, port: Number(port), variables: JSON.parse(variables) });

process.on("message", async ({ number, sql, values }: Asked) => {
  const { results } = await db
    .prepare(sql)
    .bind(...values)
    .all();
  tell({ number, rows: results });
});
process.on("disconnect", () => process.exit(0));
tell({ ready: true });

function tell(told: Told): void {
  process.send?.(told);
}
