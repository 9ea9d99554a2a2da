import type { RequestContext } from "../../context.ts";
import { ofUser } from "../../platform/authorization/session-queries.ts";
import { accountEndings, type Ending, invalidateSessions } from "../../platform/credentials/endings.ts";
import type { RevokingEvent } from "../../platform/credentials/registry.ts";
import { endSessions } from "../accounts/end-sessions.ts";

/**
 * Ends all of an account's sessions, and what else an event ends on the accounts database.
 * @param userId the account's ID. `ending.userId` may be a subquery that returns it while a mailed link is valid
 * @returns the statements for the batch, which belong last: a mailed link is used up by them
 */
export function endAccount(ctx: RequestContext, event: RevokingEvent, userId: string, ending: Ending) {
  const { accountsDb: db } = ctx;
  const sessions = endSessions(ctx, userId, ofUser(ending.userId));
  const invalid = invalidateSessions(db, ending);
  return { ...sessions, statements: { ...sessions.statements, invalid, others: accountEndings(db, event, ending) } };
}
