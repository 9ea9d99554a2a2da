import { MINUTE_MS } from "../../kernel/clock.ts";

/** A single-use secret as its table has it. Times in epoch milliseconds. */
interface StoredSecret {
  hash: string;
  expiresAt: number;
  usedAt: number | null;
}

/** Whether a mailed secret still opens something, and for how many minutes. */
export type Standing =
  | { status: "good"; value: string; validMinutes: number }
  | { status: "over"; reason: "link_expired" | "link_replaced" | "link_used" };

/**
 * @param stored the row, absent when it was removed since
 * @param forms the secret's possible values by their hash
 */
export function roleCondition(stored: StoredSecret | undefined, forms: Map<string, string>, now: number): Standing {
  const value = stored && forms.get(stored.hash);
  if (stored === undefined || value === undefined) return { status: "over", reason: "link_replaced" };
  if (stored.usedAt !== null) return { status: "over", reason: "link_used" };
  if (stored.expiresAt <= now) return { status: "over", reason: "link_expired" };
  return { status: "good", value, validMinutes: Math.max(1, Math.round((stored.expiresAt - now) / MINUTE_MS)) };
}
