import { type BusMessage, type BusMessageType, parseBusMessage } from "../proto/bus/messages.ts";
import { countReplies } from "./access/networks/count-replies.ts";
import { runUndo } from "./access/networks/run-undo.ts";
import { EngineUnavailable } from "./adapters/scoring-engine.ts";
import { endSubscription } from "./billing/end-subscription.ts";
import type { RequestContext } from "./context.ts";
import type { Bindings } from "./env.ts";
import { recordCopy } from "./events/copies/copy-event.ts";
import { offerSeats } from "./events/seats/offer-seats.ts";
import { propagateEndedSessions } from "./identity/accounts/end-sessions.ts";
import { mailLostLinks } from "./invitations/lost-links/mail-lost-links.ts";
import { log } from "./kernel/log.ts";
import { notifyMembers } from "./live/alerts/notify-members.ts";
import { scheduleAlerts } from "./live/alerts/schedule-alerts.ts";
import { publishActivities } from "./live/read-activity.ts";
import { deliverWebhooks } from "./live/webhooks/deliver-webhooks.ts";
import { recordDeadLetter } from "./mail/record-dead-letter.ts";
import { MAILS, type MailMessageType, mailOf } from "./mails.ts";
import { deliverBatch } from "./messaging/broadcasts/deliver-batch.ts";
import { failBatch } from "./messaging/broadcasts/fail-batch.ts";
import { deliverTest } from "./messaging/texts/deliver-test.ts";
import { refreshReplicas } from "./platform/account-replicas/replicate-account.ts";
import { recordLate } from "./platform/audit/record-elsewhere.ts";
import { endMembershipOfAccount } from "./platform/credentials/endings.ts";
import type { MailDefinition } from "./platform/mail/define-mail.ts";
import { onShard, onShardOf } from "./platform/shards/on-shard.ts";
import { deleteAccountOnShard } from "./privacy/delete-account-on-shard.ts";
import { eraseEvent } from "./privacy/erase-event.ts";
import { eraseOutsideDatabase, eraseUploads } from "./privacy/erase-outside-database.ts";
import { notifyOfClosing } from "./privacy/notify-of-closing.ts";
import { createRequestContext } from "./request-context.ts";
import { forwardAccesses, forwardConfirmations } from "./risk/forward-to-engine.ts";
import { storeScores } from "./risk/store-scores.ts";
import { sendMail } from "./sending/send-mail.ts";
import { notifyOwners } from "./team/notify-owners.ts";

type MessageOf<T extends BusMessageType> = Extract<BusMessage, { type: T }>;

/**
 * Handles messages of one type. Idempotent: a queue delivers each at least once.
 * @returns the outcome of each: a rejected one is retried. @throws to have all of them retried
 */
type Consumer<T extends BusMessageType> = (
  ctx: RequestContext,
  messages: readonly MessageOf<T>[],
) => Promise<PromiseSettledResult<unknown>[]>;

/** The consumers of the messages that each ask for an email. */
const SENDERS = Object.fromEntries(
  MAILS.map((mail) => [
    mail.message,
    each((ctx: RequestContext, message: BusMessage) => noteAndSend(ctx, mail, message)),
  ]),
) as { [T in MailMessageType]: Consumer<T> };

const CONSUMERS: { [T in BusMessageType]: Consumer<T> } = {
  ...SENDERS,
  "access.attempted": forwardAccesses,
  "access.confirmed": forwardConfirmations,
  "access.forget": each(eraseOutsideDatabase),
  "event.copied": each(recordCopy),
  "audit.record": each(recordLate),
  "event.erase": each(eraseEvent),
  "event.closed": each(notifyOfClosing),
  "uploads.erase": each(eraseUploads),
  "fraud.scored": togetherOrEach(storeScores),
  "owners.notice": each(notifyOwners),
  "alert.risk": each(notifyMembers),
  "network.replied": countReplies,
  "replies.undo": each(runUndo),
  "seats.offer": each((ctx, message) => offerSeats(ctx, message, scheduleAlerts)),
  "test_mail.send": each(deliverTest),
  "lost_link.send": each(mailLostLinks),
  "account.changed": each((ctx, { body }) =>
    refreshReplicas(ctx, body.user_id, (shard, userId, deletedAt) =>
      // The address is already erased from the account.
      deleteAccountOnShard(shard, { userId, emailKey: "" }, deletedAt),
    ),
  ),
  "session.ended": each((ctx, { body }) => propagateEndedSessions(ctx, body.user_id, body.ended_at)),
  "membership.ended": each((ctx, { body }) => endMembershipOfAccount(ctx, body)),
  "subscription.end": each(endSubscription),
  "message.deliver": each(deliverBatch),
  "activity.publish": publishActivities,
  "webhooks.deliver": deliverWebhooks,
};

/** Sends an email. Schedules alerts to members if a guest sent an RSVP or an offer expired. */
async function noteAndSend(
  ctx: RequestContext,
  mail: MailDefinition<BusMessageType>,
  { type, id, body }: BusMessage,
): Promise<void> {
  if (type === "rsvp.confirmed" || type === "seat_offer.expired") await scheduleAlerts(ctx, body.event_id);
  await sendMail(ctx, mail, id, body);
}

/** Handles each message on its own, in parallel. */
function each<M extends BusMessage>(handle: (ctx: RequestContext, message: M) => Promise<void>) {
  return (ctx: RequestContext, messages: readonly M[]) =>
    Promise.allSettled(messages.map((message) => handle(ctx, message)));
}

