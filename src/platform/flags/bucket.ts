import { sha256Hex } from "../../kernel/bytes.ts";

const BUCKETS = 100;

/**
 * A user's bucket for a flag, 0 to 99: stable for the pair, and independent between flags, so that not always the same
 * users get a new feature first.
 */
export async function bucketOf(flag: string, userId: string): Promise<number> {
  const digest = await sha256Hex(`${flag}:${userId}`);
  // 32 bits of the digest: the modulo bias is under 3 in 10^8.
  return Number.parseInt(digest.slice(0, 8), 16) % BUCKETS;
}
