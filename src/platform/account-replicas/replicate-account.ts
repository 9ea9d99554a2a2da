import { and, eq, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { aliased } from "../../db/aliased.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase, Database, Statement } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { users } from "../../db/schema/accounts.ts";
import { subscriptions } from "../../db/schema/billing.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { monitorOf } from "../activities/monitors.ts";
import { HAS_FACTOR } from "../authorization/queries.ts";
import { busMessage } from "../outbox/enqueue.ts";
import { selectUserShards, shardsOf } from "../shards/shards-of.ts";

/**
 * The value of a replica's password hash: no password verifies against it. Sign-ins read the accounts database anyway.
 */
const NO_HASH = "copy";

/**
 * The read, for a batch on `accountsDb`, that a replica on `db` is made of. None on shard 0, which has the account
 * itself.
 */
export function selectAccountToReplicate(ctx: Pick<RequestContext, "accountsDb" | "shard">, userId: string) {
  return ctx.shard !== 0 && one(findAccountToReplicate(ctx.accountsDb, userId));
}

/**
 * Writes an account's replica to the shard of `db`: name, address, `sessionsValidFrom` and the granting subscription,
 * which statements about events join. Put the statements before those that reference the user. Nothing for a missing or
 * a deleted account.
 */
export function replicateAccount({ db }: Pick<RequestContext, "db">, row: AccountRow | undefined): Statement[] {
  if (row === undefined || row.deletedAt !== null) return [];
  return [...upsertReplica(db, row.account), ...replaceGrantReplica(db, row.account, row.granting)];
}

/** The source of a replica: an account, deleted or not, and the subscription that grants its tier. */
type AccountRow = Awaited<ReturnType<typeof findAccountToReplicate>>[number];

type Account = AccountRow["account"];

/**
 * Upserts the replica of a live account unless a newer version is there. Another replica that still has the address
 * belongs to a deleted account, because addresses are unique among live ones: it is marked deleted first.
 */
function upsertReplica(db: Database, account: Account) {
  const { version, ...columns } = account;
  const row = { ...columns, passwordHash: NO_HASH, updatedAt: version };
  const { id, createdAt, ...updates } = row;
  return [
    db
      .update(users)
      .set({ email: null, emailKey: null, passwordHash: null, deletedAt: version })
      .where(and(sql`${users.emailKey} = ${account.emailKey}`, ne(users.id, id), isNull(users.deletedAt))),
    db
      .insert(users)
      .values(row)
      .onConflictDoUpdate({
        target: users.id,
        set: updates,
        setWhere: sql`${users.updatedAt} <= ${version} and ${users.deletedAt} is null`,
      }),
  ] as const;
}

/**
 * Replaces the subscription that grants a user's tier, or deletes it if there is none. Writes only if the account's
 * replica has this version. Run it after `upsertReplica` in the same batch.
 */
function replaceGrantReplica(db: Database, account: Account, granting: AccountRow["granting"]) {
  const isCurrent = and(eq(users.id, account.id), eq(users.updatedAt, account.version));
  const guard: SQL = sql`exists (select 1 from ${users} where ${isCurrent})`;
  const revoke = db
    .update(subscriptions)
    .set({ granting: false })
    .where(and(eq(subscriptions.userId, account.id), eq(subscriptions.granting, true), guard));
  if (granting === null) return [revoke];
  const { providerSubscriptionId, ...updates } = granting;
  const grant = insertWhere(db, subscriptions, granting, guard).onConflictDoUpdate({
    target: subscriptions.providerSubscriptionId,
    set: updates,
  });
  return [revoke, grant];
}

/** The messages to enqueue with a change of an account that its replicas need. None with a single shard. */
export function accountChanged(ctx: RequestContext, userId: string): BusMessage[] {
  return ctx.shards.count === 1 ? [] : [busMessage(ctx, "account.changed", { user_id: userId })];
}

/**
 * The columns that statements about events join, without credentials. `version` is the time of the latest change of the
 * account or its subscriptions, in epoch milliseconds. No row for an unknown ID.
 */
function findAccountToReplicate(accountsDb: AccountsDatabase, userId: string) {
  const lastChange = sql<number>`max(${users.updatedAt}, coalesce(
    (select max(paid.updated_at) from ${subscriptions} as paid where paid.user_id = ${users.id}), 0))`;
  return accountsDb
    .select({
      account: {
        id: users.id,
        email: users.email,
        emailKey: users.emailKey,
        name: users.name,
        emailVerified: users.emailVerified,
        locale: users.locale,
        hasSecondFactor: users.hasSecondFactor,
        sessionsValidFrom: users.sessionsValidFrom,
        createdAt: aliased(users.createdAt, "account.createdAt"),
        version: lastChange.as("version"),
      },
      deletedAt: users.deletedAt,
      granting: subscriptions,
    })
    .from(users)
    .leftJoin(subscriptions, and(eq(subscriptions.userId, users.id), eq(subscriptions.granting, true)))
    .where(eq(users.id, userId))
    .limit(1);
}

/** Ends a deleted account on one shard. Idempotent. @param deletedAt epoch milliseconds */
type RemoveAccount = (ctx: RequestContext, userId: string, deletedAt: number) => Promise<void>;

/**
 * Consumer of `account.changed`: rewrites the account's replica on every shard on which the user has or may have
 * events. Closes the user's live sockets of events whose second factor the user no longer has. Idempotent and safe out
 * of order, because an older version never replaces a newer one.
 * @param removeAccount called for each shard instead, when the account is deleted
 * @throws the database's error: the message is retried
 */
export async function refreshReplicas(
  ctx: RequestContext,
  userId: string,
  removeAccount: RemoveAccount,
): Promise<void> {
  const { found, shards } = await runBatch(ctx.accountsDb, {
    found: one(findAccountToReplicate(ctx.accountsDb, userId)),
    shards: selectUserShards(ctx, userId),
  });
  if (found === undefined) return;
  const { deletedAt } = found;
  await Promise.all(
    shardsOf(ctx, userId, shards).map(async (onShard) => {
      if (onShard.shard !== 0 && deletedAt !== null) return removeAccount(onShard, userId, deletedAt);
      if (onShard.shard !== 0) await onShard.db.batch(replicateAccount(onShard, found));
      const protectedEvents = await listEventsWithoutFactor(onShard.db, userId);
      await Promise.all(protectedEvents.map(({ eventId }) => monitorOf(onShard, eventId).disconnect(userId)));
    }),
  );
}

/** The events whose members need a second factor, of a member without one. */
function listEventsWithoutFactor(db: Database, userId: string) {
  return db
    .select({ eventId: eventCollaborators.eventId })
    .from(eventCollaborators)
    .innerJoin(events, eq(events.id, eventCollaborators.eventId))
    .innerJoin(users, eq(users.id, eventCollaborators.userId))
    .where(and(eq(eventCollaborators.userId, userId), not(HAS_FACTOR)));
}
