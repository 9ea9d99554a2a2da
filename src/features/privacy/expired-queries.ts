import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { oneTimeTokens, refreshTokens } from "../../db/schema/accounts.ts";
import { webhookEvents } from "../../db/schema/billing.ts";
import { collaboratorInvites } from "../../db/schema/events.ts";
import { editNonces } from "../../db/schema/guests.ts";

/** Removes secrets of mailed links to events that ran out before a moment, some at a time. */
export function deleteRunOutLinks(db: Database, before: number, limit: number) {
  const nonces = db
    .select({ hash: editNonces.nonceHash })
    .from(editNonces)
    .where(sql`${editNonces.expiresAt} < ${before}`)
    .orderBy(editNonces.expiresAt)
    .limit(limit);
  const invites = db
    .select({ hash: collaboratorInvites.tokenHash })
    .from(collaboratorInvites)
    .where(sql`${collaboratorInvites.expiresAt} < ${before}`)
    .orderBy(collaboratorInvites.expiresAt)
    .limit(limit);
  return [
    db.delete(editNonces).where(sql`${editNonces.nonceHash} in ${nonces}`),
    db.delete(collaboratorInvites).where(sql`${collaboratorInvites.tokenHash} in ${invites}`),
  ] as const;
}

/** Removes secrets of mailed links to accounts that ran out before a moment, some at a time. */
export function deleteRunOutTokens(db: Database, before: number, limit: number) {
  const oldest = db
    .select({ hash: oneTimeTokens.tokenHash })
    .from(oneTimeTokens)
    .where(sql`${oneTimeTokens.expiresAt} < ${before}`)
    .orderBy(oneTimeTokens.expiresAt)
    .limit(limit);
  return db.delete(oneTimeTokens).where(sql`${oneTimeTokens.tokenHash} in ${oldest}`);
}

/** Removes ids of reports that were applied before a moment, some at a time. */
export function deleteOldReports(db: Database, before: number, limit: number) {
  const oldest = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(sql`${webhookEvents.receivedAt} < ${before}`)
    .orderBy(webhookEvents.receivedAt)
    .limit(limit);
  return db.delete(webhookEvents).where(sql`${webhookEvents.id} in ${oldest}`);
}

/**
 * Removes refresh tokens that ran out before a moment, some at a time. A token goes together with the ones that it
 * replaced: they are older, but by the clock of another machine perhaps not, and a row that names one that is gone
 * would break the batch.
 * @param beforeId the first id that may still hold: ids begin with their time
 */
export function deleteRunOutSessions(db: Database, beforeId: string, before: number, limit: number) {
  return db.delete(refreshTokens).where(sql`${refreshTokens.id} in (
    with recursive gone (id) as (
      select id from (
        select id from refresh_tokens where id < ${beforeId} and expires_at < ${before} order by id limit ${limit}
      )
      union
      select earlier.id from gone join refresh_tokens as earlier on earlier.replaced_by = gone.id
    )
    select id from gone)`);
}
