import type { RequestContext } from "./context.ts";
import type { Bindings } from "./env.ts";
import { sendAlerts } from "./features/alerts/send-alerts.ts";
import { endExpiredKeys } from "./features/api-keys/end-expired-keys.ts";
import { remindOfExpiry } from "./features/api-keys/remind-of-expiry.ts";
import { noteHeads } from "./features/audit/noted-heads.ts";
import { sealUnsealed } from "./features/audit/seal-records.ts";
import { dispatchDue, requeueStalled } from "./features/broadcasts/dispatch.ts";
import { recoverActivities, recoverArrivals, recoverFarArrivals } from "./features/monitor/recover-activities.ts";
import { aggregateAccessLogs } from "./features/privacy/aggregate-access-logs.ts";
import { deleteExpired } from "./features/privacy/delete-expired.ts";
import { purgeClosedEvents } from "./features/privacy/purge-closed-events.ts";
import { expireOffers } from "./features/seats/expire-offers.ts";
import { resealTotpSecrets } from "./features/second-factors/reseal-totp-secrets.ts";
import { deleteUnusedUploads } from "./features/uploads/delete-unused.ts";
import { resealWebhookSecrets } from "./features/webhooks/reseal-webhook-secrets.ts";
import { resumeWebhooks } from "./features/webhooks/resume-webhooks.ts";
import { publishFlags } from "./platform/flags/flags.ts";
import { deleteExpiredKeys } from "./platform/idempotency/delete-expired-keys.ts";
import { relayOutbox } from "./platform/outbox/relay.ts";
import { TaskScheduler } from "./platform/scheduler/scheduler.ts";
import { onShard } from "./platform/shards/on-shard.ts";
import { createRequestContext } from "./request-context.ts";

/** Runs what is due on one shard. The timed tasks, for which people wait, come first. */
export class Scheduler extends TaskScheduler<Bindings, RequestContext> {
  protected override readonly timed = [
    expireOffers,
    dispatchDue,
    requeueStalled,
    sendAlerts,
    resumeWebhooks,
    endExpiredKeys,
    remindOfExpiry,
  ];
  protected override readonly periodic = [
    relay,
    recoverArrivals,
    recoverFarArrivals,
    publishFlags,
    deleteExpiredKeys,
    deleteExpired,
    deleteUnusedUploads,
    purgeClosedEvents,
    aggregateAccessLogs,
    resealTotpSecrets,
    resealWebhookSecrets,
    sealUnsealed,
    noteHeads,
  ];

  protected override contextOf(shard: number): RequestContext | null {
    const defer = (work: () => Promise<void>) => this.ctx.waitUntil(work());
    const ctx = onShard(createRequestContext(this.env, defer, "scheduler"), shard);
    return ctx.shard === shard ? ctx : null;
  }
}

/** What a Worker left behind when it died: its messages, and the activities that they stand for. */
function relay(ctx: RequestContext): Promise<number> {
  return relayOutbox(ctx, recoverActivities);
}
