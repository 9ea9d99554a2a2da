import type { BusMessage } from "../../../proto/bus/messages.ts";
import { onShard } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { listOwners } from "./host-mail-queries.ts";
import { notify } from "./notify.ts";

/**
 * Tells every owner of an event of a change, each in a mail of their own with the message's id: one that comes again
 * reaches only those whom it has not reached.
 * @throws what a mail threw, after all were tried, when the message is to come again
 */
export async function notifyOwners(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "owners.notice" }>,
): Promise<void> {
  const { event_id: eventId, ...facts } = body;
  const owners = await listOwners(ctx.db, eventId);
  const accounts = onShard(ctx, 0);
  const notices = owners.map(({ userId }) =>
    notify(accounts, { type: "account.notice", id, body: { ...facts, user_id: userId, about_event_id: eventId } }),
  );
  const failed = (await Promise.allSettled(notices)).find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
