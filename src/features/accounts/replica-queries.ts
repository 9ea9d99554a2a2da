import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";

/** In place of a password's hash: nothing verifies against it, and nobody signs in by a copy anyway. */
const NO_HASH = "copy";

/** What a copy of an account holds: as much as an event's statements ask for, and nothing to sign in with. */
export interface AccountFacts {
  id: string;
  email: string | null;
  emailKey: string | null;
  name: string;
  sessionsValidFrom: number;
  createdAt: number;
  /** When something of the account or its subscriptions changed last, epoch milliseconds: a later copy is newer. */
  version: number;
}

/**
 * Writes a copy of a live account, unless a newer one is there. Whoever had the address in the copies before has lost
 * it, which only an account that is gone does.
 */
export function replicateUser(db: Database, account: AccountFacts) {
  const { version, ...facts } = account;
  const row = { ...facts, passwordHash: NO_HASH, updatedAt: version };
  const { id, createdAt, ...news } = row;
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
        set: news,
        setWhere: sql`${users.updatedAt} <= ${version} and ${users.deletedAt} is null`,
      }),
  ] as const;
}

/** Whether the copy that was just to be written is the one that is there. */
export function isReplicated(account: Pick<AccountFacts, "id" | "version">): SQL {
  return sql`exists (select 1 from ${users} where ${eq(users.id, account.id)} and ${eq(users.updatedAt, account.version)})`;
}
