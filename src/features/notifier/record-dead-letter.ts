import { type BusMessage, parseBusMessage } from "../../../proto/bus/messages.ts";
import type { Statement } from "../../db/client.ts";
import type { RequestContext } from "../../request-context.ts";
import { deliveryRow } from "./deliver.ts";
import { draftMail, isMail, type MailMessage } from "./draft-mail.ts";
import { failOpenDeliveries, insertDeadLetter, insertFailedDelivery } from "./queries.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** The reason of a delivery that failed without a server's answer. */
const GAVE_UP = "gave_up";

/** Notes a message that failed to its last try, and fails the mail that it asked for. Safe to call again. */
export async function recordDeadLetter(
  ctx: RequestContext,
  letter: { queue: string; id: string; body: unknown },
): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const message = parseBusMessage(letter.body);
  console.error(JSON.stringify({ msg: "message_died", queue: letter.queue, type: message?.type, id: message?.id }));
  const row = {
    id: letter.id,
    queue: letter.queue,
    type: message?.type ?? "unreadable",
    body: JSON.stringify(message === null ? {} : withoutSecrets(message)),
    diedAt: now,
  };
  const dead = insertDeadLetter(db, row, guestOf(message));
  const failures = message !== null && isMail(message) ? await failuresOf(ctx, message, now) : [];
  await db.batch([dead, ...failures]);
}

function guestOf(message: BusMessage | null): { eventId: string; guestId: string } | null {
  const { event_id: eventId, guest_id: guestId } = (message?.body ?? {}) as { event_id?: string; guest_id?: string };
  return eventId === undefined || guestId === undefined ? null : { eventId, guestId };
}

/** The delivery fails whether or not a try came as far as its row. */
async function failuresOf(ctx: RequestContext, message: MailMessage, now: number): Promise<Statement[]> {
  const { db } = ctx;
  const open = failOpenDeliveries(db, message.id, GAVE_UP, now);
  // A message that dies of its own draft is noted all the same.
  const draft = await draftMail(ctx, message).catch(() => null);
  if (draft === null || draft.status === "nobody") return [open];
  const row = await deliveryRow(ctx, message.id, draft.status === "owed" ? draft.letter : draft);
  return [open, insertFailedDelivery(db, row, GAVE_UP, now)];
}
