import { type Clock, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { ConnectionPool } from "../../kernel/connection-pool.ts";
import type { RequestContext } from "../../request-context.ts";
import { composeEmail, composeSms } from "./compose-message.ts";
import type { DeliveryResult } from "./delivery-journal.ts";
import type { Batch, Broadcast } from "./delivery-queries.ts";
import type { Recipient } from "./recipients.ts";

/** A provider that asks for a wait up to this long sets the pace; a longer one is for another attempt… */
const MAX_PACE_SECONDS = 30;
/** …and so is a message that has waited for so long: twenty connections may share two mails a second. */
const MAX_PACED_MS = 2 * MINUTE_MS;

export type SendOutcome = Awaited<ReturnType<RequestContext["mail" | "sms"]["send"]>>;

/** How a broadcast leaves: by e-mail or as text messages. */
export interface Channel {
  /** The backend's name, for the record. */
  provider: string;
  /** Mailboxes open the links in what they get, telephones do not. */
  isEmail: boolean;
  /** Runs a task on one of at most four connections; a connection runs its tasks in sequence. */
  run<T>(task: (connection: Connection) => Promise<T>): Promise<T>;
}

export interface Connection {
  /** Sends to one recipient. Every attempt has the same idempotency key. */
  send(recipient: Recipient): Promise<SendOutcome>;
}

export function channelOf(ctx: RequestContext, batch: Batch, broadcast: Broadcast): Channel {
  const keyOf = (recipient: Recipient) => `${batch.messageId}:${recipient.guestId}`;
  return broadcast.message.channel === "sms"
    ? smsChannel(ctx, batch, broadcast, keyOf)
    : emailChannel(ctx, broadcast, keyOf);
}

function emailChannel(ctx: RequestContext, broadcast: Broadcast, keyOf: (to: Recipient) => string): Channel {
  const { slug, notice } = broadcast.message;
  const kind = notice !== null ? "notice" : slug === null ? "broadcast" : "reminder";
  return {
    provider: ctx.mail.name,
    isEmail: true,
    run: (task) =>
      ctx.mailConnections.run((session) =>
        task({
          async send(recipient) {
            const email = await composeEmail(ctx, broadcast, recipient);
            return session.send({ ...email, kind, to: recipient.address, idempotencyKey: keyOf(recipient) });
          },
        }),
      ),
  };
}

/** The status callback names the recipient, because the provider may call it before the message's id is recorded. */
function smsChannel(
  ctx: RequestContext,
  batch: Batch,
  broadcast: Broadcast,
  keyOf: (to: Recipient) => string,
): Channel {
  const { sms, config } = ctx;
  const connection = {
    async send(recipient: Recipient) {
      const ids = { event: batch.eventId, message: batch.messageId, guest: recipient.guestId };
      return sms.send({
        to: recipient.address,
        body: await composeSms(ctx, broadcast, recipient),
        idempotencyKey: keyOf(recipient),
        statusCallbackUrl: `${config.PUBLIC_URL}/webhooks/sms-status?${new URLSearchParams(ids)}`,
      });
    },
    close: async () => undefined,
  };
  const connections = new ConnectionPool(() => connection, ctx.defer);
  return { provider: sms.name, isEmail: false, run: (task) => connections.run(task) };
}

/**
 * Sends to one recipient; a short `Retry-After` is waited for on the spot and does not count as an attempt.
 * @param deadline epoch milliseconds
 */
export async function sendAtPace(
  clock: Clock,
  connection: Connection,
  recipient: Recipient,
  deadline: number,
): Promise<SendOutcome> {
  const waitsUntil = Math.min(clock.now() + MAX_PACED_MS, deadline);
  for (;;) {
    const outcome = await connection.send(recipient);
    const seconds = retryAfterOf(outcome);
    if (seconds === undefined || seconds > MAX_PACE_SECONDS) return outcome;
    // Up to a quarter more, so that the connections do not come back all at once.
    const pauseMs = seconds * SECOND_MS * (1 + Math.random() / 4);
    if (clock.now() + pauseMs > waitsUntil) return outcome;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** How long a server asks to be left alone, in seconds; undefined when it does not. */
export function retryAfterOf(outcome: SendOutcome): number | undefined {
  return outcome.status === "retry" ? outcome.retryAfterSeconds : undefined;
}

/** A final outcome as the journal records it. */
export function resultOf(
  guestId: string,
  provider: string,
  outcome: Exclude<SendOutcome, { status: "retry" }>,
): DeliveryResult {
  if (outcome.status === "sent") {
    return { guestId, status: "sent", reason: null, provider, providerMessageId: outcome.providerMessageId };
  }
  const refused = { guestId, provider, providerMessageId: null };
  return "hasOptedOut" in outcome
    ? { ...refused, status: "suppressed", reason: "unsubscribed" }
    : { ...refused, status: "failed", reason: outcome.reason };
}
