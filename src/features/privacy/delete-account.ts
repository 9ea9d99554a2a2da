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
  scrubUser,
} from "./queries.ts";

/**
 * Deletes the caller's account, all in one batch: personal data is scrubbed, every session ends, events that only this
 * user owns close, events that others own too go on without them, and a subscription ends. The address may sign up
 * again.
 */
export async function deleteAccount(services: Services, caller: Caller): Promise<void> {
  const { db, clock, monitor } = services;
  const { userId } = caller;
  const [user, charged] = await asUser(services, caller, [listChargeable(db, userId)]);
  const now = clock.now();
  const ends = charged.map(({ subscriptionId }) =>
    busMessage(services, "subscription.end", { subscription_id: subscriptionId }),
  );
  const owed = owe(services, ends);
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
