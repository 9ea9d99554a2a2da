/**
 * The shard of a new host's events: a uniformly random one of those that are open for new hosts.
 * @param open numbers of shards, at least one
 * @param chance from 0 to below 1
 */
export function pickShard(open: readonly number[], chance: number): number {
  return open[Math.floor(chance * open.length)] ?? 0;
}
