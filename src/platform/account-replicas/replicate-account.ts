import type { Statement } from "../../db/client.ts";
import { isReplicated, replicateUser } from "../../features/accounts/replica-queries.ts";
import { replicateGrant } from "../../features/billing/replica-queries.ts";
import type { RequestContext } from "../../request-context.ts";
import { type AccountRow, findAccountToReplicate } from "./queries.ts";

/**
 * Accounts are in the first database. Where a user has events or a role in another, a copy of the account is beside
 * them: name, address, the moment from which sessions hold, and the subscription that pays. Event statements join it
 * as they join the account itself in the first database. It is written with the event or the role, and again by
 * `refreshCopies` when the account has changed.
 */

/** Statement for a read of accounts: what a copy beside `db` is made of. None where `db` has the account itself. */
export function selectAccountToReplicate(ctx: Pick<RequestContext, "accountsDb" | "shard">, userId: string) {
  return ctx.shard === 0 ? [] : [findAccountToReplicate(ctx.accountsDb, userId)];
}

/** Statements for the batch that needs the account beside the event, to stand before all that refer to it. */
export function replicateAccount({ db }: Pick<RequestContext, "db">, rows: readonly AccountRow[] = []): Statement[] {
  return rows.flatMap(({ account, granting, deletedAt }) =>
    deletedAt === null
      ? [...replicateUser(db, account), ...replicateGrant(db, account.id, granting, isReplicated(account))]
      : [],
  );
}
