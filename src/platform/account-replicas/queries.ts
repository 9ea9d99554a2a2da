import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { subscriptions } from "../../db/schema/billing.ts";

/** The value of a replica's password hash: no password verifies against it. Sign-ins read the accounts database anyway. */
const NO_HASH = "copy";

/** What a replica is made of: an account, deleted or not, and the subscription that grants its tier. */
export type AccountRow = Awaited<ReturnType<typeof findAccountToReplicate>>[number];
type Account = AccountRow["account"];

/**
 * The columns that statements about events join, without credentials. `version` is the time of the latest change of the
 * account or its subscriptions, in epoch milliseconds. No row for an unknown id.
 */
export function findAccountToReplicate(accountsDb: AccountsDatabase, userId: string) {
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

/**
 * Upserts the replica of a live account unless a newer version is there. Another replica that still has the address
 * belongs to a deleted account, because addresses are unique among live ones: it is marked deleted first.
 */
export function upsertReplica(db: Database, account: Account) {
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
export function replaceGrantReplica(db: Database, account: Account, granting: AccountRow["granting"]) {
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
