import { type BusMessage, type BusMessageType, parseBusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import type { Statement } from "../db/client.ts";
import type { GuestKey } from "../db/schema/rsvps.ts";
import { log } from "../kernel/log.ts";
import type { UnsentReason } from "../kernel/unsent-reasons.ts";
import type { MailDefinition } from "../platform/mail/define-mail.ts";
import { deliveryRow } from "../sending/deliver.ts";
import { failOpenDeliveries, insertDeadLetter, insertFailedDelivery } from "../sending/delivery-queries.ts";
import { showDelivery } from "../sending/persist-outcome.ts";

/** Ids, times and enumerated values: enough to replay the message, without tokens, addresses and names. */
const ALLOWED_FIELD =
  /_(id|at|by|date)$|^(action|batch|kind|detail|response|plus_ones|role|score|risk|reasons|automated|about)$/;

/** The reason of a delivery that failed without a server's answer. */
const GAVE_UP: UnsentReason = "gave_up";

/**
 * Stores a message that failed its last attempt, and marks its email as failed. Idempotent.
 * @param mailOf returns the email of a message
 */
export async function recordDeadLetter(
  ctx: RequestContext,
  deadLetter: { queue: string; id: string; body: unknown },
  mailOf: (message: BusMessage) => MailDefinition<BusMessageType> | undefined,
): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const message = parseBusMessage(deadLetter.body);
  log("error", "message_dead_lettered", { queue: deadLetter.queue, type: message?.type, message_id: message?.id });
  const row = {
    id: deadLetter.id,
    queue: deadLetter.queue,
    type: message?.type ?? "unreadable",
    body: JSON.stringify(message === null ? {} : withoutSecrets(message)),
    diedAt: now,
  };
  const stored = insertDeadLetter(db, row, guestOf(message));
  const mail = message === null ? undefined : mailOf(message);
  const failures = message === null || mail === undefined ? [] : await failuresOf(ctx, mail, message, now);
  await db.batch([stored, ...failures]);
}

function guestOf(message: BusMessage | null): GuestKey | null {
  const { event_id: eventId, guest_id: guestId } = (message?.body ?? {}) as { event_id?: string; guest_id?: string };
  return eventId === undefined || guestId === undefined ? null : { eventId, guestId };
}

/** Fails the delivery, whether or not an attempt got as far as inserting its row. */
async function failuresOf(
  ctx: RequestContext,
  mail: MailDefinition<BusMessageType>,
  message: BusMessage,
  now: number,
): Promise<Statement[]> {
  const { db } = ctx;
  const open = failOpenDeliveries(db, message.id, GAVE_UP, now);
  // A message whose draft throws is stored all the same.
  const draft = await mail.draft(ctx, message.body).catch((error: unknown) => {
    log("warn", "dead_letter_not_rendered", { type: message.type, message_id: message.id }, error);
    return null;
  });
  if (draft === null || draft.status === "no_recipient") return [open];
  const row = await deliveryRow(ctx, message.id, draft.status === "ready" ? draft.email : draft);
  const shown = showDelivery(db, row, { status: "failed", reason: GAVE_UP, at: now });
  return [open, insertFailedDelivery(db, row, GAVE_UP, now), ...shown];
}

/**
 * Returns the fields of a message that may be stored for an operator. It is an allowlist, so a new field is omitted
 * until it is added here.
 */
function withoutSecrets(message: BusMessage): { type: string; id: string; body: Record<string, unknown> } {
  const allowed = Object.entries(message.body).filter(([field]) => ALLOWED_FIELD.test(field));
  return { type: message.type, id: message.id, body: Object.fromEntries(allowed) };
}
