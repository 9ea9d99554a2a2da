import { inArray, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { eventEndsAt } from "../db/event-window.ts";
import { refreshTokens } from "../db/schema/accounts.ts";
import { webhookEvents } from "../db/schema/billing.ts";
import { challenges } from "../db/schema/challenges.ts";
import { doorDevices } from "../db/schema/door-devices.ts";
import { collaboratorInvites, events } from "../db/schema/events.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { deliveries } from "../db/schema/messages.ts";
import { replyNetworks } from "../db/schema/reply-networks.ts";
import { factorFailures, usedChallenges } from "../db/schema/second-factors.ts";
import { secrets } from "../db/schema/secrets.ts";
import { pastInvitations, sendingHours, textCounts } from "../db/schema/sending.ts";
import { accountLog, endedSessions, sessionMonitors, sessions, signInNetworks } from "../db/schema/sessions.ts";
import { webhookDeliveries } from "../db/schema/webhooks.ts";
import { REFRESH_TOKEN_TTL_MS, SESSION_TTL_MS } from "../identity/accounts/credentials.ts";
import { LOG_RETENTION_MS } from "../identity/accounts/queries.ts";
import { KNOWN_NETWORK_MS } from "../identity/second-factors/queries.ts";
import { DAY_MS, HOUR_MS } from "../kernel/clock.ts";
import { firstIdOf } from "../kernel/ids.ts";
import { deleteSecrets } from "../platform/secrets/queries.ts";
import { hourOf } from "../sending/budgets.ts";

/**
 * Retention of an expired link of an email. The response to the link is the same without the row. With the row, the
 * list of emails can show why a late message was not sent. A message may wait this long in a queue or a dead-letter
 * queue.
 */
const LINK_RETENTION_MS = 7 * DAY_MS;
/** Retention of the record of an email that belongs to no event or account: a provider's report may come this late. */
const OWNERLESS_RETENTION_MS = 30 * DAY_MS;
/**
 * Retention of an expired refresh token. A replay of a used token revokes its session, because another person may have
 * the token. After 180 days, about 210 after its issue, a replay is rejected like an unknown token.
 */
const REFRESH_TOKEN_RETENTION_MS = 180 * DAY_MS;
/**
 * Retention of the ID of an applied payment webhook. The provider repeats a webhook for some days, and on request for
 * a month. A later repetition is older than the stored state of its subscription, and changes nothing.
 */
const WEBHOOK_RETENTION_MS = 60 * DAY_MS;
/** Retention of webhook deliveries and their outcomes. */
const DELIVERY_RETENTION_MS = 30 * DAY_MS;
/** Retention of an expired scanner ticket in the list of door devices, so that a host can look up its user. */
const SCANNER_TICKET_RETENTION_MS = 30 * DAY_MS;
/**
 * Retention of guests' devices after the end of their event, as in `deviceExpiry`. A postponed event keeps them longer.
 */
const DEVICE_RETENTION_MS = 30 * DAY_MS;
/** Retention of an expired challenge: longer than the clocks of two machines differ. */
const CHALLENGE_RETENTION_MS = HOUR_MS;
/** Retention of the counts of an account's sent and returned messages. Budgets need one day. */
const SENDING_RETENTION_MS = 2 * DAY_MS;
/** Rows per table and alarm: some milliseconds, and more than a million rows a day. */
const ROWS_PER_ALARM = 500;

/**
 * Deletes expired secrets of emailed links, codes, invites, scanner tickets, guests' devices, sessions, refresh tokens,
 * webhook IDs and counts of emails. Ended sessions stay stored for the maximum duration of a session, because
 * nothing that was issued in a session is valid longer. Idempotent.
 */
export async function deleteExpired({ db, clock, config, shard }: RequestContext): Promise<void> {
  const now = clock.now();
  const links = now - LINK_RETENTION_MS;
  const ofEvents = [
    deleteExpiredSecrets(db, links),
    deleteExpiredInvites(db, links),
    // Codes have the retention of the accesses that they belong to.
    deleteOldCodes(db, now - config.ACCESS_LOG_DAYS * DAY_MS),
    // So do networks with many replies, whose addresses are those of the accesses.
    deleteOldReplyNetworks(db, now - config.ACCESS_LOG_DAYS * DAY_MS),
    deleteEndedSessions(db, now - SESSION_TTL_MS),
    deleteExpiredGuestDevices(db, now, now - DEVICE_RETENTION_MS),
    deleteExpiredScannerTickets(db, now - SCANNER_TICKET_RETENTION_MS),
    ...deleteOldSending(db, { hour: hourOf(now - SENDING_RETENTION_MS), at: now - SENDING_RETENTION_MS }),
  ] as const;
  // Only shard 0 has accounts.
  if (shard !== 0) return void (await db.batch(ofEvents));
  const refreshTokens = now - REFRESH_TOKEN_RETENTION_MS;
  await db.batch([
    ...ofEvents,
    ...deleteExpiredSessions(db, now),
    deleteOldWebhookEvents(db, now - WEBHOOK_RETENTION_MS),
    deleteOldDeliveries(db, now - DELIVERY_RETENTION_MS),
    deleteOldOwnerlessMails(db, now - OWNERLESS_RETENTION_MS),
    deleteOldFactorFailures(db, now - DAY_MS),
    deleteOldLogEntries(db, now - LOG_RETENTION_MS),
    deleteOldNetworks(db, now - KNOWN_NETWORK_MS),
    deleteExpiredChallenges(db, now - CHALLENGE_RETENTION_MS),
    deleteExpiredRefreshTokens(db, firstIdOf(refreshTokens - REFRESH_TOKEN_TTL_MS), refreshTokens),
  ]);
}

/** Deletes the oldest secrets of emailed links that expired before a time (epoch milliseconds). */
function deleteExpiredSecrets(db: Database, before: number) {
  return deleteSecrets(db, isOldest(secrets.hash, secrets.expiresAt, before));
}

function deleteOldCodes(db: Database, before: number) {
  const { eventId, guestId, id, createdAt } = challenges;
  const oldest = sql`select ${eventId}, ${guestId}, ${id} from ${challenges} where ${createdAt} < ${before}
    order by ${createdAt} limit ${ROWS_PER_ALARM}`;
  return db.delete(challenges).where(sql`(${eventId}, ${guestId}, ${id}) in (${oldest})`);
}

function deleteOldReplyNetworks(db: Database, before: number) {
  const { eventId, id, lastAt } = replyNetworks;
  const oldest = sql`select ${eventId}, ${id} from ${replyNetworks} where ${lastAt} < ${before}
    order by ${lastAt} limit ${ROWS_PER_ALARM}`;
  return db.delete(replyNetworks).where(sql`(${eventId}, ${id}) in (${oldest})`);
}

function deleteExpiredInvites(db: Database, before: number) {
  const { id, expiresAt } = collaboratorInvites;
  return db.delete(collaboratorInvites).where(isOldest(id, expiresAt, before));
}

/** Deletes old records of emails that belong to no event or account, so nothing else deletes the records. */
function deleteOldOwnerlessMails(db: Database, before: number) {
  // The kind is literal, because SQLite uses the partial index for no bound value.
  const oldest = sql`select ${deliveries.id} from ${deliveries}
    where ${deliveries.kind} in ('lost_links', 'complaint_code') and ${deliveries.createdAt} < ${before}
    order by ${deliveries.createdAt} limit ${ROWS_PER_ALARM}`;
  return db.delete(deliveries).where(sql`${deliveries.id} in (${oldest})`);
}

/** Deletes the oldest scanner tickets that expired before a time. Named devices do not expire, so they remain. */
function deleteExpiredScannerTickets(db: Database, before: number) {
  const { eventId, id, expiresAt } = doorDevices;
  const oldest = sql`select ${eventId}, ${id} from ${doorDevices} where ${expiresAt} < ${before} order by ${expiresAt} limit ${ROWS_PER_ALARM}`;
  return db.delete(doorDevices).where(sql`(${eventId}, ${id}) in (${oldest})`);
}

/**
 * Deletes expired devices of guests, oldest first. The devices of a postponed event remain until its new date has
 * passed, too.
 * @param endedBefore latest end of the events whose devices are deleted
 */
function deleteExpiredGuestDevices(db: Database, now: number, endedBefore: number) {
  const { eventId, guestId, device, expiresAt } = guestDevices;
  const oldest = sql`select ${eventId}, ${guestId}, ${device} from ${guestDevices}
    inner join ${events} on ${events.id} = ${eventId}
    where ${expiresAt} < ${now} and ${eventEndsAt()} < ${endedBefore} order by ${expiresAt} limit ${ROWS_PER_ALARM}`;
  return db.delete(guestDevices).where(sql`(${eventId}, ${guestId}, ${device}) in (${oldest})`);
}

/** Deletes the oldest expired challenges of passkeys. Their signature already rejects them. */
function deleteExpiredChallenges(db: Database, before: number) {
  return db.delete(usedChallenges).where(isOldest(usedChallenges.challengeHash, usedChallenges.expiresAt, before));
}

function deleteOldFactorFailures(db: Database, before: number) {
  return db.delete(factorFailures).where(isOldest(factorFailures.id, factorFailures.at, before));
}

/** Deletes the networks without a sign-in since a time. */
function deleteOldNetworks(db: Database, before: number) {
  return db.delete(signInNetworks).where(lt(signInNetworks.lastAt, before));
}

function deleteOldLogEntries(db: Database, before: number) {
  return db.delete(accountLog).where(isOldest(accountLog.id, accountLog.at, before));
}

function deleteOldWebhookEvents(db: Database, before: number) {
  return db.delete(webhookEvents).where(isOldest(webhookEvents.id, webhookEvents.receivedAt, before));
}

/** Deletes the oldest webhook deliveries that were last tried, or created, before a time, including pending ones. */
function deleteOldDeliveries(db: Database, before: number) {
  const { endpointId, id, at } = webhookDeliveries;
  const oldest = sql`select ${endpointId}, ${id} from ${webhookDeliveries} where ${at} < ${before} order by ${at} limit ${ROWS_PER_ALARM}`;
  return db.delete(webhookDeliveries).where(sql`(${endpointId}, ${id}) in (${oldest})`);
}

/**
 * Deletes old counts of accounts' emails, and old invitations to deleted guests.
 * @param before `hour`: hours since the epoch
 */
function deleteOldSending(db: Database, before: { hour: number; at: number }) {
  return [
    db.delete(sendingHours).where(lt(sendingHours.hour, before.hour)),
    db.delete(textCounts).where(lt(textCounts.hour, before.hour)),
    db.delete(pastInvitations).where(lt(pastInvitations.createdAt, before.at)),
  ] as const;
}

/**
 * Deletes the oldest refresh tokens that expired before a time. Also deletes the tokens that they replaced, because the
 * foreign key would fail the D1 batch. A replaced token may not have expired yet by the clock of another machine.
 * @param beforeId the lowest ID that cannot be expired: IDs begin with their time
 */
function deleteExpiredRefreshTokens(db: Database, beforeId: string, before: number) {
  return db.delete(refreshTokens).where(sql`${refreshTokens.id} in (
    with recursive expired (id) as (
      select id from (
        select id from refresh_tokens where id < ${beforeId} and expires_at < ${before} order by id limit ${ROWS_PER_ALARM}
      )
      union
      select earlier.id from expired join refresh_tokens as earlier on earlier.replaced_by = expired.id
    )
    select id from expired)`);
}

/** Deletes the sessions that expired longest ago, and what they opened. */
function deleteExpiredSessions(db: Database, before: number) {
  const expired = isOldest(sessions.id, sessions.expiresAt, before);
  const ids = db.select({ id: sessions.id }).from(sessions).where(expired);
  return [
    db.delete(sessionMonitors).where(inArray(sessionMonitors.sessionId, ids)),
    db.delete(sessions).where(expired),
  ] as const;
}

/** Deletes the sessions that were ended longest ago. */
function deleteEndedSessions(db: Database, before: number) {
  return db.delete(endedSessions).where(isOldest(endedSessions.id, endedSessions.endedAt, before));
}

/** Condition: the row is among the table's `ROWS_PER_ALARM` oldest rows before a time. */
function isOldest(key: SQLiteColumn, time: SQLiteColumn, before: number): SQL {
  return sql`${key} in (select ${key} from ${key.table} where ${time} < ${before} order by ${time} limit ${ROWS_PER_ALARM})`;
}
