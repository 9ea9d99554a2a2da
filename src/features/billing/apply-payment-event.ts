import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import {
  findPayer,
  findSubscription,
  findUserOfCustomer,
  findWebhookEvent,
  grantBestSubscription,
  insertWebhookEvent,
  revokeGrants,
  upsertSubscription,
} from "./queries.ts";
import { requirePayments } from "./require-payments.ts";
import { readSubscriptionUpdate } from "./subscription-state.ts";

/**
 * Applies a webhook event of the payment provider. Idempotent and independent of order: the newest event of a
 * subscription wins, a final status is never left, and of a user's paid subscriptions the best one grants the tier.
 * @throws AppError 400 `invalid_signature`
 */
export async function applyPaymentEvent(ctx: RequestContext, rawBody: string, signature: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const payments = requirePayments(ctx);
  const now = clock.now();
  const event = await payments.verifyEvent(rawBody, signature, now);
  if (event === null) throw new AppError("invalid_signature");
  const update = readSubscriptionUpdate(event, (price) => payments.tierOfPrice(price));
  if (update === null) return;
  const {
    applied: [applied],
    known: [known],
    byCustomer: [byCustomer],
  } = await runBatch(db, {
    applied: findWebhookEvent(db, event.id),
    known: findSubscription(db, update.subscriptionId),
    byCustomer: findUserOfCustomer(db, update.customerId),
  });
  if (applied !== undefined) return;
  const userId = known?.userId ?? update.userId ?? byCustomer?.userId ?? null;
  const tier = update.tier ?? known?.tier ?? null;
  const [payer] = userId === null ? [] : await findPayer(db, userId);
  if (payer === undefined || tier === null) {
    // A subscription of an unknown user or price: an operator has to look at it.
    const ids = { request_id: ctx.id, event_id: event.id, known_tier: update.tier !== null };
    return log("warn", "payment_report_unknown", ids);
  }

  const row = {
    providerSubscriptionId: update.subscriptionId,
    userId: payer.id,
    tier,
    status: update.status,
    currentPeriodEnd: update.currentPeriodEnd,
    providerCustomerId: update.customerId,
    providerUpdatedAt: update.occurredAt,
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
    // The same event in a parallel request, which applies it.
    if (!isConstraintViolation(error)) throw error;
  }
}
