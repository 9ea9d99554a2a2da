import type { Bus } from "./adapters/bus.ts";
import type { CommonPasswords } from "./adapters/common-passwords.ts";
import type { Counters } from "./adapters/counters.ts";
import type { Images } from "./adapters/images/images.ts";
import type { ImageStore } from "./adapters/images/store.ts";
import type { MailBackend, MailSession } from "./adapters/mail/mail.ts";
import type { Payments } from "./adapters/payments.ts";
import type { RequestTimings } from "./adapters/request-timings.ts";
import type { ScoringEngine } from "./adapters/scoring-engine.ts";
import type { SmsBackend } from "./adapters/sms/sms.ts";
import type { Turnstile } from "./adapters/turnstile.ts";
import type { postWebhook } from "./adapters/webhook-sender.ts";
import type { AccountsDatabase, Database } from "./db/client.ts";
import type { GroupedBatches } from "./db/grouped-batches.ts";
import type { Shards } from "./db/shards.ts";
import type { Bindings, Config } from "./env.ts";
import type { Catalogues } from "./i18n/catalogues.ts";
import type { Clock } from "./kernel/clock.ts";
import type { ConnectionPool } from "./kernel/connection-pool.ts";
import type { Keyring } from "./kernel/keyring.ts";
import type { RequestFacts } from "./kernel/request-facts.ts";
import type { RequestKey } from "./kernel/request-key.ts";
import type { RateLimitResult, RateRule } from "./kernel/sliding-window.ts";

/** The Durable Objects and files that services are made of. */
type ServiceBindings = Pick<Bindings, "ASSETS" | "DELIVERY_JOURNAL" | "EDIT_COUNTER" | "EVENT_MONITOR" | "RATE_WINDOW">;

/** Adapters, keys and configuration: built once in an isolate and shared by its requests. */
export interface Services {
  config: Config;
  bindings: ServiceBindings;
  clock: Clock;
  keyring: Keyring;
  /** The D1 databases over which events are spread, by the number of their shard. */
  shardBindings: readonly [D1Database, ...D1Database[]];
  /** The batches of a shard's primary that requests share. */
  groupedBatchesOf(shard: number): GroupedBatches;
  kv: KVNamespace;
  /** The engine of the first region. */
  engine: ScoringEngine;
  /** The engine beside the data of a shard. */
  engineOf(shard: number): ScoringEngine;
  bus: Bus;
  mail: MailBackend;
  /** Null if no payment provider is configured. */
  payments: Payments | null;
  images: Images;
  imageStore: ImageStore;
  sms: SmsBackend;
  postWebhook: typeof postWebhook;
  counters: Counters;
  commonPasswords: CommonPasswords;
  /** Null if Turnstile is not configured. */
  turnstile: Turnstile | null;
  /** Sets a shard's Scheduler to run at this moment (epoch milliseconds) or earlier. */
  wakeScheduler(at: number, shard: number): Promise<void>;
  /** The texts for guests, in their languages. */
  catalogues: Catalogues;
  /**
   * The isolate's instance of a service or cache that an area defines: made at the first call with this function, then
   * shared by all requests of the isolate.
   */
  shared<T>(create: (services: Services) => T): T;
}

/** Counts hits of a rule by key, and rejects those over its limit. */
export interface RateLimiter {
  /**
   * Counts in one Durable Object, so the limit is exact. One round trip; none while a rejection is cached.
   * @param partition keys with the same partition share an object; if left out, the key has its own object
   */
  exact(rule: RateRule, key: string, partition?: string): Promise<RateLimitResult>;
  /** The rejection of the key that this isolate has cached, which `exact` would return without a round trip; or null. */
  knownRefusal(rule: RateRule, key: string): RateLimitResult | null;
  /** Clears the hits of a clearable rule on all keys of a partition. */
  clear(rule: RateRule & { isClearable: true }, partition: string): Promise<void>;
  /** Counts in this isolate. Rejections of other isolates arrive late through KV. No round trip. */
  approximate(rule: RateRule, key: string): RateLimitResult;
}

/** The context of a verb: the isolate's services, and the state of this request, queue batch or alarm. */
export interface RequestContext extends Services {
  /** The request's ID, or what else names this run in the log: a queue's name, an alarm. */
  id: string;
  /** The number of the shard of `db` and `engine`: 0 until the request's event or host is known; see `onShard`. */
  shard: number;
  /** Sees every acknowledged write. */
  db: Database;
  /** Always shard 0, the only one with accounts, sessions, subscriptions, uploads and flags. */
  accountsDb: AccountsDatabase;
  shards: Shards;
  rateLimits: RateLimiter;
  /** The email connections of this request or queue batch, whichever shard it is on: a socket may not outlive it. */
  mailConnections: ConnectionPool<MailSession>;
  /** Waits of this request so far. */
  timings: RequestTimings;
  /** The request's `Idempotency-Key`, if it has one; see `idempotent`. */
  requestKey: RequestKey | null;
  /** Returns the request's facts about its client; null for a queue batch or an alarm. */
  facts(): RequestFacts | null;
  /** The user who is signed in where the request comes from; null for a queue batch or an alarm. */
  signedInUserId(): Promise<string | null>;
  /** Runs work after the response. A failure is logged under the request's ID and never reaches the client. */
  defer(work: () => Promise<unknown>): void;
}
