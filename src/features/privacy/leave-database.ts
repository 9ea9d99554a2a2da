import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Services } from "../../services.ts";
import { busMessage, owe } from "../outbox/owe.ts";
import {
  cancelMessagesOfClosing,
  closeSolelyOwned,
  deleteCredentials,
  forgetInvitesTo,
  handOver,
  leaveEvents,
  listSolelyOwned,
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
 * there for the user, and the account itself or the copy of it. The fourth result tells which events were left.
 * @param now epoch milliseconds
 */
export function leavingStatements(db: Services["db"], { userId, emailKey }: Leaving, now: number) {
  return [
    cancelMessagesOfClosing(db, userId, now),
    closeSolelyOwned(db, userId, now),
    handOver(db, userId, now),
    leaveEvents(db, userId),
    ...forgetInvitesTo(db, emailKey),
    ...deleteCredentials(db, userId),
    scrubUser(db, userId, now),
  ] as const;
}

/** Nobody can have these events back. One that is not closed after all is not forgotten either; see forget-erased.ts. */
export function thoseForgotten(services: Services, closing: readonly { id: string }[]): BusMessage[] {
  return closing.map(({ id }) => busMessage(services, "access.forget", { event_id: id }));
}

/** Ends an account in a database that has a copy of it at most. Doing it again changes nothing. */
export async function leaveDatabase(services: Services, leaving: Leaving, now: number): Promise<void> {
  const { db, monitor } = services;
  const closing = await listSolelyOwned(db, leaving.userId);
  const owed = owe(services, thoseForgotten(services, closing));
  const [, , , left] = await db.batch([...leavingStatements(db, leaving, now), ...owed.statements]);
  owed.dispatch();
  for (const { eventId } of left) services.defer(() => monitor.disconnect(eventId, leaving.userId));
}
