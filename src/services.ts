import { type Bus, createBus } from "./adapters/bus.ts";
import { type Counters, createCounters } from "./adapters/counters.ts";
import { createImages, type Images } from "./adapters/images/images.ts";
import { createImageStore, type ImageStore } from "./adapters/images/store.ts";
import type { MailBackend } from "./adapters/mail/mail.ts";
import { pickMailBackend } from "./adapters/mail/pick.ts";
import { createPayments, type Payments } from "./adapters/payments.ts";
import { createEngineHealth, createScoringEngine, type ScoringEngine } from "./adapters/scoring-engine.ts";
import { pickSmsBackend } from "./adapters/sms/pick.ts";
import type { SmsProviderConfig } from "./adapters/sms/provider.ts";
import type { SmsBackend } from "./adapters/sms/sms.ts";
import { TimeSpent, timedDatabase, timedEngine } from "./adapters/time-spent.ts";
import type { AccountsDatabase, Database } from "./db/client.ts";
import { openShards, type Shards } from "./db/shards.ts";
import { type Bindings, type Config, readConfig } from "./env.ts";
import { type AnalyticsCache, createAnalyticsCache } from "./features/analytics/analytics-cache.ts";
import { createJournals, type Journals } from "./features/broadcasts/journals.ts";
import { createMonitor, type Monitor } from "./features/monitor/monitor.ts";
import { BoundedMap } from "./kernel/bounded-map.ts";
import type { Clock } from "./kernel/clock.ts";
import { withDeadline } from "./kernel/deadline.ts";
import { createKeyring, type Keyring } from "./kernel/keyring.ts";
import { numberedBindings } from "./kernel/numbered-bindings.ts";
import type { RequestKey } from "./kernel/request-key.ts";
import { createFlagCache, type FlagCache } from "./platform/flags/flag-cache.ts";
import type { FlushQueue } from "./platform/flush-after-response/flush-after-response.ts";
import {
  createLimiterCache,
  createRateLimiter,
  type LimiterCache,
  type RateLimiter,
} from "./platform/rate-limits/limiter.ts";
import { armScheduler } from "./platform/scheduler/arm.ts";

/** Everything a verb can reach. Built once a request; what outlives a request is in `Shared`. */
export interface Services {
  config: Config;
  clock: Clock;
  keyring: Keyring;
  /**
   * The number of the database that `db` and `nearDb` are: 0 until the request's event, or the host whose events are
   * meant, is known; then theirs. See features/databases/route.ts.
   */
  shard: number;
  /** Sees every acknowledged write. */
  db: Database;
  /** The nearest replica, perhaps a moment late: for guests' reads. */
  replicaDb: Database;
  /** Database 0, whichever `db` is: accounts, sessions, subscriptions, uploads and flags are there alone. */
  accountsDb: AccountsDatabase;
  shards: Shards;
  kv: KVNamespace;
  engine: ScoringEngine;
  bus: Bus;
  mail: MailBackend;
  /** Null where no payment provider is configured. */
  payments: Payments | null;
  images: Images;
  imageStore: ImageStore;
  sms: SmsBackend;
  journals: Journals;
  /** Sees to it that a database's Scheduler looks for what is due at this moment (epoch milliseconds) or before. */
  wakeScheduler(at: number, database: number): Promise<void>;
  rateLimits: RateLimiter;
  monitor: Monitor;
  counters: Counters;
  /** How long this request has waited so far. */
  timeSpent: TimeSpent;
  flagCache: FlagCache;
  /** What the client calls this request, where it means to send it again if need be; see features/idempotency/once. */
  requestKey: RequestKey | null;
  /** Door codes that were drawn: JWT → PNG in base64. Drawing one is the costliest thing that a guest asks for. */
  doorCodes: BoundedMap<string, string>;
  /** Analytics that this isolate has counted or read from KV. */
  analyticsCache: AnalyticsCache;
  /** What answered requests of this isolate left to be done, together, by the number of their database. */
  flushQueues: Map<number, FlushQueue>;
  /** Work for after the answer. Its failure is logged and never reaches the client. */
  defer(work: () => Promise<unknown>): void;
}

/** What an isolate keeps between requests, one set for each environment that it sees. */
interface Shared {
  config: Config;
  bindings: readonly [D1Database, ...D1Database[]];
  keyring: Keyring;
  clock: Clock;
  engine: ScoringEngine;
  mail: MailBackend;
  /** Null where no payment provider is configured. */
  payments: Payments | null;
  sms: SmsBackend;
  limiterCache: LimiterCache;
  flagCache: FlagCache;
  doorCodes: BoundedMap<string, string>;
  analyticsCache: AnalyticsCache;
  flushQueues: Map<number, FlushQueue>;
}

/** About 1.5 KB each. */
const MAX_RENDERED_DOOR_CODES = 5_000;

const SHARED = new WeakMap<Bindings, Shared>();
const SYSTEM_CLOCK: Clock = { now: () => Date.now() };

/**
 * The composition root.
 * @param later runs work when nobody waits any more, and keeps the program alive until it is done
 * @throws ConfigError when the environment is wrong
 */
