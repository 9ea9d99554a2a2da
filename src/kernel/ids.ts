/** An ID has 12 bits for the number of its shard. */
export const MAX_SHARDS = 4_096;

/**
 * A UUID version 7 (RFC 9562, section 5.7): 48 bits of epoch milliseconds, the 12-bit number of its row's shard in
 * `rand_a`, then 62 random bits. New rows sort last.
 * @param now epoch milliseconds
 */
export function newId(now: number, shard = 0): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let index = 5, rest = now; index >= 0; index--, rest = Math.floor(rest / 256)) bytes[index] = rest % 256;
  bytes[6] = 0x70 | (shard >> 8);
  bytes[7] = shard & 0xff;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return idFromBytes(bytes);
}

/** The smallest ID of a moment: all earlier IDs sort before it. @param moment epoch milliseconds */
export function firstIdOf(moment: number): string {
  return newId(moment).replace(/^(.{13}).*$/, "$1-7000-8000-000000000000");
}

/** The epoch milliseconds with which an ID begins. */
export function idTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Ids in ascending order, for rows that are made together and have an order. */
export function newIds(now: number, count: number, shard = 0): string[] {
  return Array.from({ length: count }, () => newId(now, shard)).sort();
}

/** The number of the shard in an ID. A forged ID has some number as well, so it may not exist. */
export function shardOf(id: string): number {
  return Number.parseInt(id.slice(15, 18), 16);
}

/** The 16 bytes behind a UUID in text form. */
export function idToBytes(id: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromHex(id.replaceAll("-", ""));
}

/** The text form of 16 bytes. */
export function idFromBytes(bytes: Uint8Array): string {
  const hex = bytes.toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns the partition of an ID's rate window. IDs of one shard that were made within the same minute share 16
 * objects, by the last hex digit. They belong mostly to one event, whose guests and doors are in one region and busy in
 * the same hours, so the object is near and awake. A separate object per ID would be created while a guest waits. An
 * object stays where it was created, so one for two shards would be far from the data of one of them.
 */
export function partitionOf(id: string): string {
  return `${id.slice(0, 8)}${id.slice(15, 18)}${id.slice(-1)}`;
}
