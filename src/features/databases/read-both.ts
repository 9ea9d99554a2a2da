import type { BatchItem } from "drizzle-orm/batch";
import type { BatchOf, Statements } from "../../db/client.ts";
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
    const found: unknown[] = await ask(db, [...accounts, ...events]);
    return [found.slice(0, accounts.length), found.slice(accounts.length)] as unknown as [BatchOf<A>, BatchOf<E>];
  }
  return (await Promise.all([ask(accountsDb, accounts), ask(db, events)])) as unknown as [BatchOf<A>, BatchOf<E>];
}

/** The results in the statements' order; their types are the caller's to know. */
async function ask(db: Services["db"], statements: readonly BatchItem<"sqlite">[]): Promise<unknown[]> {
  return statements.length === 0 ? [] : db.batch(statements as unknown as Statements);
}
