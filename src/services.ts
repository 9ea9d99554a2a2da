import { waitUntil } from "cloudflare:workers";
import { type Bus, createBus } from "./adapters/bus.ts";
import { type CommonPasswords, createCommonPasswords } from "./adapters/common-passwords.ts";
import { type Counters, createCounters } from "./adapters/counters.ts";
import { EngineOutage } from "./adapters/engine-outage.ts";
import { createImages, type Images } from "./adapters/images/images.ts";
import { createImageStore, type ImageStore } from "./adapters/images/store.ts";
import { readLanguageFile } from "./adapters/language-files.ts";
import type { MailBackend } from "./adapters/mail/mail.ts";
import { pickMailBackend } from "./adapters/mail/pick.ts";
import { createPayments, type Payments } from "./adapters/payments.ts";
import { createEngineHealth, createScoringEngine, type ScoringEngine } from "./adapters/scoring-engine.ts";
import { pickSmsBackend } from "./adapters/sms/pick.ts";
import type { SmsProviderConfig } from "./adapters/sms/provider.ts";
import type { SmsBackend } from "./adapters/sms/sms.ts";
import { staticText } from "./adapters/static-text.ts";
import { createTurnstile, type Turnstile } from "./adapters/turnstile.ts";
import { postWebhook } from "./adapters/webhook-sender.ts";
import { type GroupedBatches, groupedBatchesByShard } from "./db/grouped-batches.ts";
import { type Bindings, type Config, ConfigError, invalidConfig, readConfig } from "./env.ts";
import type { ApiKey } from "./features/accounts/api-key.ts";
import { type AnalyticsCache, createAnalyticsCache } from "./features/analytics/analytics-cache.ts";
import { type DeliveryJournal, CALL_TIMEOUT_MS as JOURNAL_TIMEOUT_MS } from "./features/broadcasts/delivery-journal.ts";
import { type KnownHeaders, parseHeaders } from "./features/guests/import-headers.ts";
import { type EventMonitor, CALL_TIMEOUT_MS as MONITOR_TIMEOUT_MS } from "./features/monitor/event-monitor.ts";
import { createEditTurns, type EditTurns } from "./features/rsvp/edit-counter.ts";
import { type Catalogues, createCatalogues } from "./i18n/catalogues.ts";
import { BoundedMap } from "./kernel/bounded-map.ts";
import type { Clock } from "./kernel/clock.ts";
import type { RequestPlatform } from "./kernel/grouped-calls.ts";
import { createKeyring, type Keyring } from "./kernel/keyring.ts";
import { log } from "./kernel/log.ts";
import { numberedBindings } from "./kernel/numbered-bindings.ts";
import type { PhoneRanges } from "./kernel/phone-ranges.ts";
import { regionOfShard } from "./kernel/regions.ts";
import { createFlagCache, type FlagCache } from "./platform/flags/published.ts";
import type { FlushQueue } from "./platform/flush-after-response/flush-queue.ts";
import { KeyUses } from "./platform/key-uses/key-uses.ts";
import { type NamedObjects, timedObjects } from "./platform/objects/timed-objects.ts";
import { createLimiterCache, type LimiterCache } from "./platform/rate-limits/limiter.ts";
import { armScheduler } from "./platform/scheduler/arm.ts";

/** Adapters, keys and caches: built once in an isolate and shared by its requests. */
export interface Services {
  config: Config;
  clock: Clock;
  keyring: Keyring;
  /** Uses of the previous platform secret that wait to be stored. */
  keyUses: KeyUses;
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
  /** Null where no payment provider is configured. */
  payments: Payments | null;
  images: Images;
  imageStore: ImageStore;
  sms: SmsBackend;
  postWebhook: typeof postWebhook;
  journals: NamedObjects<DeliveryJournal>;
  editTurns: EditTurns;
  monitor: NamedObjects<EventMonitor>;
  counters: Counters;
  /** Sets a shard's Scheduler to run at this moment (epoch milliseconds) or earlier. */
  wakeScheduler(at: number, shard: number): Promise<void>;
  limiterCache: LimiterCache;
  flagCache: FlagCache;
  /** API keys that the isolate has read, by their hash. */
  apiKeys: BoundedMap<string, ApiKey>;
  /** Signed door codes with their PNG in base64. Rendering one is the costliest thing that a guest's request does. */
  doorCodes: BoundedMap<string, { token: string; png: string }>;
  analyticsCache: AnalyticsCache;
  commonPasswords: CommonPasswords;
  /** Null where it is not configured. */
  turnstile: Turnstile | null;
  /** The columns that a guest list may have, in many languages. Throws when the file of them cannot be read. */
  importHeaders(): Promise<KnownHeaders>;
  /** The ordinary phone numbers of all countries. An isolate reads them when it sends the first text message. */
  phoneRanges(): Promise<PhoneRanges>;
  /** What guests read, in their languages. */
  catalogues: Catalogues;
  /** Events whose alerts are noted, and until when (epoch milliseconds). */
  notedRounds: BoundedMap<string, number>;
  /** What is to be flushed after responses, by the number of the shard or the id of an event. */
  flushQueues: BoundedMap<string, FlushQueue>;
}

