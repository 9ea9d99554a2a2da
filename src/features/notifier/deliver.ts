import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { withRetry } from "../../kernel/with-retry.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Letter, MailKind, MailText, Recipient } from "./draft.ts";
import { lanesOf } from "./mail-lanes.ts";
import { claimDelivery, findDelivery, type NewDelivery, settleDelivery } from "./queries.ts";
import { recipientHashes } from "./recipient-hash.ts";

/** A try that has lasted this long has died with its Worker. No server that still means to answer takes longer. */
export const ABANDONED_AFTER_MS = 2 * MINUTE_MS;

type Outcome = Awaited<ReturnType<RequestContext["mail"]["send"]>>;

/** The mail has not left and is to be tried again, with the wait that the provider asked for. */
export class NotDelivered extends Error {
  override readonly name = "NotDelivered";
  readonly retryAfterSeconds: number | undefined;

  constructor(retryAfterSeconds?: number) {
    super("the mail has not left");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The row that stands for one mail to one recipient: its key is the message's id and the recipient's. */
export async function deliveryRow(
  { clock, keyring }: Pick<RequestContext, "clock" | "keyring">,
  messageId: string,
  { kind, recipient }: { kind: MailKind; recipient: Recipient },
): Promise<NewDelivery> {
  const [recipientHash] = await recipientHashes(keyring, recipient.address);
  return {
    id: newId(clock.now()),
    dedupeKey: `${messageId}:${recipient.id}`,
    kind,
    eventId: recipient.eventId,
    guestId: recipient.guestId,
    userId: recipient.userId,
    recipientHash,
  };
}

/**
 * Sends a mail once: claims its row, hands it over, notes the answer. A message that comes again finds the row.
 *
 * One doubt remains, when a Worker dies (or loses its database for seconds) between the server's answer and the note
 * of it, or the connection breaks while the server answers: then the mail is sent again, because a lost reset link
 * or invitation is worse than one that comes twice. A hosted API drops the second by its idempotency key; over SMTP
 * both carry the same Message-ID.
 * @throws NotDelivered when the message is to come again
 */
export async function deliver(ctx: RequestContext, messageId: string, letter: Letter): Promise<void> {
  const row = await deliveryRow(ctx, messageId, letter);
  const text = await letter.write();
  await lanesOf(ctx).run(async (session) => {
    const id = await claim(ctx, row);
    if (id === null) return;
    const outcome = await session.send({ ...mailOf(letter, text), idempotencyKey: row.dedupeKey });
    await settle(ctx, id, letter, outcome);
  });
}

function mailOf({ kind, recipient }: Letter, text: MailText) {
  return { ...text, kind, to: recipient.address };
}

/** @returns the claimed row's id, or null when the mail is settled @throws NotDelivered while another try runs */
async function claim({ db, clock, mail }: RequestContext, row: NewDelivery): Promise<string | null> {
  const now = clock.now();
  const [[claimed], [found]] = await db.batch([
    claimDelivery(db, row, mail.name, now, now - ABANDONED_AFTER_MS),
    findDelivery(db, row.dedupeKey),
  ]);
  if (claimed) return claimed.id;
  if (found?.status !== "pending") return null;
  const endsAt = (found.claimedAt ?? now) + ABANDONED_AFTER_MS;
  throw new NotDelivered(Math.ceil((endsAt - now) / SECOND_MS) + 1);
}

async function settle(ctx: RequestContext, id: string, letter: Letter, outcome: Outcome): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  if (outcome.status === "sent") {
    const { providerMessageId } = outcome;
    const sent = settleDelivery(db, id, { status: "sent", reason: null, providerMessageId }, now);
    await withRetry(() => db.batch([sent, ...(letter.onSent?.(now) ?? [])]));
    return;
  }
  const { reason } = outcome;
  const status = outcome.status === "refused" ? "failed" : "pending";
  console.warn(JSON.stringify({ msg: "mail_not_taken", kind: letter.kind, status, delivery_id: id, reason }));
  await withRetry(() => settleDelivery(db, id, { status, reason, providerMessageId: null }, now));
  if (outcome.status === "retry") throw new NotDelivered(outcome.retryAfterSeconds);
}
