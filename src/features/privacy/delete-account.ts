import { emailKey } from "../../kernel/email-address.ts";
import { unauthenticated } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { asUser } from "../accounts/as-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { listChargeable } from "../billing/queries.ts";
import { busMessage, owe } from "../outbox/owe.ts";
import {
  cancelMessagesOfClosing,
  closeSolelyOwned,
  deleteCredentials,
  deleteInvitesTo,
  handOver,
  leaveEvents,
  listSolelyOwned,
  scrubUser,
} from "./queries.ts";

/**
 * Deletes the caller's account, all in one batch: personal data is scrubbed, every session ends, events that only this
 * user owns close and their guests are forgotten by the engine, events that others own too go on without them, and a
 * subscription ends. The address may sign up again.
 */
export async function deleteAccount(services: Services, caller: Caller): Promise<void> {
  const { db, clock, monitor } = services;
  const { userId } = caller;
  const [user, charged, closing] = await asUser(services, caller, [
    listChargeable(db, userId),
    listSolelyOwned(db, userId),
  ]);
  const now = clock.now();
  const ends = charged.map(({ subscriptionId }) =>
    busMessage(services, "subscription.end", { subscription_id: subscriptionId }),
  );
  // Nobody can have these events back. One that is not closed after all is not forgotten either; see forget-erased.ts.
  const forgotten = closing.map(({ id }) => busMessage(services, "access.forget", { event_id: id }));
  const owed = owe(services, [...ends, ...forgotten]);
  const [, , , left, , , , , , scrubbed] = await db.batch([
    cancelMessagesOfClosing(db, userId, now),
    closeSolelyOwned(db, userId, now),
    handOver(db, userId, now),
    leaveEvents(db, userId),
    deleteInvitesTo(db, emailKey(user.email ?? "")),
    ...deleteCredentials(db, userId),
    scrubUser(db, userId, now),
    ...owed.statements,
  ]);
  if (scrubbed[0] === undefined) throw unauthenticated();
  owed.dispatch();
  for (const { eventId } of left) services.defer(() => monitor.disconnect(eventId, userId));
}