/** About 300 bytes each. A key that is left out is read again. */
const MAX_KNOWN_KEYS = 1_000;
/** About 1.5 KB each. */
const MAX_RENDERED_DOOR_CODES = 5_000;
/** Shards, and events at whose door somebody has arrived. A queue that is left out is flushed all the same. */
const MAX_FLUSH_QUEUES = 1_000;
/** Events with answers in the last minute, of one isolate. */
const MAX_NOTED_ROUNDS = 1_000;

const ISOLATE_SERVICES = new WeakMap<Bindings, Services>();
/** Environments with an invalid configuration: each is logged once. */
const INVALID = new WeakMap<Bindings, ConfigError>();
const SYSTEM_CLOCK: Clock = { now: () => Date.now() };
/**
 * Requests may wait for one another's calls only where the platform runs what awaits a promise in the request that made it,
 * as Cloudflare does from this Worker's compatibility date; where it does not (Vitest's runner), each makes its own.
 */
const REQUEST_PLATFORM: RequestPlatform = {
  parallel: (globalThis as { Cloudflare?: Pick<Cloudflare, "compatibilityFlags"> }).Cloudflare?.compatibilityFlags
    .handle_cross_request_promise_resolution
    ? 1
    : Number.POSITIVE_INFINITY,
  clock: SYSTEM_CLOCK,
  keepAlive: waitUntil,
};

/**
 * The services of an isolate for an environment: built on first use.
 * @throws ConfigError when the environment is wrong
 */
export function servicesOf(env: Bindings): Services {
  const known = ISOLATE_SERVICES.get(env);
  if (known) return known;
  const invalid = INVALID.get(env);
  if (invalid) throw invalid;
  try {
    const services = createServices(env);
    ISOLATE_SERVICES.set(env, services);
    return services;
  } catch (error) {
    if (error instanceof ConfigError) {
      INVALID.set(env, error);
      log("error", "misconfigured", { detail: error.message });
    }
    throw error;
  }
}

/** Whether the services of an environment can be built. */
export function isConfigured(env: Bindings): boolean {
  try {
    servicesOf(env);
    return true;
  } catch {
    return false;
  }
}

