import type { RequestContext } from "../context.ts";
import { REFRESH_TOKEN_TTL_MS, SESSION_TTL_MS } from "../identity/accounts/credentials.ts";
import { LOG_RETENTION_MS } from "../identity/accounts/queries.ts";
import { KNOWN_NETWORK_MS } from "../identity/second-factors/queries.ts";
import { DAY_MS, HOUR_MS } from "../kernel/clock.ts";
import { firstIdOf } from "../kernel/ids.ts";
import { hourOf } from "../sending/budgets.ts";
import {
  deleteEndedSessions,
  deleteExpiredChallenges,
  deleteExpiredGuestDevices,
  deleteExpiredInvites,
  deleteExpiredRefreshTokens,
  deleteExpiredScannerTickets,
  deleteExpiredSecrets,
  deleteExpiredSessions,
  deleteOldCodes,
  deleteOldDeliveries,
  deleteOldFactorFailures,
  deleteOldLogEntries,
  deleteOldLostLinkMails,
  deleteOldNetworks,
  deleteOldSending,
  deleteOldWebhookEvents,
} from "./expired-queries.ts";

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