export function buildServices(env: Bindings, later: (work: () => Promise<void>) => void): Services {
  const shared = sharedOf(env);
  const defer = (work: () => Promise<unknown>): void => {
    later(async () => {
      try {
        await work();
      } catch (error) {
        console.error(JSON.stringify({ msg: "deferred_work_failed", error: nameOf(error) }));
      }
    });
  };
  const timeSpent = new TimeSpent(shared.clock);
  const shards = openShards(shared.bindings, (binding) => timedDatabase(binding, timeSpent));
  const counters = createCounters(env.METRICS);
  return {
    config: shared.config,
    clock: shared.clock,
    keyring: shared.keyring,
    shard: 0,
    ...shards.first,
    accountsDb: shards.accounts,
    shards,
    kv: env.KV,
    engine: countingEngine(timedEngine(shared.engine, timeSpent), counters),
    bus: busOn(env),
    mail: shared.mail,
    payments: shared.payments,
    images: createImages(),
    imageStore: createImageStore(env.BUCKET),
    sms: shared.sms,
    journals: createJournals(env.DELIVERY_JOURNAL, withDeadline),
    wakeScheduler: (at, database) => armScheduler(env, at, database),
    rateLimits: createRateLimiter({
      kv: env.KV,
      windows: env.RATE_WINDOW,
      clock: shared.clock,
      cache: shared.limiterCache,
      defer,
    }),
    monitor: countingMonitor(createMonitor(env.EVENT_MONITOR, withDeadline), counters),
    counters,
    timeSpent,
    flagCache: shared.flagCache,
    doorCodes: shared.doorCodes,
    analyticsCache: shared.analyticsCache,
    flushQueues: shared.flushQueues,
    requestKey: null,
    defer,
  };
}

/** Counts the guests who were let in without a score. */
function countingEngine(engine: ScoringEngine, counters: Counters): ScoringEngine {
  return {
    ...engine,
    async score(access) {
      const score = await engine.score(access);
      if (score === null) counters.count("engine_unavailable", "score");
      return score;
    },
  };
}

/** Counts accesses by their bands: the monitors are told of each once, when it has its band. */
function countingMonitor(monitor: Monitor, counters: Counters): Monitor {
  return {
    ...monitor,
    async publish(eventId, ...events) {
      const bands = events.flatMap((event) =>
        event.type === "access.scored" ? [event.automated ? "automated" : event.risk] : [],
      );
      for (const [band, found] of Map.groupBy(bands, (band) => band)) {
        counters.count("access_band", band, found.length);
      }
      await monitor.publish(eventId, ...events);
    },
  };
}

function busOn(env: Bindings): Bus {
  return createBus({
    access: env.ACCESS_QUEUE,
    scores: env.SCORES_QUEUE,
    notifier: env.NOTIFIER_QUEUE,
    broadcasts: env.BROADCASTS_QUEUE,
  });
}

function sharedOf(env: Bindings): Shared {
  const known = SHARED.get(env);
  if (known) return known;
  const config = readConfig(env);
  const secrets = [config.PLATFORM_SECRET, config.PLATFORM_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
  const shared: Shared = {
    config,
    bindings: numberedBindings(env) ?? [env.DB],
    clock: SYSTEM_CLOCK,
    keyring: createKeyring(secrets as [string, ...string[]]),
    engine: createScoringEngine(
      { url: config.SCORING_ENGINE_URL, secret: config.SCORING_ENGINE_SECRET },
      createEngineHealth(SYSTEM_CLOCK),
    ),
    mail: pickMailBackend({
      from: config.EMAIL_FROM,
      smtpUrl: config.SMTP_URL,
      emailBinding: env.EMAIL,
      resend: config.RESEND_API_KEY ? { apiKey: config.RESEND_API_KEY, apiBase: config.RESEND_API_BASE } : undefined,
    }),
    sms: pickSmsBackend({ twilio: twilioOf(config) }),
    payments: paymentsOf(config),
    limiterCache: createLimiterCache(),
    flagCache: createFlagCache(),
    doorCodes: new BoundedMap(MAX_RENDERED_DOOR_CODES),
    analyticsCache: createAnalyticsCache(),
    flushQueues: new Map(),
  };
  SHARED.set(env, shared);
  return shared;
}

/** The SMS provider's account, where all of it is configured. */
function twilioOf(config: Config): SmsProviderConfig | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = config;
  if (accountSid === undefined || authToken === undefined || from === undefined) return undefined;
  return { accountSid, authToken, from, apiBase: config.TWILIO_API_BASE };
}

/** All of the provider's settings are needed: with a part of them, payments would be taken and not recognised. */
function paymentsOf(config: Config): Payments | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_BUSINESS: business, STRIPE_API_BASE: apiBase } = config;
  if (!secretKey || !webhookSecret || !pro || !business) return null;
  return createPayments({ secretKey, webhookSecret, prices: { pro, business }, apiBase });
}

/** An error's class and nothing of its message, which may quote what a person typed. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