function createServices(env: Bindings): Services {
  const config = readConfig(env);
  const secrets = [config.PLATFORM_SECRET, config.PLATFORM_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
  const counters = createCounters(env.METRICS);
  const keyUses = new KeyUses();
  const shardBindings = numberedBindings(env) ?? [env.DB];
  const engineOf = createEngines(config, counters);
  logUnbound(config, shardBindings.length);
  return {
    config,
    clock: SYSTEM_CLOCK,
    keyring: createKeyring(secrets as [string, ...string[]], (purpose, key) => keyUses.note(purpose, key)),
    keyUses,
    shardBindings,
    groupedBatchesOf: groupedBatchesByShard(REQUEST_PLATFORM),
    kv: env.KV,
    engine: engineOf(0),
    engineOf,
    bus: createBus({
      access: env.ACCESS_QUEUE,
      scores: env.SCORES_QUEUE,
      notifier: env.NOTIFIER_QUEUE,
      broadcasts: env.BROADCASTS_QUEUE,
      webhooks: env.WEBHOOKS_QUEUE,
    }),
    mail: mailOf(config, env),
    sms: pickSmsBackend({ twilio: twilioOf(config) }),
    payments: paymentsOf(config),
    images: createImages(env.IMAGES),
    imageStore: createImageStore(env.BUCKET),
    postWebhook,
    journals: timedObjects(env.DELIVERY_JOURNAL, JOURNAL_TIMEOUT_MS),
    editTurns: createEditTurns(env.EDIT_COUNTER),
    monitor: countingMonitor(timedObjects(env.EVENT_MONITOR, MONITOR_TIMEOUT_MS), counters),
    counters,
    wakeScheduler: (at, shard) => armScheduler(env, at, shard),
    limiterCache: createLimiterCache(),
    flagCache: createFlagCache(),
    apiKeys: new BoundedMap(MAX_KNOWN_KEYS),
    doorCodes: new BoundedMap(MAX_RENDERED_DOOR_CODES),
    analyticsCache: createAnalyticsCache(),
    commonPasswords: createCommonPasswords(env.ASSETS, (error) =>
      log("error", "common_passwords_unavailable", {}, error),
    ),
    turnstile: turnstileOf(config),
    importHeaders: staticText(env.ASSETS, "/guests/import-headers.txt", parseHeaders),
    phoneRanges: staticText(env.ASSETS, "/sending/phone-ranges.json", (text) => JSON.parse(text) as PhoneRanges),
    catalogues: createCatalogues(
      (language, readers) => readLanguageFile(env.ASSETS, language, readers),
      (language, error) => log("error", "language_unavailable", { language }, error),
    ),
    notedRounds: new BoundedMap(MAX_NOTED_ROUNDS),
    flushQueues: new BoundedMap(MAX_FLUSH_QUEUES),
  };
}

/** An engine for each region, each with its circuit breaker. */
function createEngines({ REGIONS, ...config }: Config, counters: Counters): (shard: number) => ScoringEngine {
  const engines = new Map(
    REGIONS.map(({ name, engine }) => {
      const peer = {
        url: engine ?? config.SCORING_ENGINE_URL,
        secret: config.SCORING_ENGINE_SECRET,
        region: REGIONS.length === 1 ? null : name,
      };
      return [
        name,
        reportingEngine(
          createScoringEngine(peer, createEngineHealth(SYSTEM_CLOCK), REQUEST_PLATFORM),
          new EngineOutage(name, counters, SYSTEM_CLOCK),
        ),
      ] as const;
    }),
  );
  const first = engines.get(REGIONS[0].name) as ScoringEngine;
  return (shard) => engines.get(regionOfShard(REGIONS, shard).name) ?? first;
}

/** Names the databases that `REGIONS` has and the Worker has not: their events are answered with 503. */
function logUnbound({ REGIONS }: Config, count: number): void {
  for (const { name, shards } of REGIONS) {
    for (const shard of shards.filter((number) => number >= count)) {
      log("error", "region_not_bound", { region: name, variable: `DB_${shard}` });
    }
  }
}

/** Reports outages, with the number of guests who were let in without a score. */
function reportingEngine(engine: ScoringEngine, outage: EngineOutage): ScoringEngine {
  return {
    ...engine,
    async score(access) {
      const score = await engine.score(access);
      if (score === null) outage.recordUnscored();
      else outage.recordScored();
      return score;
    },
  };
}

/** Counts accesses by band: an access is published to the monitors once, when it has its band. */
function countingMonitor(monitor: NamedObjects<EventMonitor>, counters: Counters): NamedObjects<EventMonitor> {
  return {
    of(eventId) {
      const calls = monitor.of(eventId);
      const publish: typeof calls.publish = async (id, ...events) => {
        const bands = events.flatMap((event) =>
          event.type === "access.scored" ? [event.automated ? "automated" : event.risk] : [],
        );
        for (const [band, found] of Map.groupBy(bands, (band) => band)) {
          counters.count("access_band", band, found.length);
        }
        await calls.publish(id, ...events);
      };
      // The other calls are inherited.
      return Object.assign(Object.create(calls) as typeof calls, { publish });
    },
  };
}

/** @throws ConfigError when the sender or the address of the mail server is malformed */
function mailOf(config: Config, { EMAIL }: Bindings): MailBackend {
  const { EMAIL_FROM, SMTP_URL, RESEND_API_KEY, RESEND_API_BASE } = config;
  const resend = RESEND_API_KEY ? { apiKey: RESEND_API_KEY, apiBase: RESEND_API_BASE } : undefined;
  try {
    return pickMailBackend({ from: EMAIL_FROM, smtpUrl: SMTP_URL, emailBinding: EMAIL, resend });
  } catch (error) {
    throw invalidConfig([(error as Error).message]);
  }
}

/** The SMS provider's account, where all of it is configured. */
function twilioOf(config: Config): SmsProviderConfig | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = config;
  if (accountSid === undefined || authToken === undefined || from === undefined) return undefined;
  return { accountSid, authToken, from, apiBase: config.TWILIO_API_BASE };
}

/** Null unless both are there. */
function turnstileOf(config: Config): Turnstile | null {
  const { TURNSTILE_SITEKEY: siteKey, TURNSTILE_SECRET_KEY: secretKey, TURNSTILE_API_BASE: apiBase } = config;
  if (siteKey === undefined || secretKey === undefined) return null;
  return createTurnstile({ siteKey, secretKey, apiBase }, (error) => log("error", "turnstile_unavailable", {}, error));
}

/** Null unless all of the provider's settings are there: with some of them, payments would be taken and not recognised. */
function paymentsOf(config: Config): Payments | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_BUSINESS: business, STRIPE_API_BASE: apiBase } = config;
  if (!secretKey || !webhookSecret || !pro || !business) return null;
  return createPayments({ secretKey, webhookSecret, prices: { pro, business }, apiBase });
}
