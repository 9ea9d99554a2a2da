import type { Services } from "../../services.ts";
import { onShard, onShardOf } from "./on-shard.ts";
import { listUserShards } from "./queries.ts";

/** Statement for a read of accounts: where else a user has a role. None where there is one database. */
export function selectUserShards(services: Services, userId: string) {
  return services.shards.count === 1 ? [] : [listUserShards(services.accountsDb, userId)];
}

/** Services on the database of the user's own events, and on each other one in which the user has a role. */
export function shardsOf(services: Services, userId: string, found: readonly { database: number }[] = []): Services[] {
  return [onShardOf(services, userId), ...otherShardsOf(services, userId, found)];
}

/** Services on each other database in which a user has a role; those of the user's own events are not among them. */
export function otherShardsOf(
  services: Services,
  userId: string,
  found: readonly { database: number }[] = [],
): Services[] {
  const home = onShardOf(services, userId).shard;
  return found
    .map(({ database }) => onShard(services, database))
    .filter((place, index) => place.shard === found[index]?.database && place.shard !== home);
}
