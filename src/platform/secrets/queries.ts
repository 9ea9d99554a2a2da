import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { secrets } from "../../db/schema/secrets.ts";

export type SecretRow = typeof secrets.$inferSelect;

/** A presented secret, the kind it has to have, and the time (epoch milliseconds). */
export type PresentedSecret = Pick<SecretRow, "hash" | "kind"> & { now: number };

/** Condition: the newest request of a subject counts. Literal, because SQLite matches a partial index by its text. */
const NEWEST_COUNTS = sql`kind in ('change_email', 'reply_to', 'complaint_code')`;

/**
 * Stores a secret if the guard is true and its user exists, in place of an earlier one of a kind whose newest request
 * counts. Otherwise returns no row.
 */
export function insertSecret(db: Database, row: SecretRow, guard: SQL = sql`true`) {
  const { hash, payload, createdAt, expiresAt, usedAt } = row;
  const hasUser =
    row.userId === null ? guard : sql`${guard} and exists (select 1 from ${users} where ${eq(users.id, row.userId)})`;
  return insertWhere(db, secrets, row, hasUser)
    .onConflictDoUpdate({
      target: [secrets.kind, secrets.subject],
      targetWhere: NEWEST_COUNTS,
      set: { hash, payload, createdAt, expiresAt, usedAt },
    })
    .returning({ subject: secrets.subject });
}

/** Condition on a row of `secrets`: it is the presented one, unused and not expired. An edit nonce is never used up. */
export function isOpen({ hash, kind, now }: PresentedSecret): SQL {
  return sql`${and(eq(secrets.hash, hash), eq(secrets.kind, kind), isNull(secrets.usedAt), gt(secrets.expiresAt, now))}`;
}

/**
 * The value of a column while the secret is usable, else null: the condition of every effect of a secret.
 * @param field of a JSON column
 */
export function ofOpenSecret(column: SQLiteColumn, secret: PresentedSecret, field?: string): SQL {
  const value = field === undefined ? column : sql`${column} ->> ${field}`;
  return sql`(select ${value} from ${secrets} where ${isOpen(secret)})`;
}

/** Condition: a secret is usable. For statements before the one that uses it. */
export function isSecretOpen(secret: PresentedSecret): SQL {
  return sql`exists (select 1 from ${secrets} where ${isOpen(secret)})`;
}

/** Uses a usable secret. Its payload is not stored any longer. */
export function useSecret(db: Database, secret: PresentedSecret) {
  return db.update(secrets).set({ usedAt: secret.now, payload: {} }).where(isOpen(secret));
}

/** Condition on a row of `secrets`: a usable one of a user. */
export function isOpenOf(userId: string, kind: SecretRow["kind"], now: number): SQL | undefined {
  return and(eq(secrets.userId, userId), eq(secrets.kind, kind), isNull(secrets.usedAt), gt(secrets.expiresAt, now));
}

/** Uses every unused secret of a user of some kinds. @param userId an ID, or a subquery that returns one */
export function useSecretsOf(
  db: Database,
  userId: string | SQL,
  kinds: readonly SecretRow["kind"][],
  now: number,
  also?: SQL,
) {
  return db
    .update(secrets)
    .set({ usedAt: now, payload: {} })
    .where(and(eq(secrets.userId, userId), inArray(secrets.kind, [...kinds]), isNull(secrets.usedAt), also));
}

/** Finds the owner's secret with one of these hashes, for an email to be sent. */
export function findMailedSecret(
  db: Database,
  hashes: readonly string[],
  owner: { userId: string } | { tokenId: string },
) {
  const isOwned = "userId" in owner ? eq(secrets.userId, owner.userId) : eq(secrets.tokenId, owner.tokenId);
  return db
    .select({
      hash: secrets.hash,
      createdAt: secrets.createdAt,
      expiresAt: secrets.expiresAt,
      usedAt: secrets.usedAt,
      payload: secrets.payload,
    })
    .from(secrets)
    .where(and(inArray(secrets.hash, [...hashes]), isOwned))
    .limit(1);
}

/** Finds the secret of a kind with one of these hashes, used or not. */
export function findSecretOf(db: Database, kind: SecretRow["kind"], hashes: readonly string[]) {
  return db
    .select()
    .from(secrets)
    .where(and(inArray(secrets.hash, [...hashes]), eq(secrets.kind, kind)))
    .limit(1);
}

/** The kind and subject of secrets whose newest request counts. */
type NewestOf = Pick<SecretRow, "kind" | "subject">;

/** Finds the newest secret of a subject, usable or not. */
export function findNewestSecret(db: Database, newest: NewestOf) {
  return db.select().from(secrets).where(isNewestOf(newest)).limit(1);
}

/** Counts a try on the newest secret of a subject. No row if it is not usable, or has had its tries. */
export function countSecretTry(db: Database, newest: NewestOf, { maxTries, now }: { maxTries: number; now: number }) {
  const tries = sql`cast(coalesce(${secrets.payload} ->> 'tries', 0) as integer)`;
  return db
    .update(secrets)
    .set({ payload: sql`json_set(${secrets.payload}, '$.tries', cast(${tries} + 1 as text))` })
    .where(and(isNewestOf(newest), isNull(secrets.usedAt), gt(secrets.expiresAt, now), sql`${tries} < ${maxTries}`))
    .returning();
}

function isNewestOf({ kind, subject }: NewestOf): SQL | undefined {
  return and(NEWEST_COUNTS, eq(secrets.kind, kind), eq(secrets.subject, subject));
}

/** Deletes secrets. @param where condition on `secrets` */
export function deleteSecrets(db: Database, where: SQL | undefined) {
  return db.delete(secrets).where(where);
}
