import type { RequestContext } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { type AccountRow, findAccountToReplicate, replaceGrantReplica, upsertReplica } from "./queries.ts";

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
