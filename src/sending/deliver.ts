import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { log } from "../kernel/log.ts";
import { withRetry } from "../kernel/with-retry.ts";
import type { Email, EmailContent } from "../platform/mail/draft.ts";
import { recipientHashes } from "../platform/mail/recipient-hash.ts";
import {
  claimDelivery,
  findDelivery,
  isBelowInvitationLimit,
  type NewDelivery,
  updateDelivery,
} from "./delivery-queries.ts";
import { CLAIM_TTL_MS, isToOthers, persistOutcome, skipMail } from "./persist-outcome.ts";

/** The outcome of one attempt, by mail or as a text. */
type Outcome = Awaited<ReturnType<RequestContext["mail"]["send"]>>;

/** A connection to the mail server, or to the provider of texts. */
export interface Connection {
  /** The backend's name, for the record. */
  provider: string;
  send(content: EmailContent, idempotencyKey: string): Promise<Outcome>;
}

/** The mail was not sent and is to be tried again, after the wait that the provider asked for. */
export class NotDelivered extends Error {
  override readonly name = "NotDelivered";
  readonly retryAfterSeconds: number | undefined;

  constructor(retryAfterSeconds?: number) {
    super("the mail was not sent");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The row of one mail to one recipient. Its unique key is the message's id and the recipient's. */
export async function deliveryRow(
  { clock, keyring }: Pick<RequestContext, "clock" | "keyring">,
  messageId: string,
  { kind, recipient, channel }: Pick<Email, "kind" | "recipient" | "channel">,
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
    ...(channel === undefined ? {} : { channel }),
  };
}

/**
 * Sends a mail once: claims its row, sends, stores the outcome. A message that comes again finds the row.
 *
 * At-least-once in one case: when the Worker crashes (or loses its database for seconds) between the server's answer and
 * the write, or the connection breaks while the server answers, the mail is sent again, because a lost reset link or
 * invitation is worse than a duplicate. A hosted API drops the duplicate by its idempotency key; over SMTP both have the
 * same Message-ID.
 * @throws NotDelivered when the message is to come again
 */
export async function deliver(ctx: RequestContext, messageId: string, email: Email): Promise<void> {
  const row = await deliveryRow(ctx, messageId, email);
  const limit =
    isToOthers(email.kind) && !email.isRequested
      ? isBelowInvitationLimit(row, await recipientHashes(ctx.keyring, email.recipient.address), ctx.clock.now())
      : undefined;
  const content = await email.render();
  await connected(ctx, email, async ({ provider, send }) => {
    const id = await claim(ctx, row, provider, limit);
    if (id === null) return;
    await storeOutcome(ctx, id, row, email, await send(content, row.dedupeKey));
  });
}

/**
 * @returns the claimed row's id, or null when the mail has a final status or the recipient got as many as may be
 * @throws NotDelivered while another attempt runs
 */
async function claim(
  ctx: RequestContext,
  row: NewDelivery,
  provider: string,
  limit: SQL | undefined,
): Promise<string | null> {
  const { db, clock } = ctx;
  const now = clock.now();
  const [[claimed], [found]] = await db.batch([
    claimDelivery(db, row, provider, now, now - CLAIM_TTL_MS, limit),
    findDelivery(db, row.dedupeKey),
  ]);
  if (claimed) return claimed.id;
  if (found === undefined) {
    await skipMail(ctx, row, "too_soon");
    return null;
  }
  if (found.status !== "pending") return null;
  const endsAt = (found.claimedAt ?? now) + CLAIM_TTL_MS;
  throw new NotDelivered(Math.ceil((endsAt - now) / SECOND_MS) + 1);
}

/** @throws NotDelivered for a mail that is to be tried again */
async function storeOutcome(ctx: RequestContext, id: string, row: NewDelivery, email: Email, outcome: Outcome) {
  if (outcome.status !== "retry") return persistOutcome(ctx, id, row, email, outcome);
  const { db, clock } = ctx;
  const { reason, retryAfterSeconds } = outcome;
  log("warn", "mail_not_accepted", { delivery_id: id, kind: email.kind, status: "pending", reason });
  const pending = { status: "pending", reason, providerMessageId: null } as const;
  await withRetry(() => updateDelivery(db, id, pending, clock.now()), { delivery_id: id });
  throw new NotDelivered(retryAfterSeconds);
}

/** Runs an attempt to send to the recipient on a connection of the channel. */
async function connected(
  { mail, sms, mailConnections }: RequestContext,
  { kind, recipient, channel }: Email,
  attempt: (connection: Connection) => Promise<void>,
): Promise<void> {
  const to = recipient.address;
  if (channel === "sms") {
    const send: Connection["send"] = ({ text }, idempotencyKey) => sms.send({ to, body: text, idempotencyKey });
    return attempt({ provider: sms.name, send });
  }
  return mailConnections.run((session) =>
    attempt({
      provider: mail.name,
      send: (content, idempotencyKey) => session.send({ ...content, kind, to, idempotencyKey }),
    }),
  );
}