/** Handles all messages together. If that fails, handles each separately, so that one bad message fails no other. */
function togetherOrEach<M extends BusMessage>(handle: (ctx: RequestContext, messages: readonly M[]) => Promise<void>) {
  return async (ctx: RequestContext, messages: readonly M[]): Promise<PromiseSettledResult<unknown>[]> => {
    const [together] = await Promise.allSettled([handle(ctx, messages)]);
    if (together.status === "fulfilled" || messages.length === 1) return messages.map(() => together);
    return Promise.allSettled(messages.map((message) => handle(ctx, [message])));
  };
}

/** Erasures are retried for as long as they take. */
const ERASURES: ReadonlySet<BusMessageType> = new Set(["access.forget", "event.erase", "uploads.erase"]);

/** Suffix of the dead-letter queues' names. */
const DEAD_LETTER_SUFFIX = "-dead";

/** Delay of the first retry; it doubles with each attempt. */
const BACKOFF_SECONDS = 10;
/**
 * The delay for messages to the engine, which is usually available again within seconds while a host waits for the
 * score.
 */
const ENGINE_BACKOFF_SECONDS = 2;
const MAX_BACKOFF_SECONDS = 3_600;
const MAX_ENGINE_BACKOFF_SECONDS = 300;

/** An error that requests its own delay, such as a provider's `Retry-After`. */
export interface RetryAfter {
  retryAfterSeconds: number;
}

/** Consumes a batch of any of the service's queues. Messages are acknowledged and retried one by one. */
export async function consumeBatch(batch: MessageBatch, env: Bindings, context: ExecutionContext): Promise<void> {
  const ctx = createRequestContext(env, (work) => context.waitUntil(work()), batch.queue);
  if (batch.queue.endsWith(DEAD_LETTER_SUFFIX)) {
    await Promise.all(batch.messages.map((message) => handleDeadLetter(ctx, batch.queue, message)));
    return;
  }
  const received = batch.messages.flatMap((message) => parse(message) ?? []);
  const byShard = Map.groupBy(received, ({ parsed }) => onShardOfMessage(ctx, parsed).shard);
  await Promise.all(
    [...byShard].flatMap(([shard, ofShard]) =>
      [...Map.groupBy(ofShard, ({ parsed }) => parsed.type)].map(([type, ofType]) =>
        consume(onShard(ctx, shard), type, ofType),
      ),
    ),
  );
}

/** The context on the shard of a message's event, or on that of accounts. */
function onShardOfMessage(ctx: RequestContext, { body }: BusMessage): RequestContext {
  return onShardOf(ctx, "event_id" in body ? body.event_id : null);
}

/** A queue message with its parsed body. */
interface Received {
  message: Message;
  parsed: BusMessage;
}

/** Null for an unreadable message, which is acknowledged: no retry makes it readable. */
function parse(message: Message): Received | null {
  const parsed = parseBusMessage(message.body);
  if (parsed !== null) return { message, parsed };
  log("error", "message_unreadable", { message_id: message.id });
  message.ack();
  return null;
}

async function consume(ctx: RequestContext, type: BusMessageType, received: readonly Received[]): Promise<void> {
  // The table gives each type its own consumer; the compiler cannot follow the pair through the index.
  const consumer = CONSUMERS[type] as Consumer<BusMessageType>;
  const messages = received.map(({ parsed }) => parsed);
  const [call] = await Promise.allSettled([consumer(ctx, messages)]);
  for (const [index, { message, parsed }] of received.entries()) {
    const outcome = call.status === "fulfilled" ? call.value[index] : call;
    if (outcome?.status === "fulfilled") {
      message.ack();
      continue;
    }
    const { attempts } = message;
    const delaySeconds = retryDelay(type, attempts, outcome?.reason);
    const ids = { queue: ctx.id, message_id: parsed.id, type };
    // Of an engine that is down the log has one line, not one per access.
    if (!(outcome?.reason instanceof EngineUnavailable)) {
      log("warn", "message_retried", { ...ids, attempts, delay_seconds: delaySeconds }, outcome?.reason);
    }
    message.retry({ delaySeconds });
  }
}

async function handleDeadLetter(ctx: RequestContext, queue: string, message: Message): Promise<void> {
  try {
    const parsed = parseBusMessage(message.body);
    if (parsed !== null && ERASURES.has(parsed.type)) {
      log("warn", "dead_letter_republished", { queue, type: parsed.type, message_id: parsed.id });
      await ctx.bus.publish([parsed]);
      message.ack();
      return;
    }
    const onItsShard = parsed === null ? ctx : onShardOfMessage(ctx, parsed);
    await recordDeadLetter(onItsShard, { queue, id: message.id, body: message.body }, mailOf);
    if (parsed?.type === "message.deliver") await failBatch(onItsShard, parsed);
    message.ack();
  } catch (error) {
    const { id, attempts } = message;
    log("error", "dead_letter_retried", { queue, message_id: id, attempts, delay_seconds: BACKOFF_SECONDS }, error);
    message.retry({ delaySeconds: BACKOFF_SECONDS });
  }
}

/**
 * Returns the seconds until the next attempt: 10 s · 2^n, at most 1 h (accesses: 2 s · 2^n, at most 5 min), plus up to
 * a quarter of jitter. A longer delay that a provider requests is respected. A shorter one would only use up the
 * attempts.
 */
function retryDelay(type: BusMessageType, attempts: number, error: unknown): number {
  const engine = type.startsWith("access.");
  const first = engine ? ENGINE_BACKOFF_SECONDS : BACKOFF_SECONDS;
  const most = engine ? MAX_ENGINE_BACKOFF_SECONDS : MAX_BACKOFF_SECONDS;
  const requested = (error as Partial<RetryAfter> | null)?.retryAfterSeconds;
  const delay = Math.max(first * 2 ** (attempts - 1), typeof requested === "number" ? requested : 0);
  return Math.min(most, Math.ceil(delay * (1 + Math.random() / 4)));
}
