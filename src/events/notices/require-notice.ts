import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { NoticeKind } from "./notice-of.ts";

/** Notices of an event in 24 hours: of changes, and beside them of cancelling and reinstating. */
const NOTICES_A_DAY = 6;

/** A notice that was asked for, and is neither cancelled nor without anything to tell. `createdAt` in epoch milliseconds. */
export interface PastNotice {
  notice: NoticeKind | null;
  status: string;
  createdAt: number;
}

/**
 * Refuses a notice when the event had as many as it may in 24 hours: a notice is no newsletter. One that waits takes the
 * change in and is none more. Cancelling has a budget of its own, so that changes never use it up.
 * @param past of the last 24 hours
 * @throws AppError 429 `notice_limit` with `retry_after`
 */
export function requireNotice(kind: NoticeKind, past: readonly PastNotice[], now: number): void {
  if (past.some(({ status }) => status === "scheduled")) return;
  const counted = past.filter(({ notice }) => (notice === "changed") === (kind === "changed"));
  if (counted.length < NOTICES_A_DAY) return;
  const oldest = Math.min(...counted.map(({ createdAt }) => createdAt));
  const seconds = Math.max(1, Math.ceil((oldest + DAY_MS - now) / SECOND_MS));
  throw new AppError("notice_limit", { retry_after: seconds, limit: NOTICES_A_DAY });
}
