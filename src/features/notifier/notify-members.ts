import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import { isToldOfRisk, settingsOf } from "../alerts/alert-settings.ts";
import { listMembers } from "../alerts/queries.ts";
import { notify } from "./notify.ts";

/**
 * Tells the members who want it of a risky access, each in a mail of their own with the message's id: one that comes again
 * reaches only those whom it has not reached.
 * @throws what a mail threw, after all were tried, when the message is to come again
 */
export async function notifyMembers(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "alert.risk" }>,
): Promise<void> {
  const { event_id, guest_id, risk, happened_at, about } = body;
  const members = (await listMembers(ctx.db, event_id)).filter(({ settings, userId, hostId }) =>
    isToldOfRisk(settingsOf(settings, userId === hostId), risk),
  );
  const alert = { event_id, kind: "risk" as const, guest_id, risk, ...(about && { about }) };
  const span = { since_at: happened_at, until_at: happened_at };
  const mails = members.map(({ userId }) =>
    notify(ctx, { type: "alert.send", id, body: { ...alert, ...span, member_id: userId } }),
  );
  const failed = (await Promise.allSettled(mails)).find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
