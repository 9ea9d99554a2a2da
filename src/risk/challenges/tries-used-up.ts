import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { MAX_TRIES_A_DAY } from "./limits.ts";

/** The refusal of a link whose tries of 24 hours are used up. @param firstAt when the first of their codes was sent */
export function triesUsedUp({ firstAt }: { firstAt: number }, now: number): AppError {
  const retryAfter = Math.max(1, Math.ceil((firstAt + DAY_MS - now) / SECOND_MS));
  const message = `${MAX_TRIES_A_DAY} codes were tried with this link in 24 hours. Ask your host for a new link, or try again later.`;
  return new AppError("rate_limited", { retry_after: retryAfter }, message);
}
