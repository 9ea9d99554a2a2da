import type { RequestContext } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { accountNotices } from "../../identity/notices/account-notices.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { onShard } from "../../platform/shards/on-shard.ts";
import { endEndpoint, isEndpointEnabled, markEndpoints, updateDeliveries } from "./result-queries.ts";
import { isToEnd } from "./retry-schedule.ts";
import type { LineResults } from "./send-lines.ts";

/**
 * The statements that store what became of deliveries. An endpoint that has failed for five days is ended, and its owner is
 * told by mail.
 */
export function persistResults(
  ctx: RequestContext,
  { leaseId, deliveries, failing, working }: LineResults,
): { statements: Statement[]; afterCommit(): void } {
  if (leaseId === null || deliveries.length === 0) return { statements: [], afterCommit: () => undefined };
  const { accountsDb: db, clock } = ctx;
  const accounts = onShard(ctx, 0);
  const now = clock.now();
  const ended = failing.filter(({ failingSince }) => isToEnd(failingSince, now));
  const notices = ended.map(({ id, userId, eventId }) =>
    enqueue(
      accounts,
      accountNotices(ctx, "webhook_ended", [userId], { eventId: eventId ?? undefined }),
      isEndpointEnabled(id),
    ),
  );
  const retries = deliveries.filter(({ status, nextAttemptAt }) => status === "pending" && nextAttemptAt > now);
  return {
    statements: [
      updateDeliveries(db, leaseId, deliveries),
      ...markEndpoints(db, { failing: failing.map(({ id }) => id), working: working.map(({ id }) => id) }, now),
      ...notices.flatMap(({ statements }) => statements),
      ...ended.map(({ id }) => endEndpoint(db, id, now)),
    ],
    afterCommit() {
      for (const notice of notices) notice.publishAfterResponse();
      if (retries.length === 0) return;
      const next = Math.min(...retries.map(({ nextAttemptAt }) => nextAttemptAt));
      ctx.defer(() => ctx.wakeScheduler(next, 0));
    },
  };
}
