import type { SQL } from "drizzle-orm";
import { inArray, lt, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { RequestContext } from "../context.ts";

import type { Database } from "../db/client.ts";
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
import { webhookDeliveries } from "../db/schema/webhooks.ts";
import { REFRESH_TOKEN_TTL_MS, SESSION_TTL_MS } from "../identity/accounts/credentials.ts";
import { LOG_RETENTION_MS } from "../identity/accounts/queries.ts";
import { KNOWN_NETWORK_MS } from "../identity/second-factors/queries.ts";
import { DAY_MS, HOUR_MS } from "../kernel/clock.ts";
import { firstIdOf } from "../kernel/ids.ts";
import { deleteSecrets } from "../platform/secrets/queries.ts";
import { hourOf } from "../sending/budgets.ts";

/**
 * How long an expired link of a mail stays stored. Its answer is the same without the row; with it, the list of mails can
 * say why a late message was not sent, for as long as a message may wait in a queue or a dead-letter queue.
 */
const LINK_RETENTION_MS = 7 * DAY_MS;
/** How long the record of a mail about lost links stays: as long as a provider's report may be about it. */
const LOST_LINK_RETENTION_MS = 30 * DAY_MS;
/**
 * How long an expired refresh token stays stored. A replay of a used token ends its session, because somebody else may be
 * using it; after 180 days, about 210 after it was issued, a replay is refused like an unknown token.
 */
const REFRESH_TOKEN_RETENTION_MS = 180 * DAY_MS;
/**
 * How long the id of an applied payment webhook stays stored. The provider repeats one for some days, and on request for
 * a month. A later one is older than the stored state of its subscription, and changes nothing.
 */
const WEBHOOK_RETENTION_MS = 60 * DAY_MS;
/** How long what became of a webhook delivery can be read. */
const DELIVERY_RETENTION_MS = 30 * DAY_MS;
/** How long an expired scanner ticket stays in the list of door devices, so that a host can look who used it. */
const SCANNER_TICKET_RETENTION_MS = 30 * DAY_MS;
/** How long after the end of an event its guests' devices are known, as `deviceExpiry` says; there a postponed event keeps them. */
const DEVICE_RETENTION_MS = 30 * DAY_MS;
/** How long an expired challenge stays stored: longer than the clocks of two machines differ. */
const CHALLENGE_RETENTION_MS = HOUR_MS;
/** How long it stays stored what an account sent and what came back: budgets look at a day of it. */
const SENDING_RETENTION_MS = 2 * DAY_MS;
/** Rows per table and alarm: some milliseconds, and more than a million rows a day. */
const ROWS_PER_ALARM = 500;

/**
 * Deletes expired secrets of emailed links, codes, invites, scanner tickets, what is known of guests' devices, sessions,
 * refresh tokens, webhook ids and counts of mails. That a session has ended is known for as long as a session may last: nothing that was issued in it is valid
 * longer. Idempotent.
 */
export async function deleteExpired({ db, clock, config, shard }: RequestContext): Promise<void> {
  const now = clock.now();
  const links = now - LINK_RETENTION_MS;
  const ofEvents = [
    deleteExpiredSecrets(db, links, ROWS_PER_ALARM),
    deleteExpiredInvites(db, links, ROWS_PER_ALARM),
    // As long as the accesses that they belong to.
    deleteOldCodes(db, now - config.ACCESS_LOG_DAYS * DAY_MS, ROWS_PER_ALARM),
    deleteEndedSessions(db, now - SESSION_TTL_MS, ROWS_PER_ALARM),
    deleteExpiredGuestDevices(db, now, now - DEVICE_RETENTION_MS, ROWS_PER_ALARM),
    deleteExpiredScannerTickets(db, now - SCANNER_TICKET_RETENTION_MS, ROWS_PER_ALARM),
    ...deleteOldSending(db, { hour: hourOf(now - SENDING_RETENTION_MS), at: now - SENDING_RETENTION_MS }),
  ] as const;
  // Shard 0 alone has accounts.
  if (shard !== 0) return void (await db.batch(ofEvents));
  const refreshTokens = now - REFRESH_TOKEN_RETENTION_MS;
  await db.batch([
    ...ofEvents,
    ...deleteExpiredSessions(db, now, ROWS_PER_ALARM),
    deleteOldWebhookEvents(db, now - WEBHOOK_RETENTION_MS, ROWS_PER_ALARM),
    deleteOldDeliveries(db, now - DELIVERY_RETENTION_MS, ROWS_PER_ALARM),
    deleteOldLostLinkMails(db, now - LOST_LINK_RETENTION_MS, ROWS_PER_ALARM),
    deleteOldFactorFailures(db, now - DAY_MS, ROWS_PER_ALARM),
    deleteOldLogEntries(db, now - LOG_RETENTION_MS, ROWS_PER_ALARM),
    deleteOldNetworks(db, now - KNOWN_NETWORK_MS),
    deleteExpiredChallenges(db, now - CHALLENGE_RETENTION_MS, ROWS_PER_ALARM),
    deleteExpiredRefreshTokens(db, firstIdOf(refreshTokens - REFRESH_TOKEN_TTL_MS), refreshTokens, ROWS_PER_ALARM),
  ]);
}

/** Deletes the oldest secrets of emailed links that expired before a time (epoch milliseconds). */
function deleteExpiredSecrets(db: Database, before: number, limit: number) {
  return deleteSecrets(db, isOldest(secrets.hash, secrets.expiresAt, before, limit));
}

/** Deletes the oldest codes that were sent before a moment. */
function deleteOldCodes(db: Database, before: number, limit: number) {
  const { eventId, guestId, id, createdAt } = challenges;
  const oldest = sql`select ${eventId}, ${guestId}, ${id} from ${challenges} where ${createdAt} < ${before}
    order by ${createdAt} limit ${limit}`;
  return db.delete(challenges).where(sql`(${eventId}, ${guestId}, ${id}) in (${oldest})`);
}

/** Deletes the oldest invites of collaborators that expired before a moment. */
function deleteExpiredInvites(db: Database, before: number, limit: number) {
  const { id, expiresAt } = collaboratorInvites;
  return db.delete(collaboratorInvites).where(isOldest(id, expiresAt, before, limit));
}

/** Deletes the records of mails about lost links that were sent before a moment: no event and no account takes them along. */
function deleteOldLostLinkMails(db: Database, before: number, limit: number) {
  // The kind is literal, because SQLite uses the partial index for no bound value.
  const oldest = sql`select ${deliveries.id} from ${deliveries}
    where ${deliveries.kind} = 'lost_links' and ${deliveries.createdAt} < ${before}
    order by ${deliveries.createdAt} limit ${limit}`;
  return db.delete(deliveries).where(sql`${deliveries.id} in (${oldest})`);
}

/** Deletes the oldest scanner tickets that expired before a moment. Named devices, which have no end of their own, stay. */
function deleteExpiredScannerTickets(db: Database, before: number, limit: number) {
  const { eventId, id, expiresAt } = doorDevices;
  const oldest = sql`select ${eventId}, ${id} from ${doorDevices} where ${expiresAt} < ${before} order by ${expiresAt} limit ${limit}`;
  return db.delete(doorDevices).where(sql`(${eventId}, ${id}) in (${oldest})`);
}

/**
 * Deletes what is known of guests' devices whose time is over, the oldest first. An event that was postponed since keeps them:
 * its date counts, too. @param endedBefore latest end of the events whose devices are over
 */
function deleteExpiredGuestDevices(db: Database, now: number, endedBefore: number, limit: number) {
  const { eventId, guestId, device, expiresAt } = guestDevices;
  const end = sql`coalesce(${events.endTime}, ${events.eventDate})`;
  const oldest = sql`select ${eventId}, ${guestId}, ${device} from ${guestDevices}
    inner join ${events} on ${events.id} = ${eventId}
    where ${expiresAt} < ${now} and ${end} < ${endedBefore} order by ${expiresAt} limit ${limit}`;
  return db.delete(guestDevices).where(sql`(${eventId}, ${guestId}, ${device}) in (${oldest})`);
}

/** Deletes the oldest challenges of passkeys that expired before a moment: their signature refuses them from then on. */
function deleteExpiredChallenges(db: Database, before: number, limit: number) {
  return db
    .delete(usedChallenges)
    .where(isOldest(usedChallenges.challengeHash, usedChallenges.expiresAt, before, limit));
}

/** Deletes the oldest wrong codes from before a moment. */
function deleteOldFactorFailures(db: Database, before: number, limit: number) {
  return db.delete(factorFailures).where(isOldest(factorFailures.id, factorFailures.at, before, limit));
}

/** Deletes the networks from which a user has not signed in since a moment. */
function deleteOldNetworks(db: Database, before: number) {
  return db.delete(signInNetworks).where(lt(signInNetworks.lastAt, before));
}

/** Deletes the oldest entries of accounts' logs from before a moment. */
function deleteOldLogEntries(db: Database, before: number, limit: number) {
  return db.delete(accountLog).where(isOldest(accountLog.id, accountLog.at, before, limit));
}

/** Deletes the oldest ids of payment webhooks that were received before a moment. */
function deleteOldWebhookEvents(db: Database, before: number, limit: number) {
  return db.delete(webhookEvents).where(isOldest(webhookEvents.id, webhookEvents.receivedAt, before, limit));
}

/** Deletes the oldest webhook deliveries that were tried last, or made, before a moment; those that wait, too. */
function deleteOldDeliveries(db: Database, before: number, limit: number) {
  const { endpointId, id, at } = webhookDeliveries;
  const oldest = sql`select ${endpointId}, ${id} from ${webhookDeliveries} where ${at} < ${before} order by ${at} limit ${limit}`;
  return db.delete(webhookDeliveries).where(sql`(${endpointId}, ${id}) in (${oldest})`);
}

/** Deletes what was counted of accounts' mails before an hour since the epoch, and invitations to guests who are gone. */
function deleteOldSending(db: Database, before: { hour: number; at: number }) {
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
function deleteExpiredRefreshTokens(db: Database, beforeId: string, before: number, limit: number) {
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
function deleteExpiredSessions(db: Database, before: number, limit: number) {
  const expired = isOldest(sessions.id, sessions.expiresAt, before, limit);
  const ids = db.select({ id: sessions.id }).from(sessions).where(expired);
  return [
    db.delete(sessionMonitors).where(inArray(sessionMonitors.sessionId, ids)),
    db.delete(sessions).where(expired),
  ] as const;
}

/** Deletes the sessions that were ended longest ago. */
function deleteEndedSessions(db: Database, before: number, limit: number) {
  return db.delete(endedSessions).where(isOldest(endedSessions.id, endedSessions.endedAt, before, limit));
}

/** Condition: the row is among the oldest of its table with a time before a moment. */
function isOldest(key: SQLiteColumn, time: SQLiteColumn, before: number, limit: number): SQL {
  return sql`${key} in (select ${key} from ${key.table} where ${time} < ${before} order by ${time} limit ${limit})`;
}
