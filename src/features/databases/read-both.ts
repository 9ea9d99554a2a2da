import type { BatchItem } from "drizzle-orm/batch";
import type { BatchOf } from "../../db/client.ts";
import type { Services } from "../../services.ts";

/**
 * Asks about accounts and about events in one trip: one batch where both are in the first database, else two batches
 * side by side.
 * @param accounts statements made with `accountsDb`
 * @param events statements made with `db`
 */
export async function readBoth<
  const A extends readonly BatchItem<"sqlite">[],
  const E extends readonly BatchItem<"sqlite">[],
>(
  services: Pick<Services, "db" | "accountsDb" | "database">,
  accounts: A,
  events: E,
): Promise<[BatchOf<A>, BatchOf<E>]> {
  const { db, accountsDb, database } = services;
  if (database === 0) {
    const found: unknown[] = await db.batch([...accounts, ...events]);
    return [found.slice(0, accounts.length) as BatchOf<A>, found.slice(accounts.length) as BatchOf<E>];
  }
  return Promise.all([accountsDb.batch(accounts), db.batch(events)]);
}
