import { shardOf } from "../../kernel/ids.ts";
import type { Services } from "../../services.ts";

/**
 * The same services with `db` and `nearDb` on another database. Where there is none of this number they are on the
 * first one, so that an id of somebody's own making is looked for there and not found, at the cost of any other.
 */
export function onShard(services: Services, number: number): Services {
  const asked = services.shards.at(number);
  const shard = asked === undefined ? 0 : number;
  if (shard === services.shard) return services;
  return { ...services, shard, ...(asked ?? services.shards.first) };
}

/**
 * The same services on the database that an id names: that of an event, of a guest's link or a collaborator's invite,
 * or the one in which a user's own events are. Nothing is looked up.
 */
export function onShardOf(services: Services, id: string | null): Services {
  return onShard(services, id === null ? 0 : shardOf(id));
}

/** The same services on each database, in the order of their numbers. */
export function onEachShard(services: Services): Services[] {
  return Array.from({ length: services.shards.count }, (_, number) => onShard(services, number));
}
