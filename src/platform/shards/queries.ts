import type { AccountsDatabase } from "../../db/client.ts";
import { userShards } from "../../db/schema/accounts.ts";

/** Records that a user has a role on an event of a shard. Idempotent. */
export function insertUserShard(accountsDb: AccountsDatabase, userId: string, shard: number) {
  return accountsDb.insert(userShards).values({ userId, shard }).onConflictDoNothing();
}
