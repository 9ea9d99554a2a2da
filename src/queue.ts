import { type BusMessage, type BusMessageType, parseBusMessage } from "../proto/bus/messages.ts";
import type { Bindings } from "./env.ts";
import { endSubscription } from "./features/billing/end-subscription.ts";
import { deliverBatch } from "./features/broadcasts/deliver-batch.ts";
import { failBatch } from "./features/broadcasts/fail-batch.ts";
import { notify } from "./features/notifier/notify.ts";
import { recordDeadLetter } from "./features/notifier/record-dead-letter.ts";
import { eraseOutsideDatabase } from "./features/privacy/erase-outside-database.ts";
import { deleteAccountOnShard } from "./features/privacy/delete-account-on-shard.ts";
import { forwardAccesses, forwardConfirmations } from "./features/risk/forward-to-engine.ts";
import { storeScores } from "./features/risk/store-score.ts";
import { refreshReplicas } from "./platform/account-replicas/refresh-replicas.ts";
import { onShard, onShardOf } from "./platform/shards/on-shard.ts";
import { createRequestContext, type RequestContext } from "./request-context.ts";

type MessageOf<T extends BusMessageType> = Extract<BusMessage, { type: T }>;

/**
 * Does what messages of one type ask. Safe to call again with any of them.
 * @returns what became of each: the rejected come again. @throws when all of them are to
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

/** Each message on its own, all at once. */
function each<M extends BusMessage>(take: (ctx: RequestContext, message: M) => Promise<void>) {
  return (ctx: RequestContext, messages: readonly M[]) =>
    Promise.allSettled(messages.map((message) => take(ctx, message)));
}

/** All messages in one go; where that fails, each on its own, so that one that is impossible keeps back no other. */
function togetherOrEach<M extends BusMessage>(take: (ctx: RequestContext, messages: readonly M[]) => Promise<void>) {
  return async (ctx: RequestContext, messages: readonly M[]): Promise<PromiseSettledResult<unknown>[]> => {
    const [whole] = await Promise.allSettled([take(ctx, messages)]);
    if (whole.status === "fulfilled" || messages.length === 1) return messages.map(() => whole);
    return Promise.allSettled(messages.map((message) => take(ctx, [message])));
  };
}

/** The ending of the names of dead-letter queues. */
const DEAD = "-dead";

/** First wait before a message comes again; it doubles with each try. */
const BACKOFF_SECONDS = 10;
/** The engine is usually back within seconds, and a host is waiting for the score. */
const ENGINE_BACKOFF_SECONDS = 2;
const MAX_BACKOFF_SECONDS = 3_600;
const MAX_ENGINE_BACKOFF_SECONDS = 300;

/** Asked for a time of its own before the next try, such as a provider's `Retry-After`. */
export interface RetryAfter {
  retryAfterSeconds: number;
}

/** Takes a batch from any of the service's queues, each message on its own: one failure repeats nothing else. */
export async function consumeBatch(batch: MessageBatch, env: Bindings, context: ExecutionContext): Promise<void> {
  const ctx = createRequestContext(env, (work) => context.waitUntil(work()));
  if (batch.queue.endsWith(DEAD)) {
    await Promise.all(batch.messages.map((message) => handleDeadLetter(ctx, batch.queue, message)));
    return;
  }
  const readable = batch.messages.flatMap((message) => read(message) ?? []);
  const places = Map.groupBy(readable, ({ parsed }) => atMessage(ctx, parsed).shard);
  await Promise.all(
    [...places].flatMap(([database, there]) =>
      [...Map.groupBy(there, ({ parsed }) => parsed.type)].map(([type, found]) =>
        consume(onShard(ctx, database), type, found),
      ),
    ),
  );
}

/** The services on the database that a message is about: its event's, or the one of accounts. */
function atMessage(ctx: RequestContext, { body }: BusMessage): RequestContext {
  return onShardOf(ctx, "event_id" in body ? body.event_id : null);
}

/** A message of the queue with what it says. */
interface Received {
  message: Message;
  parsed: BusMessage;
}

function read(message: Message): Received | null {
  const parsed = parseBusMessage(message.body);
  if (parsed !== null) return { message, parsed };
  // Poison never improves by coming again.
  console.error(JSON.stringify({ msg: "message_unreadable", message_id: message.id }));
  message.ack();
  return null;
}

async function consume(ctx: RequestContext, type: BusMessageType, received: readonly Received[]): Promise<void> {
  // The table gives each type its own consumer; the compiler cannot follow the pair through the index.
  const consumer = CONSUMERS[type] as Consumer<BusMessageType>;
  const messages = received.map(({ parsed }) => parsed);
  const [all] = await Promise.allSettled([consumer(ctx, messages)]);
  for (const [index, { message }] of received.entries()) {
    const outcome = all.status === "fulfilled" ? all.value[index] : all;
    if (outcome?.status === "fulfilled") {
      message.ack();
      continue;
    }
    const delaySeconds = backoff(type, message.attempts, outcome?.reason);
    console.warn(JSON.stringify({ msg: "message_retried", type, attempts: message.attempts, delaySeconds }));
    message.retry({ delaySeconds });
  }
}

async function handleDeadLetter(ctx: RequestContext, queue: string, message: Message): Promise<void> {
  try {
    const parsed = parseBusMessage(message.body);
    if (parsed?.type === "access.forget") {
      // Nobody may be remembered because the engine was away for too long.
      await ctx.bus.publish([parsed]);
      message.ack();
      return;
    }
    const there = parsed === null ? ctx : atMessage(ctx, parsed);
    await recordDeadLetter(there, { queue, id: message.id, body: message.body });
    if (parsed?.type === "message.deliver") await failBatch(there, parsed);
    message.ack();
  } catch {
    message.retry({ delaySeconds: BACKOFF_SECONDS });
  }
}

/**
 * 10 s · 2^n, at most 1 h (accesses: 2 s · 2^n, at most 5 min), with up to a quarter more so that a crowd spreads. A
 * provider that asks for a longer wait gets it; a shorter one would only use up the tries.
 */
function backoff(type: BusMessageType, attempts: number, error: unknown): number {
  const engine = type.startsWith("access.");
  const first = engine ? ENGINE_BACKOFF_SECONDS : BACKOFF_SECONDS;
  const most = engine ? MAX_ENGINE_BACKOFF_SECONDS : MAX_BACKOFF_SECONDS;
  const asked = (error as Partial<RetryAfter> | null)?.retryAfterSeconds;
  const delay = Math.max(first * 2 ** (attempts - 1), typeof asked === "number" ? asked : 0);
  return Math.min(most, Math.ceil(delay * (1 + Math.random() / 4)));
}
