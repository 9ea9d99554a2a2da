import { sha256Hex } from "../../kernel/bytes.ts";

const BUCKETS = 100;

/**
 * The bucket, 0 to 99, of a user for a flag: stable, and different from flag to flag, so that the same people are
 * not the first to get everything.
 */
export async function bucketOf(flag: string, userId: string): Promise<number> {
  const digest = await sha256Hex(`${flag}:${userId}`);
  // 32 bits of the digest: the remainder's bias is under 3 in 10^8.
  return Number.parseInt(digest.slice(0, 8), 16) % BUCKETS;
}
