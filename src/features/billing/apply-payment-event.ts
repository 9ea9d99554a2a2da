import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { requirePayments } from "./require-payments.ts";
import {
  findPayer,
  findSubscription,
  findUserOfCustomer,
  findWebhookEvent,
  grantBestSubscription,
  revokeGrants,
  insertWebhookEvent,
  upsertSubscription,
} from "./queries.ts";
import { readSubscriptionUpdate, type SubscriptionUpdate } from "./subscription-state.ts";

/**
 * Applies a report of the payment provider: once, however often it comes, and in whatever order. The newest report of
 * a subscription counts, a cancelled one stays so, and of a user's subscriptions the best that is paid gives the tier.
 * @throws AppError 400 `invalid_signature`
 */
export async function applyPaymentEvent(ctx: RequestContext, rawBody: string, signature: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const payments = requirePayments(ctx);
  const now = clock.now();
  const event = await payments.verifyEvent(rawBody, signature, now);
  if (event === null) throw invalidSignature();
  const report = readSubscriptionUpdate(event, (price) => payments.tierOfPrice(price));
  if (report === null) return;
  const {
    applied: [applied],
    known: [known],
    byCustomer: [byCustomer],
  } = await runBatch(db, {
    applied: findWebhookEvent(db, event.id),
    known: findSubscription(db, report.subscriptionId),
    byCustomer: findUserOfCustomer(db, report.customerId),
  });
  if (applied !== undefined) return;
  const userId = known?.userId ?? report.userId ?? byCustomer?.userId ?? null;
  const tier = report.tier ?? known?.tier ?? null;
  const [payer] = userId === null ? [] : await findPayer(db, userId);
  if (payer === undefined || tier === null) return logUnknown(report, event.id);

  const row = {
    providerSubscriptionId: report.subscriptionId,
    userId: payer.id,
    tier,
    status: report.status,
    currentPeriodEnd: report.currentPeriodEnd,
    providerCustomerId: report.customerId,
    providerUpdatedAt: report.occurredAt,
    createdAt: now,
    updatedAt: now,
  };
  const outboxEntries = enqueue(ctx, accountChanged(ctx, payer.id));
  try {
    await db.batch([
      insertWebhookEvent(db, event.id, now),
      upsertSubscription(db, row),
      revokeGrants(db, payer.id),
      grantBestSubscription(db, payer.id),
      ...outboxEntries.statements,
    ]);
    outboxEntries.publishAfterResponse();
  } catch (error) {
    // The same report, delivered twice at once: the other one applies it.
    if (!isConstraintViolation(error)) throw error;
  }
}

/** A subscription of nobody that we know, or to something that we do not sell: an operator has to look. */
function logUnknown(report: SubscriptionUpdate, eventId: string): void {
  console.warn(JSON.stringify({ msg: "payment_report_unknown", event_id: eventId, known_tier: report.tier !== null }));
}

/** 400: the report is not the provider's, or too old or too new to be believed. */
function invalidSignature(): AppError {
  return new AppError("invalid_signature");
}
