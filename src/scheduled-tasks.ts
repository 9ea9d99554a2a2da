import type { RequestContext } from "./context.ts";
import type { Bindings } from "./env.ts";
import { deleteUnusedUploads } from "./events/images/delete-unused.ts";
import { expireOffers } from "./events/seats/expire-offers.ts";
import { resumeOffers } from "./events/seats/resume-offers.ts";
import { endExpiredKeys } from "./identity/api-keys/end-expired-keys.ts";
import { remindOfExpiry } from "./identity/api-keys/remind-of-expiry.ts";
import { reencryptTotpSecrets } from "./identity/second-factors/reencrypt-totp-secrets.ts";
import { sendAlerts } from "./live/alerts/send-alerts.ts";
import { recoverActivities, recoverArrivals, recoverFarArrivals } from "./live/recover-activities.ts";
import { reencryptWebhookSecrets } from "./live/webhooks/reencrypt-webhook-secrets.ts";
import { resumeWebhooks } from "./live/webhooks/resume-webhooks.ts";
import { dispatchDue } from "./messaging/broadcasts/dispatch.ts";
import { requeueStalled } from "./messaging/broadcasts/requeue-stalled.ts";
import { noteHeads } from "./platform/audit/noted-heads.ts";
import { sealUnsealed } from "./platform/audit/seal-records.ts";
import { publishFlags } from "./platform/flags/flags.ts";
import { measureDatabase } from "./platform/health/database-size.ts";
import { deleteExpiredKeys } from "./platform/idempotency/record-result.ts";
import { relayOutbox } from "./platform/outbox/relay.ts";
import { TaskScheduler } from "./platform/scheduler/scheduler.ts";
import { onShard } from "./platform/shards/on-shard.ts";
import { aggregateAccessLogs } from "./privacy/aggregate-access-logs.ts";
import { deleteExpired } from "./privacy/delete-expired.ts";
import { purgeClosedEvents } from "./privacy/erase-event.ts";
import { createRequestContext } from "./request-context.ts";

/** Runs what is due on one shard. The timed tasks, for which people wait, come first. */
export class Scheduler extends TaskScheduler<Bindings, RequestContext> {
  protected override readonly timed = [
    expireOffers,
    resumeOffers,
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
    reencryptTotpSecrets,
    reencryptWebhookSecrets,
    sealUnsealed,
    noteHeads,
    measureDatabase,
  ];

  protected override contextOf(shard: number): RequestContext | null {
    const defer = (work: () => Promise<void>) => this.ctx.waitUntil(work());
    const ctx = onShard(createRequestContext(this.env, defer, "scheduler"), shard);
    return ctx.shard === shard ? ctx : null;
  }
}

/** Publishes the messages that a Worker left in the outbox when it died, and the activities that they represent. */
function relay(ctx: RequestContext): Promise<number> {
  return relayOutbox(ctx, recoverActivities);
}
