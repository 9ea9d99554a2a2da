import type { BatchItem } from "drizzle-orm/batch";
import type { Services } from "../../services.ts";
import { copyUser, isCopied } from "../accounts/copy-queries.ts";
import { copyGrant } from "../billing/copy-queries.ts";
import { type AccountRow, findAccountToCopy } from "./queries.ts";

/**
 * Accounts are in the first database. Where a user has events or a role in another, a copy of the account is beside
 * them: name, address, the moment from which sessions hold, and the subscription that pays. Event statements join it
 * as they join the account itself in the first database. It is written with the event or the role, and again by
 * `refreshCopies` when the account has changed.
 */

/** Statement for a read of accounts: what a copy beside `db` is made of. None where `db` has the account itself. */
export function copyQuestion(services: Pick<Services, "accountsDb" | "database">, userId: string) {
  return services.database === 0 ? [] : [findAccountToCopy(services.accountsDb, userId)];
}

/** Statements for the batch that needs the account beside the event, to stand before all that refer to it. */
export function copyAccount({ db }: Pick<Services, "db">, rows: readonly AccountRow[] = []): BatchItem<"sqlite">[] {
  return rows.flatMap(({ account, granting, deletedAt }) =>
    deletedAt === null ? [...copyUser(db, account), ...copyGrant(db, account.id, granting, isCopied(account))] : [],
  );
}
