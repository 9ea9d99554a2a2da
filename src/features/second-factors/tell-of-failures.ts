import { runBatch } from "../../db/batch.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { isNewMessage } from "../audit/queries.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { onceAnHour } from "../notices/once-an-hour.ts";

/** Wrong codes in an hour after which the owner is told: more than a person mistypes. */
const FAILURES = { name: "factor-failures", limit: 5, windowSeconds: 3_600 };

/**
 * Counts a wrong code after a right password. The fifth in an hour is mailed to the owner, once an hour: whoever typed
 * them knows the password.
 */
export async function tellOfFailures(ctx: RequestContext, userId: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const { allowed, remaining } = await ctx.rateLimits.exact(FAILURES, await sha256Hex(userId));
  if (!allowed || remaining > 0) return;
  const notices = await Promise.all(
    accountNotices(ctx, "challenge_failed", [userId]).map((notice) => onceAnHour(ctx, notice)),
  );
  for (const notice of notices) {
    const outboxEntries = enqueue(ctx, [notice], isNewMessage(db, notice.id));
    await runBatch(db, { outbox: outboxEntries.statements });
    outboxEntries.publishAfterResponse();
  }
}
