import { lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../db/client.ts";
import { oneTimeTokens, refreshTokens } from "../../db/schema/accounts.ts";
import { webhookEvents } from "../../db/schema/billing.ts";
import { collaboratorInvites } from "../../db/schema/events.ts";
import { editNonces } from "../../db/schema/guests.ts";
import { pastInvitations, sendingHours } from "../../db/schema/sending.ts";

/** Deletes the oldest edit links that expired before a moment (epoch milliseconds). */
export function deleteExpiredEditLinks(db: Database, before: number, limit: number) {
  return db.delete(editNonces).where(isOldest(editNonces.nonceHash, editNonces.expiresAt, before, limit));
}

/** Deletes the oldest invites of collaborators that expired before a moment. */
export function deleteExpiredInvites(db: Database, before: number, limit: number) {
  const { tokenHash, expiresAt } = collaboratorInvites;
  return db.delete(collaboratorInvites).where(isOldest(tokenHash, expiresAt, before, limit));
}

/** Deletes the oldest links of account mails that expired before a moment. */
export function deleteExpiredOneTimeTokens(db: Database, before: number, limit: number) {
  return db.delete(oneTimeTokens).where(isOldest(oneTimeTokens.tokenHash, oneTimeTokens.expiresAt, before, limit));
}

/** Deletes the oldest ids of payment webhooks that were received before a moment. */
export function deleteOldWebhookEvents(db: Database, before: number, limit: number) {
  return db.delete(webhookEvents).where(isOldest(webhookEvents.id, webhookEvents.receivedAt, before, limit));
}

/** Deletes what was counted of accounts' mails before an hour since the epoch, and invitations to guests who are gone. */
export function deleteOldSending(db: Database, before: { hour: number; at: number }) {
  return [
    db.delete(sendingHours).where(lt(sendingHours.hour, before.hour)),
    db.delete(pastInvitations).where(lt(pastInvitations.createdAt, before.at)),
  ] as const;
}

/**
 * Deletes the oldest refresh tokens that expired before a moment. Tokens that one of them replaced go with it, because
 * the foreign key would fail the batch; by the clock of another machine they may not be expired yet.
 * @param beforeId the lowest id that cannot be expired: ids begin with their time
 */
export function deleteExpiredRefreshTokens(db: Database, beforeId: string, before: number, limit: number) {
  return db.delete(refreshTokens).where(sql`${refreshTokens.id} in (
    with recursive expired (id) as (
      select id from (
        select id from refresh_tokens where id < ${beforeId} and expires_at < ${before} order by id limit ${limit}
      )
      union
      select earlier.id from expired join refresh_tokens as earlier on earlier.replaced_by = expired.id
    )
    select id from expired)`);
}

/** Condition: the row is among the oldest of its table with a time before a moment. */
function isOldest(key: SQLiteColumn, time: SQLiteColumn, before: number, limit: number): SQL {
  return sql`${key} in (select ${key} from ${key.table} where ${time} < ${before} order by ${time} limit ${limit})`;
}
