import type { BusMessage } from "../../../proto/bus/messages.ts";
import { runBatch } from "../../db/batch.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import {
  cancelMessagesOfClosing,
  closeSolelyOwned,
  deleteCredentials,
  forgetInvitesTo,
  leaveEvents,
  listSolelyOwned,
  scrubUser,
  transferOwnership,
} from "./queries.ts";

/** Somebody who is leaving. */
export interface Leaving {
  userId: string;
  /** Empty where it is not known any more. */
  emailKey: string;
}

/**
 * What ends in one database with an account: events that only this user owns, the user's part in others, what lies
 * there for the user, and the account itself or the copy of it. `left` tells which events were left.
 * @param now epoch milliseconds
 */
export function leavingStatements(db: RequestContext["db"], { userId, emailKey }: Leaving, now: number) {
  return {
    cancelled: cancelMessagesOfClosing(db, userId, now),
    closed: closeSolelyOwned(db, userId, now),
    transferred: transferOwnership(db, userId, now),
    left: leaveEvents(db, userId),
    invites: forgetInvitesTo(db, emailKey),
    credentials: deleteCredentials(db, userId),
    user: scrubUser(db, userId, now),
  };
}

/** Nobody can have these events back. One that is not closed after all is not forgotten either; see forget-erased.ts. */
export function thoseForgotten(ctx: RequestContext, closing: readonly { id: string }[]): BusMessage[] {
  return closing.map(({ id }) => busMessage(ctx, "access.forget", { event_id: id }));
}

/** Ends an account in a database that has a copy of it at most. Doing it again changes nothing. */
export async function leaveShard(ctx: RequestContext, leaving: Leaving, now: number): Promise<void> {
  const { db, monitor } = ctx;
  const closing = await listSolelyOwned(db, leaving.userId);
  const outboxEntries = enqueue(ctx, thoseForgotten(ctx, closing));
  const { left } = await runBatch(db, {
    ...leavingStatements(db, leaving, now),
    outbox: outboxEntries.statements,
  });
  outboxEntries.publishAfterResponse();
  for (const { eventId } of left) ctx.defer(() => monitor.disconnect(eventId, leaving.userId));
}
