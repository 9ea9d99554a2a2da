import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { sendMails } from "../../sending/send-mail.ts";
import { alertMail } from "./alert-mail.ts";
import { settingsOf, wantsRiskAlert } from "./alert-settings.ts";
import { listAlerted } from "./queries.ts";

/**
 * Notifies the members who want it of a risky access.
 * @throws see `sendMails`
 */
export async function notifyMembers(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "alert.risk" }>,
): Promise<void> {
  const { risk, happened_at, ...about } = body;
  const members = (await listAlerted(ctx.db, body.event_id)).filter(({ settings, userId, hostId }) =>
    wantsRiskAlert(settingsOf(settings, userId === hostId), risk),
  );
  const alert = { ...about, kind: "risk" as const, risk, since_at: happened_at, until_at: happened_at };
  await sendMails(
    ctx,
    alertMail,
    id,
    members.map(({ userId }) => ({ ...alert, member_id: userId })),
  );
}
