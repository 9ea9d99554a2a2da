import { type BusMessage, type BusMessageType, parseBusMessage } from "../proto/bus/messages.ts";
import type { Bindings } from "./env.ts";
import { endSubscription } from "./features/billing/end-subscription.ts";
import { deliverBatch } from "./features/broadcasts/deliver-batch.ts";
import { failBatch } from "./features/broadcasts/fail-batch.ts";
import { notify } from "./features/notifier/notify.ts";
import { recordDeadLetter } from "./features/notifier/record-dead-letter.ts";
import { deleteAccountOnShard } from "./features/privacy/delete-account-on-shard.ts";
import { eraseOutsideDatabase } from "./features/privacy/erase-outside-database.ts";
import { forwardAccesses, forwardConfirmations } from "./features/risk/forward-to-engine.ts";
import { storeScores } from "./features/risk/store-score.ts";
import { log } from "./kernel/log.ts";
import { refreshReplicas } from "./platform/account-replicas/refresh-replicas.ts";
import { onShard, onShardOf } from "./platform/shards/on-shard.ts";
import { createRequestContext, type RequestContext } from "./request-context.ts";

type MessageOf<T extends BusMessageType> = Extract<BusMessage, { type: T }>;

/**
 * Processes messages of one type; idempotent.
 * @returns one result for each: the rejected are retried. @throws when all of them are to be retried
 */
type Consumer<T extends BusMessageType> = (
  ctx: RequestContext,
  messages: readonly MessageOf<T>[],
) => Promise<PromiseSettledResult<unknown>[]>;

const CONSUMERS: { [T in BusMessageType]: Consumer<T> } = {
  "access.attempted": forwardAccesses,
  "access.confirmed": forwardConfirmations,
  "access.forget": each(eraseOutsideDatabase),
  "fraud.scored": togetherOrEach(storeScores),
  "rsvp.confirmed": each(notify),
  "invitation.send": each(notify),
  "account.mail": each(notify),
  "edit_link.send": each(notify),
  "collaborator_invite.send": each(notify),
  "account.changed": each((ctx, { body }) =>
    refreshReplicas(ctx, body.user_id, (shard, userId, deletedAt) =>
      // The address is already erased from the account.
      deleteAccountOnShard(shard, { userId, emailKey: "" }, deletedAt),
    ),
  ),
  "subscription.end": each(endSubscription),
  "message.deliver": each(deliverBatch),
};

/** Processes each message on its own, in parallel. */
function each<M extends BusMessage>(take: (ctx: RequestContext, message: M) => Promise<void>) {
  return (ctx: RequestContext, messages: readonly M[]) =>
    Promise.allSettled(messages.map((message) => take(ctx, message)));
}

/** Processes all messages in one call; if that fails, each on its own, so that one poison message holds up no other. */
function togetherOrEach<M extends BusMessage>(take: (ctx: RequestContext, messages: readonly M[]) => Promise<void>) {
  return async (ctx: RequestContext, messages: readonly M[]): Promise<PromiseSettledResult<unknown>[]> => {
    const [whole] = await Promise.allSettled([take(ctx, messages)]);
    if (whole.status === "fulfilled" || messages.length === 1) return messages.map(() => whole);
    return Promise.allSettled(messages.map((message) => take(ctx, [message])));
  };
}

/** Suffix of the names of dead-letter queues. */
const DEAD = "-dead";

/** First retry delay; it doubles with each attempt. */
const BACKOFF_SECONDS = 10;
/** First retry delay while the engine is away: it is usually back within seconds, and a host waits for the score. */
const ENGINE_BACKOFF_SECONDS = 2;
const MAX_BACKOFF_SECONDS = 3_600;
const MAX_ENGINE_BACKOFF_SECONDS = 300;

/** An error with a retry delay of its own, such as a provider's `Retry-After`. */
export interface RetryAfter {
  retryAfterSeconds: number;
}

/** Consumes a batch of any queue. Each message is acknowledged or retried on its own. */
export async function consumeBatch(batch: MessageBatch, env: Bindings, context: ExecutionContext): Promise<void> {
  const ctx = createRequestContext(env, (work) => context.waitUntil(work()), batch.queue);
  if (batch.queue.endsWith(DEAD)) {
    await Promise.all(batch.messages.map((message) => handleDeadLetter(ctx, batch.queue, message)));
    return;
  }
  const readable = batch.messages.flatMap((message) => read(message) ?? []);
  const byShard = Map.groupBy(readable, ({ parsed }) => onMessageShard(ctx, parsed).shard);
  await Promise.all(
    [...byShard].flatMap(([shard, onOneShard]) =>
      [...Map.groupBy(onOneShard, ({ parsed }) => parsed.type)].map(([type, found]) =>
        consume(onShard(ctx, shard), type, found),
      ),
    ),
  );
}

/** The context on the shard of a message's event, or on shard 0. */
function onMessageShard(ctx: RequestContext, { body }: BusMessage): RequestContext {
  return onShardOf(ctx, "event_id" in body ? body.event_id : null);
}

/** A message of the queue with its parsed body. */
interface Received {
  message: Message;
  parsed: BusMessage;
}

function read(message: Message): Received | null {
  const parsed = parseBusMessage(message.body);
  if (parsed !== null) return { message, parsed };
  // A retry would not make it readable.
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
    const delaySeconds = backoff(type, message.attempts, outcome?.reason);
    const ids = { type, message_id: parsed.id, attempts: message.attempts };
    log("warn", "message_retried", { ...ids, delay_seconds: delaySeconds }, outcome?.reason);
    message.retry({ delaySeconds });
  }
}

async function handleDeadLetter(ctx: RequestContext, queue: string, message: Message): Promise<void> {
  try {
    const parsed = parseBusMessage(message.body);
    if (parsed?.type === "access.forget") {
      // An erasure is never given up, however long the engine is away.
      log("warn", "dead_letter_republished", { queue, type: parsed.type, message_id: parsed.id });
      await ctx.bus.publish([parsed]);
      message.ack();
      return;
    }
    const onItsShard = parsed === null ? ctx : onMessageShard(ctx, parsed);
    await recordDeadLetter(onItsShard, { queue, id: message.id, body: message.body });
    if (parsed?.type === "message.deliver") await failBatch(onItsShard, parsed);
    message.ack();
  } catch (error) {
    log("error", "dead_letter_retried", { queue, message_id: message.id, attempts: message.attempts }, error);
    message.retry({ delaySeconds: BACKOFF_SECONDS });
  }
}

/**
 * 10 s · 2^n, at most 1 h (accesses: 2 s · 2^n, at most 5 min), with up to a quarter more as jitter. A provider
 * that asks for a longer delay gets it; a shorter one would only use up the attempts.
 */
function backoff(type: BusMessageType, attempts: number, error: unknown): number {
  const engine = type.startsWith("access.");
  const initial = engine ? ENGINE_BACKOFF_SECONDS : BACKOFF_SECONDS;
  const max = engine ? MAX_ENGINE_BACKOFF_SECONDS : MAX_BACKOFF_SECONDS;
  const asked = (error as Partial<RetryAfter> | null)?.retryAfterSeconds;
  const delay = Math.max(initial * 2 ** (attempts - 1), typeof asked === "number" ? asked : 0);
  return Math.min(max, Math.ceil(delay * (1 + Math.random() / 4)));
}
