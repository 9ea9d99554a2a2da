import { inArray, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { AccountsDatabase, Database } from "../db/client.ts";
import { refreshTokens } from "../db/schema/accounts.ts";
import { webhookEvents } from "../db/schema/billing.ts";
import { challenges } from "../db/schema/challenges.ts";
import { doorDevices } from "../db/schema/door-devices.ts";
import { collaboratorInvites, events } from "../db/schema/events.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { deliveries } from "../db/schema/messages.ts";
import { factorFailures, usedChallenges } from "../db/schema/second-factors.ts";
import { secrets } from "../db/schema/secrets.ts";
import { pastInvitations, sendingHours, textCounts } from "../db/schema/sending.ts";
import { accountLog, endedSessions, sessionMonitors, sessions, signInNetworks } from "../db/schema/sessions.ts";
import { webhookDeliveries, webhookEndpoints } from "../db/schema/webhooks.ts";
import { deleteSecrets } from "../platform/secrets/queries.ts";

/** Deletes the oldest secrets of emailed links that expired before a time (epoch milliseconds). */
export function deleteExpiredSecrets(db: Database, before: number, limit: number) {
  return deleteSecrets(db, isOldest(secrets.hash, secrets.expiresAt, before, limit));
}

/** Deletes the oldest codes that were sent before a moment. */
export function deleteOldCodes(db: Database, before: number, limit: number) {
  const { eventId, guestId, id, createdAt } = challenges;
  const oldest = sql`select ${eventId}, ${guestId}, ${id} from ${challenges} where ${createdAt} < ${before}
    order by ${createdAt} limit ${limit}`;
  return db.delete(challenges).where(sql`(${eventId}, ${guestId}, ${id}) in (${oldest})`);
}

/** Deletes the oldest invites of collaborators that expired before a moment. */
export function deleteExpiredInvites(db: Database, before: number, limit: number) {
  const { id, expiresAt } = collaboratorInvites;
  return db.delete(collaboratorInvites).where(isOldest(id, expiresAt, before, limit));
}

/** Deletes the records of mails about lost links that were sent before a moment: no event and no account takes them along. */
export function deleteOldLostLinkMails(db: Database, before: number, limit: number) {
  // The kind is literal, because SQLite uses the partial index for no bound value.
  const oldest = sql`select ${deliveries.id} from ${deliveries}
    where ${deliveries.kind} = 'lost_links' and ${deliveries.createdAt} < ${before}
    order by ${deliveries.createdAt} limit ${limit}`;
  return db.delete(deliveries).where(sql`${deliveries.id} in (${oldest})`);
}

/** Deletes the oldest scanner tickets that expired before a moment. Named devices, which have no end of their own, stay. */
export function deleteExpiredScannerTickets(db: Database, before: number, limit: number) {
  const { eventId, id, expiresAt } = doorDevices;
  const oldest = sql`select ${eventId}, ${id} from ${doorDevices} where ${expiresAt} < ${before} order by ${expiresAt} limit ${limit}`;
  return db.delete(doorDevices).where(sql`(${eventId}, ${id}) in (${oldest})`);
}

/**
 * Deletes what is known of guests' devices whose time is over, the oldest first. An event that was postponed since keeps them:
 * its date counts, too. @param endedBefore latest end of the events whose devices are over
 */
export function deleteExpiredGuestDevices(db: Database, now: number, endedBefore: number, limit: number) {
  const { eventId, guestId, device, expiresAt } = guestDevices;
  const end = sql`coalesce(${events.endTime}, ${events.eventDate})`;
  const oldest = sql`select ${eventId}, ${guestId}, ${device} from ${guestDevices}
    inner join ${events} on ${events.id} = ${eventId}
    where ${expiresAt} < ${now} and ${end} < ${endedBefore} order by ${expiresAt} limit ${limit}`;
  return db.delete(guestDevices).where(sql`(${eventId}, ${guestId}, ${device}) in (${oldest})`);
}

/** Deletes the oldest challenges of passkeys that expired before a moment: their signature refuses them from then on. */
export function deleteExpiredChallenges(db: Database, before: number, limit: number) {
  return db
    .delete(usedChallenges)
    .where(isOldest(usedChallenges.challengeHash, usedChallenges.expiresAt, before, limit));
}

/** Deletes the oldest wrong codes from before a moment. */
export function deleteOldFactorFailures(db: Database, before: number, limit: number) {
  return db.delete(factorFailures).where(isOldest(factorFailures.id, factorFailures.at, before, limit));
}

/** Deletes the networks from which a user has not signed in since a moment. */
export function deleteOldNetworks(db: Database, before: number) {
  return db.delete(signInNetworks).where(lt(signInNetworks.lastAt, before));
}

/** Deletes the oldest entries of accounts' logs from before a moment. */
export function deleteOldLogEntries(db: Database, before: number, limit: number) {
  return db.delete(accountLog).where(isOldest(accountLog.id, accountLog.at, before, limit));
}

/** Deletes the oldest ids of payment webhooks that were received before a moment. */
export function deleteOldWebhookEvents(db: Database, before: number, limit: number) {
  return db.delete(webhookEvents).where(isOldest(webhookEvents.id, webhookEvents.receivedAt, before, limit));
}

/** Deletes the oldest webhook deliveries that were tried last, or made, before a moment; those that wait, too. */
export function deleteOldDeliveries(db: Database, before: number, limit: number) {
  const { endpointId, id, at } = webhookDeliveries;
  const oldest = sql`select ${endpointId}, ${id} from ${webhookDeliveries} where ${at} < ${before} order by ${at} limit ${limit}`;
  return db.delete(webhookDeliveries).where(sql`(${endpointId}, ${id}) in (${oldest})`);
}

/** Deletes the endpoints of an event, with their deliveries. */
export function deleteEndpointsOf(db: AccountsDatabase, eventId: string) {
  return db.delete(webhookEndpoints).where(sql`${webhookEndpoints.eventId} = ${eventId}`);
}

/** Deletes what was counted of accounts' mails before an hour since the epoch, and invitations to guests who are gone. */
export function deleteOldSending(db: Database, before: { hour: number; at: number }) {
  return [
    db.delete(sendingHours).where(lt(sendingHours.hour, before.hour)),
    db.delete(textCounts).where(lt(textCounts.day, Math.floor(before.hour / 24))),
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

/** Deletes the sessions that expired longest ago, and what they opened. */
export function deleteExpiredSessions(db: Database, before: number, limit: number) {
  const expired = isOldest(sessions.id, sessions.expiresAt, before, limit);
  const ids = db.select({ id: sessions.id }).from(sessions).where(expired);
  return [
    db.delete(sessionMonitors).where(inArray(sessionMonitors.sessionId, ids)),
    db.delete(sessions).where(expired),
  ] as const;
}

/** Deletes the sessions that were ended longest ago. */
export function deleteEndedSessions(db: Database, before: number, limit: number) {
  return db.delete(endedSessions).where(isOldest(endedSessions.id, endedSessions.endedAt, before, limit));
}

/** Condition: the row is among the oldest of its table with a time before a moment. */
function isOldest(key: SQLiteColumn, time: SQLiteColumn, before: number, limit: number): SQL {
  return sql`${key} in (select ${key} from ${key.table} where ${time} < ${before} order by ${time} limit ${limit})`;
}
