import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { AppError } from "../kernel/errors.ts";
import { log } from "../kernel/log.ts";
import { accountChanged } from "../platform/account-replicas/account-changed.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import {
  findPayer,
  findSecond,
  findSubscription,
  findUserOfCustomer,
  findWebhookEvent,
  grantBestSubscription,
  insertWebhookEvent,
  isSecond,
  revokeGrants,
  upsertSubscription,
} from "./queries.ts";
import { requirePayments } from "./require-payments.ts";
import { readSubscriptionUpdate } from "./subscription-state.ts";

/**
 * Applies a webhook event of the payment provider. Idempotent and independent of order: the newest event of a
 * subscription wins, and a final status is never left. One subscription of a user grants the tier; a second one that is
 * paid is cancelled at the provider, and the user is told.
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
  if (payer === undefined || tier === null) return logUnknown(ctx, event.id, update.tier !== null);

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
  await write(ctx, event.id, row);
}

/** Writes the state of a subscription, and who is granted what, in one batch. */
async function write(ctx: RequestContext, eventId: string, row: Parameters<typeof upsertSubscription>[1]) {
  const { accountsDb: db } = ctx;
  const { userId, providerSubscriptionId: id, updatedAt } = row;
  const outboxEntries = enqueue(ctx, accountChanged(ctx, userId));
  const ended = busMessage(ctx, "subscription.end", { subscription_id: id, beside_user_id: userId });
  const end = enqueue(ctx, [ended], isSecond(db, id));
  try {
    const { second } = await runBatch(db, {
      event: insertWebhookEvent(db, eventId, updatedAt),
      subscription: upsertSubscription(db, row),
      revoked: revokeGrants(db, userId),
      granted: grantBestSubscription(db, userId),
      outbox: outboxEntries.statements,
      end: end.statements,
      second: findSecond(db, id),
    });
    outboxEntries.publishAfterResponse();
    if (second.length > 0) end.publishAfterResponse();
  } catch (error) {
    // The same event in a parallel request, which applies it.
    if (!isConstraintViolation(error)) throw error;
  }
}

/** A subscription of an unknown user or price: an operator has to look at it. */
function logUnknown({ id }: RequestContext, eventId: string, isTierKnown: boolean): void {
  log("warn", "payment_report_unknown", { request_id: id, event_id: eventId, known_tier: isTierKnown });
}
