import type { Statement } from "../../db/client.ts";
import { isOnForAll } from "../../platform/flags/is-enabled.ts";
import { deletePublished } from "../../platform/outbox/queries.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Attempt, attemptedBody, clientOf, placeOf, UNSCORED } from "./attempt.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { deleteAccessLog, enqueueUnread, logUnread } from "./log-queries.ts";

/** The log of an access that is written in the batch that reads its invitation. */
export interface EarlyLog {
  /** For the start of that batch. */
  statements: Statement[];
  /** Deletes the log and its message: for a request that is refused by what its batch did not know. */
  withdraw(eventId: string): Promise<void>;
}

/**
 * Logs an access without a call of its own: unscored, with its message in the outbox. Null while the risk score may be off
 * for the event's host, because then the log says something else.
 */
export function earlyLog(ctx: RequestContext, tokenId: string, attempt: Attempt): EarlyLog | null {
  if (!isOnForAll(ctx, "risk_scoring")) return null;
  const { db } = ctx;
  const { accessLogId, kind, at, facts, seemsAutomated: automated } = attempt;
  const client = clientOf(facts);
  // When the mail was sent, the statements add.
  const fingerprint = fingerprintOf(attempt.fingerprint, facts, kind, null, at);
  const body = JSON.stringify(attemptedBody({ tokenId, accessLogId, fingerprint, ...client }, at));
  const logged = { accessLogId, tokenId, kind, at, fingerprint, reasons: [UNSCORED], automated, ...client };
  return {
    statements: [
      logUnread(db, { ...logged, ...placeOf(facts.edge) }),
      enqueueUnread(db, { accessLogId, tokenId, at, body }),
    ],
    async withdraw(eventId) {
      await db.batch([deleteAccessLog(db, eventId, accessLogId), deletePublished(db, [accessLogId])]);
    },
  };
}
