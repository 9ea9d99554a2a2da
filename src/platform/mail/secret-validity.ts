import { MINUTE_MS } from "../../kernel/clock.ts";

/** The row of a mailed secret. Times in epoch milliseconds. */
interface StoredSecret {
  hash: string;
  expiresAt: number;
  /** Left out for a secret that may be used more than once. */
  usedAt?: number | null;
}

/** Whether a mailed secret can still be used, and for how many minutes. */
export type SecretValidity =
  | { status: "valid"; value: string; validMinutes: number }
  | { status: "invalid"; reason: "link_expired" | "link_replaced" | "link_used" };

/**
 * @param stored undefined when the row was deleted
 * @param secrets the secret's possible values by hash, from `secretsByHash`
 */
export function secretValidity(
  stored: StoredSecret | undefined,
  secrets: Map<string, string>,
  now: number,
): SecretValidity {
  const value = stored && secrets.get(stored.hash);
  if (stored === undefined || value === undefined) return { status: "invalid", reason: "link_replaced" };
  if ((stored.usedAt ?? null) !== null) return { status: "invalid", reason: "link_used" };
  if (stored.expiresAt <= now) return { status: "invalid", reason: "link_expired" };
  return { status: "valid", value, validMinutes: Math.max(1, Math.round((stored.expiresAt - now) / MINUTE_MS)) };
}
