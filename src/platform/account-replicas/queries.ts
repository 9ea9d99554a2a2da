import { and, eq, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { subscriptions } from "../../db/schema/billing.ts";

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
