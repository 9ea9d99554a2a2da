import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";

/** Attempts on one e-mail address from one network, in a quarter of an hour. */
export const ATTEMPTS = { name: "login", limit: 10, windowSeconds: 15 * 60, isClearable: true } as const;

/** Attempts on one e-mail address from everywhere, in an hour: far more than its owner needs. */
export const ATTEMPTS_ON_EMAIL = {
  name: "login-email",
  limit: 100,
  windowSeconds: 60 * 60,
  isClearable: true,
} as const;

/**
 * Clears the attempts on an e-mail address, from every network: for its owner, who has proved it by the link of a mail,
 * whatever strangers have tried before. A failure is ignored: the limits then end by themselves.
 * @param emailKey as `emailKey` makes it
 */
export async function forgetAttempts(
  { rateLimits }: Pick<RequestContext, "rateLimits">,
  emailKey: string,
): Promise<void> {
  const partition = await sha256Hex(emailKey);
  await Promise.allSettled([ATTEMPTS, ATTEMPTS_ON_EMAIL].map((rule) => rateLimits.clear(rule, partition)));
}
