import { type BusMessage, type BusMessageType, parseBusMessage } from "../proto/bus/messages.ts";
import type { Bindings } from "./env.ts";
import { endSubscription } from "./features/billing/end-subscription.ts";
import { deliverBatch } from "./features/broadcasts/deliver-batch.ts";
import { failBatch } from "./features/broadcasts/fail-batch.ts";
import { refreshCopies } from "./features/copies/refresh-copies.ts";
import { onDatabaseOf } from "./features/databases/route.ts";
import { notify } from "./features/notifier/notify.ts";
import { recordDeadLetter } from "./features/notifier/record-dead-letter.ts";
import { carryAccess, carryConfirmation } from "./features/risk/carry-to-engine.ts";
import { storeScore } from "./features/risk/store-score.ts";
import { buildServices, type Services } from "./services.ts";

/** Does what a message asks. Safe to call again with the same message. @throws when it is to come again */
type Consumer<T extends BusMessageType> = (
  services: Services,
  message: Extract<BusMessage, { type: T }>,
) => Promise<void>;

const CONSUMERS: { [T in BusMessageType]: Consumer<T> } = {
  "access.attempted": carryAccess,
  "access.confirmed": carryConfirmation,
  "fraud.scored": storeScore,
  "rsvp.confirmed": notify,
  "invitation.send": notify,
  "account.mail": notify,
  "edit_link.send": notify,
  "collaborator_invite.send": notify,
  "account.changed": refreshCopies,
  "subscription.end": endSubscription,
  "message.deliver": deliverBatch,
};

/** The services on the database that a message is about: its event's, or the one of accounts. */
function atMessage(services: Services, { body }: BusMessage): Services {
  return onDatabaseOf(services, "event_id" in body ? body.event_id : null);
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
  const services = buildServices(env, (work) => context.waitUntil(work()));
  await Promise.all(
    batch.messages.map((message) =>
      batch.queue.endsWith(DEAD) ? bury(services, batch.queue, message) : consume(services, message),
    ),
  );
}

async function consume(services: Services, message: Message): Promise<void> {
  const parsed = parseBusMessage(message.body);
  if (parsed === null) {
    // Poison never improves by coming again.
    console.error(JSON.stringify({ msg: "message_unreadable", message_id: message.id }));
    message.ack();
    return;
  }
  try {
    // The table gives each type its own consumer; the compiler cannot follow the pair through the index.
    await (CONSUMERS[parsed.type] as Consumer<BusMessageType>)(atMessage(services, parsed), parsed);
    message.ack();
  } catch (error) {
    const delaySeconds = backoff(parsed.type, message.attempts, error);
    console.warn(
      JSON.stringify({ msg: "message_retried", type: parsed.type, attempts: message.attempts, delaySeconds }),
    );
    message.retry({ delaySeconds });
  }
}

async function bury(services: Services, queue: string, message: Message): Promise<void> {
  try {
    const parsed = parseBusMessage(message.body);
    const there = parsed === null ? services : atMessage(services, parsed);
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
