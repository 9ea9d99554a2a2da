import { waitUntil } from "cloudflare:workers";
import { createBus } from "./adapters/bus.ts";
import { createCommonPasswords } from "./adapters/common-passwords.ts";
import { type Counters, createCounters } from "./adapters/counters.ts";
import { EngineOutage } from "./adapters/engine-outage.ts";
import { createImages } from "./adapters/images/images.ts";
import { createImageStore } from "./adapters/images/store.ts";
import { readLanguageFile } from "./adapters/language-files.ts";
import type { MailBackend } from "./adapters/mail/mail.ts";
import { pickMailBackend } from "./adapters/mail/pick.ts";
import { createPayments, type Payments } from "./adapters/payments.ts";
import { createEngineHealth, createScoringEngine, type ScoringEngine } from "./adapters/scoring-engine.ts";
import { pickSmsBackend } from "./adapters/sms/pick.ts";
import type { SmsProviderConfig } from "./adapters/sms/provider.ts";
import { createTurnstile, type Turnstile } from "./adapters/turnstile.ts";
import { postWebhook } from "./adapters/webhook-sender.ts";
import type { Services } from "./context.ts";
import { groupedBatchesByShard } from "./db/grouped-batches.ts";
import { type Bindings, type Config, ConfigError, invalidConfig, readConfig } from "./env.ts";
import { createCatalogues } from "./i18n/catalogues.ts";
import type { Clock } from "./kernel/clock.ts";
import type { RequestPlatform } from "./kernel/grouped-calls.ts";
import { createKeyring } from "./kernel/keyring.ts";
import { log } from "./kernel/log.ts";
import { numberedBindings } from "./kernel/numbered-bindings.ts";
import { warningsInPublic } from "./kernel/public-configuration.ts";
import { regionOfShard } from "./kernel/regions.ts";
import { createKeyUses } from "./platform/key-uses/key-uses.ts";
import { armScheduler } from "./platform/scheduler/arm.ts";

const ISOLATE_SERVICES = new WeakMap<Bindings, Services>();
/** Environments with an invalid configuration: each is logged once. */
const INVALID = new WeakMap<Bindings, ConfigError>();
const SYSTEM_CLOCK: Clock = { now: () => Date.now() };
/**
 * Requests may share calls only where the platform continues a promise in the request that made it. Cloudflare does so
 * from this Worker's compatibility date. Vitest's runner does not, so there each request makes its own call.
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
  const made = new Map<unknown, unknown>();
  const shardBindings = numberedBindings(env) ?? [env.DB];
  const engineOf = createEngines(config, counters);
  logUnbound(config, shardBindings.length);
  for (const detail of warningsInPublic(config)) log("warn", "insecure_configuration", { detail });
  const services: Services = {
    config,
    bindings: env,
    clock: SYSTEM_CLOCK,
    keyring: createKeyring(secrets as [string, ...string[]], (purpose, key) =>
      services.shared(createKeyUses).note(purpose, key),
    ),
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
    counters,
    wakeScheduler: (at, shard) => armScheduler(env, at, shard),
    commonPasswords: createCommonPasswords(env.ASSETS, (error) =>
      log("error", "common_passwords_unavailable", {}, error),
    ),
    turnstile: turnstileOf(config),
    catalogues: createCatalogues(
      (language, readers) => readLanguageFile(env.ASSETS, language, readers),
      (language, error) => log("error", "language_unavailable", { language }, error),
    ),
    shared<T>(create: (services: Services) => T): T {
      if (!made.has(create)) made.set(create, create(services));
      return made.get(create) as T;
    },
  };
  return services;
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

/** Logs the databases of `REGIONS` that are not bound. Requests for their events return 503. */
function logUnbound({ REGIONS }: Config, count: number): void {
  for (const { name, shards } of REGIONS) {
    for (const shard of shards.filter((number) => number >= count)) {
      log("error", "region_not_bound", { region: name, variable: `DB_${shard}` });
    }
  }
}

/** Reports outages, with the number of guests who got access without a score. */
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

/**
 * Null unless all of the provider's settings are there: with some of them, payments would be taken and not recognised.
 */
function paymentsOf(config: Config): Payments | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_BUSINESS: business, STRIPE_API_BASE: apiBase } = config;
  if (!secretKey || !webhookSecret || !pro || !business) return null;
  return createPayments({ secretKey, webhookSecret, prices: { pro, business }, apiBase });
}
