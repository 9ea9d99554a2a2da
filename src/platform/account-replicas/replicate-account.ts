import type { SQL } from "drizzle-orm";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database, Statement } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { subscriptions } from "../../db/schema/billing.ts";
import { findAccountToReplicate } from "./queries.ts";

/** The value of a replica's password hash: no password verifies against it. Sign-ins read the accounts database anyway. */
const NO_HASH = "copy";

/** The read, for a batch on `accountsDb`, that a replica on `db` is made of. None on shard 0, which has the account itself. */
export function selectAccountToReplicate(ctx: Pick<RequestContext, "accountsDb" | "shard">, userId: string) {
  return ctx.shard === 0 ? [] : [findAccountToReplicate(ctx.accountsDb, userId)];
}

/**
 * Writes an account's replica to the shard of `db`: name, address, `sessionsValidFrom` and the granting subscription,
 * which statements about events join. Put the statements before those that reference the user. Nothing for a deleted account.
 */
export function replicateAccount({ db }: Pick<RequestContext, "db">, rows: readonly AccountRow[] = []): Statement[] {
  return rows.flatMap(({ account, granting, deletedAt }) =>
    deletedAt === null ? [...upsertReplica(db, account), ...replaceGrantReplica(db, account, granting)] : [],
  );
}

/** What a replica is made of: an account, deleted or not, and the subscription that grants its tier. */
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
 * Replaces the subscription that grants a user's tier, or removes the grant where there is none. Writes only while the
 * account's replica has this very version: run it after `upsertReplica` in the same batch.
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
