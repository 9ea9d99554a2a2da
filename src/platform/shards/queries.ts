import { eq } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { userDatabases } from "../../db/schema/accounts.ts";

/** Where a user has had a role on an event, besides the database of the user's own events. */
export function listUserShards(accountsDb: AccountsDatabase, userId: string) {
  return accountsDb
    .select({ database: userDatabases.database })
    .from(userDatabases)
    .where(eq(userDatabases.userId, userId));
}

/** Notes that a user has a role on an event of a database. */
export function insertUserShard(accountsDb: AccountsDatabase, userId: string, database: number) {
  return accountsDb.insert(userDatabases).values({ userId, database }).onConflictDoNothing();
}
