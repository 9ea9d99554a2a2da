import type { Services } from "../../services.ts";
import {
  cancelMessagesOfClosing,
  closeSolelyOwned,
  deleteCredentials,
  deleteInvitesTo,
  handOver,
  leaveEvents,
  scrubUser,
} from "./queries.ts";

/** Somebody who is leaving. */
export interface Leaving {
  userId: string;
  /** Empty where it is not known any more. */
  emailKey: string;
}

/**
 * What ends in one database with an account: events that only this user owns, the user's part in others, what lies
 * there for the user, and the account itself or the copy of it. The fourth result tells which events were left, the
 * last whether there was anybody.
 * @param now epoch milliseconds
 */
export function leavingStatements(db: Services["db"], { userId, emailKey }: Leaving, now: number) {
  return [
    cancelMessagesOfClosing(db, userId, now),
    closeSolelyOwned(db, userId, now),
    handOver(db, userId, now),
    leaveEvents(db, userId),
    deleteInvitesTo(db, emailKey),
    ...deleteCredentials(db, userId),
    scrubUser(db, userId, now),
  ] as const;
}

/** Ends an account in a database that has a copy of it at most. Doing it again changes nothing. */
export async function leaveDatabase(services: Services, leaving: Leaving, now: number): Promise<void> {
  const { db, monitor } = services;
  const [, , , left] = await db.batch(leavingStatements(db, leaving, now));
  for (const { eventId } of left) services.defer(() => monitor.disconnect(eventId, leaving.userId));
}
