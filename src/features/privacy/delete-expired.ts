import { DAY_MS } from "../../kernel/clock.ts";
import { firstIdOf } from "../../kernel/ids.ts";
import type { RequestContext } from "../../request-context.ts";
import { REFRESH_TOKEN_TTL_MS } from "../accounts/credentials.ts";
import { deleteOldReports, deleteRunOutLinks, deleteRunOutSessions, deleteRunOutTokens } from "./expired-queries.ts";

/**
 * A mailed link that ran out gets the same answer with its row and without. The row is kept for as long as a message may
 * wait in a queue and its dead letter is looked at, so that the list of mails says why a late one was not sent.
 */
const LINK_KEPT_MS = 7 * DAY_MS;
/**
 * A refresh token that was used must be known when it comes again, because somebody else may go on with its session:
 * a person who comes back after months with what a thief used first ends the thief's session. Half a year after it ran
 * out, seven months after it was issued, it is refused like one that never was.
 */
const SESSION_KEPT_MS = 180 * DAY_MS;
/**
 * The payment provider sends a report again for some days by itself, and for a month when it is asked to. One that came
 * later still would be older than what is on file of its subscription, and change nothing.
 */
const REPORT_KEPT_MS = 60 * DAY_MS;
/** Rows of a table in one alarm: some milliseconds, and more than a million a day. */
const ROWS_AT_ONCE = 500;

/** Removes what ran out long ago: refresh tokens, links to verify and reset, edit links, invites,
 * and which payment reports were applied. Safe to call again. */
export async function deleteExpired({ db, clock, shard }: RequestContext): Promise<void> {
  const now = clock.now();
  const links = deleteRunOutLinks(db, now - LINK_KEPT_MS, ROWS_AT_ONCE);
  // Accounts are in the first database alone.
  if (shard !== 0) return void (await db.batch(links));
  const sessionsEnd = now - SESSION_KEPT_MS;
  await db.batch([
    ...links,
    deleteOldReports(db, now - REPORT_KEPT_MS, ROWS_AT_ONCE),
    deleteRunOutTokens(db, now - LINK_KEPT_MS, ROWS_AT_ONCE),
    deleteRunOutSessions(db, firstIdOf(sessionsEnd - REFRESH_TOKEN_TTL_MS), sessionsEnd, ROWS_AT_ONCE),
  ]);
}
