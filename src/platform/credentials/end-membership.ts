import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { busMessage } from "../outbox/enqueue.ts";
import { accountEndings, type Ending, eventEndings } from "./endings.ts";

/**
 * Ends what a member has created and may not create any more: on the event's shard in the batch of the statements, and on the
 * accounts database, which may be another one, by the message.
 * @returns the statements, which belong before the one that changes or removes the role
 */
export function endMembership(
  ctx: RequestContext,
  event: "removal" | "role_change",
  ending: Ending & { userId: string; eventId: string },
) {
  const { userId, eventId, now, role } = ending;
  const body = { user_id: userId, event_id: eventId, ended_at: now, role };
  return { statements: eventEndings(ctx.db, event, ending), message: busMessage(ctx, "membership.ended", body) };
}

/** Consumer of `membership.ended`. What the member has created since, after another invite, stays. Idempotent. */
export async function endMembershipOfAccount(
  { accountsDb: db }: RequestContext,
  body: BusBody<"membership.ended">,
): Promise<void> {
  const { user_id: userId, event_id: eventId, ended_at: now, role } = body;
  const ending = { userId, eventId, now, madeUntil: now, ...(role && { role }) };
  await runBatch(db, { ended: accountEndings(db, role ? "role_change" : "removal", ending) });
}
