import { eq } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { userShards } from "../../db/schema/accounts.ts";

/** The shards on which a user has had a role on an event, besides the shard of the user's own events. */
export function listUserShards(accountsDb: AccountsDatabase, userId: string) {
  return accountsDb.select({ shard: userShards.shard }).from(userShards).where(eq(userShards.userId, userId));
}

/** Records that a user has a role on an event of a shard. Idempotent. */
export function insertUserShard(accountsDb: AccountsDatabase, userId: string, shard: number) {
  return accountsDb.insert(userShards).values({ userId, shard }).onConflictDoNothing();
}
