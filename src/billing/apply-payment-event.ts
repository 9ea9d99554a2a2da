import { aliasedTable, and, eq, exists, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { AccountsDatabase } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { one } from "../db/one.ts";
import { users } from "../db/schema/accounts.ts";
import { subscriptions } from "../db/schema/billing.ts";
import { AppError } from "../kernel/errors.ts";
import { log } from "../kernel/log.ts";
import { accountChanged } from "../platform/account-replicas/replicate-account.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import { findWebhookEvent, grantBestSubscription, insertWebhookEvent, type SubscriptionRow } from "./queries.ts";
import { requirePayments } from "./start-checkout.ts";
import {
  FINAL_STATUSES,
  GRANTED_STATUS,
  GRANTING_STATUSES,
  PAID_STATUSES,
  readSubscriptionUpdate,
} from "./subscription-state.ts";

/**
 * Applies a webhook event of the payment provider. Idempotent and independent of order: the newest event of a
 * subscription wins, and a final status never changes. One subscription of a user grants the tier. `subscription.end`
 * cancels a second paid subscription at the provider and notifies the user.
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
  const { applied, known, byCustomer } = await runBatch(db, {
    applied: one(findWebhookEvent(db, event.id)),
    known: one(findSubscription(db, update.subscriptionId)),
    byCustomer: one(findUserOfCustomer(db, update.customerId)),
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

/** Writes the state of a subscription and the tier grants in one batch. */
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
    // A parallel request received the same event and applies it.
    if (!isConstraintViolation(error)) throw error;
  }
}

/** Logs a subscription of an unknown user or price, which an operator has to check. */
function logUnknown({ id }: RequestContext, eventId: string, isTierKnown: boolean): void {
  log("warn", "payment_report_unknown", { request_id: id, event_id: eventId, known_tier: isTierKnown });
}

/** A stored subscription. */
function findSubscription(db: AccountsDatabase, subscriptionId: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.providerSubscriptionId, subscriptionId)).limit(1);
}

/** The user with a subscription of this customer. */
function findUserOfCustomer(db: AccountsDatabase, customerId: string) {
  return db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.providerCustomerId, customerId))
    .limit(1);
}

function findPayer(db: AccountsDatabase, userId: string) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .limit(1);
}

/**
 * Stores a subscription unless the stored one is newer or final. It grants nothing yet: see `grantBestSubscription`.
 */
function upsertSubscription(db: AccountsDatabase, row: Omit<SubscriptionRow, "granting">) {
  return db
    .insert(subscriptions)
    .values({ ...row, granting: false })
    .onConflictDoUpdate({
      target: subscriptions.providerSubscriptionId,
      set: {
        tier: row.tier,
        status: row.status,
        currentPeriodEnd: sql`coalesce(${row.currentPeriodEnd}, ${subscriptions.currentPeriodEnd})`,
        providerUpdatedAt: row.providerUpdatedAt,
        updatedAt: row.updatedAt,
      },
      setWhere: sql`${subscriptions.providerUpdatedAt} <= ${row.providerUpdatedAt}
        and ${notInArray(subscriptions.status, FINAL_STATUSES)}`,
    });
}

/**
 * Removes the grant of a user's subscription that is not paid any more. Also removes an operator's grant once there is
 * a paid subscription. Run `grantBestSubscription` after it in the same batch.
 */
function revokeGrants(db: AccountsDatabase, userId: string) {
  return db
    .update(subscriptions)
    .set({ granting: false })
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.granting, true),
        or(
          notInArray(subscriptions.status, GRANTING_STATUSES),
          and(eq(subscriptions.status, GRANTED_STATUS), hasPaid(db, userId)),
        ),
      ),
    );
}

/** Condition: the user has a subscription that is paid. */
function hasPaid(db: AccountsDatabase, userId: string): SQL {
  const paid = aliasedTable(subscriptions, "paid");
  return exists(
    db
      .select({ id: paid.providerSubscriptionId })
      .from(paid)
      .where(and(eq(paid.userId, userId), inArray(paid.status, PAID_STATUSES))),
  );
}

/** This subscription, if it is paid while another one grants its user's tier. Comes after `grantBestSubscription`. */
function findSecond(db: AccountsDatabase, subscriptionId: string) {
  return db
    .select({ id: subscriptions.providerSubscriptionId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.providerSubscriptionId, subscriptionId),
        inArray(subscriptions.status, GRANTING_STATUSES),
        eq(subscriptions.granting, false),
      ),
    );
}

/** The condition of `findSecond`. */
function isSecond(db: AccountsDatabase, subscriptionId: string): SQL {
  return exists(findSecond(db, subscriptionId));
}
