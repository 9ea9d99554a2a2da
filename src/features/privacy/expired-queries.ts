import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { oneTimeTokens, refreshTokens } from "../../db/schema/accounts.ts";
import { webhookEvents } from "../../db/schema/billing.ts";
import { collaboratorInvites } from "../../db/schema/events.ts";
import { editNonces } from "../../db/schema/guests.ts";

/** Deletes the oldest edit links that expired before a moment (epoch milliseconds). */
export function deleteExpiredEditLinks(db: Database, before: number, limit: number) {
  const oldest = db
    .select({ hash: editNonces.nonceHash })
    .from(editNonces)
    .where(sql`${editNonces.expiresAt} < ${before}`)
    .orderBy(editNonces.expiresAt)
    .limit(limit);
  return db.delete(editNonces).where(sql`${editNonces.nonceHash} in ${oldest}`);
}

/** Deletes the oldest invites of collaborators that expired before a moment. */
export function deleteExpiredInvites(db: Database, before: number, limit: number) {
  const oldest = db
    .select({ hash: collaboratorInvites.tokenHash })
    .from(collaboratorInvites)
    .where(sql`${collaboratorInvites.expiresAt} < ${before}`)
    .orderBy(collaboratorInvites.expiresAt)
    .limit(limit);
  return db.delete(collaboratorInvites).where(sql`${collaboratorInvites.tokenHash} in ${oldest}`);
}

/** Deletes the oldest links of account mails that expired before a moment. */
export function deleteExpiredOneTimeTokens(db: Database, before: number, limit: number) {
  const oldest = db
    .select({ hash: oneTimeTokens.tokenHash })
    .from(oneTimeTokens)
    .where(sql`${oneTimeTokens.expiresAt} < ${before}`)
    .orderBy(oneTimeTokens.expiresAt)
    .limit(limit);
  return db.delete(oneTimeTokens).where(sql`${oneTimeTokens.tokenHash} in ${oldest}`);
}

/** Deletes the oldest ids of payment webhooks that were received before a moment. */
export function deleteOldWebhookEvents(db: Database, before: number, limit: number) {
  const oldest = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(sql`${webhookEvents.receivedAt} < ${before}`)
    .orderBy(webhookEvents.receivedAt)
    .limit(limit);
  return db.delete(webhookEvents).where(sql`${webhookEvents.id} in ${oldest}`);
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
