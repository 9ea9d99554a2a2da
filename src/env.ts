import * as z from "zod";
import type { DeliveryJournal } from "./features/broadcasts/delivery-journal.ts";
import type { EventMonitor } from "./features/monitor/event-monitor.ts";
import { MAX_SHARDS } from "./kernel/ids.ts";
import { MIN_SECRET_BYTES } from "./kernel/keyring.ts";
import { numberedBindings } from "./kernel/numbered-bindings.ts";
import type { RateWindow } from "./platform/rate-limits/rate-window.ts";
import type { Scheduler } from "./platform/scheduler/scheduler.ts";

/** Everything that wrangler.toml binds, and the variables and secrets beside it; `DB_1`, `DB_2`, … are in databases.ts. */
export interface Bindings {
  DB: D1Database;
  KV: KVNamespace;
  BUCKET: R2Bucket;
  IMAGES: ImagesBinding;
  RATE_WINDOW: DurableObjectNamespace<RateWindow>;
  EVENT_MONITOR: DurableObjectNamespace<EventMonitor>;
  SCHEDULER: DurableObjectNamespace<Scheduler>;
  DELIVERY_JOURNAL: DurableObjectNamespace<DeliveryJournal>;
  ACCESS_QUEUE: Queue;
  SCORES_QUEUE: Queue;
  NOTIFIER_QUEUE: Queue;
  BROADCASTS_QUEUE: Queue;
  ASSETS: Fetcher;
  EMAIL?: SendEmail;
  METRICS?: AnalyticsEngineDataset;
  [variable: string]: unknown;
}

const text = z.string().min(1);
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal("").transform(() => undefined), schema]).optional();
/** Counted in bytes, as the keys that come of it are. */
const secret = text.refine((value) => new TextEncoder().encode(value).length >= MIN_SECRET_BYTES, {
  message: `has at least ${MIN_SECRET_BYTES} bytes`,
});

/** How long an access is kept with all that it tells of a person; as long as the engine remembers a guest. */
const ACCESS_LOG_DAYS = 180;
/** Ten years: no purpose of an access log lasts longer. */
const MAX_ACCESS_LOG_DAYS = 3_650;

const CONFIG = z.object({
  PUBLIC_URL: url,
  PLATFORM_SECRET: secret,
  PLATFORM_SECRET_PREVIOUS: optional(secret),
  SCORING_ENGINE_URL: url,
  SCORING_ENGINE_SECRET: secret.regex(
    /^[\x21-\x7e]*$/,
    "is sent in a header: letters, digits and signs without spaces",
  ),
  EMAIL_FROM: text,
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  RESEND_API_KEY: optional(text),
  RESEND_API_BASE: url.default("https://api.resend.com"),
  RESEND_WEBHOOK_SECRET: optional(text),
  TWILIO_ACCOUNT_SID: optional(text),
  TWILIO_AUTH_TOKEN: optional(text),
  TWILIO_FROM: optional(text),
  TWILIO_API_BASE: url.default("https://api.twilio.com"),
  STRIPE_SECRET_KEY: optional(text),
  STRIPE_WEBHOOK_SECRET: optional(text),
  STRIPE_PRICE_PRO: optional(text),
  STRIPE_PRICE_BUSINESS: optional(text),
  STRIPE_API_BASE: optional(url),
  CORS_ORIGINS: z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(",")
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ""),
    ),
  OPEN_DATABASES: z
    .string()
    .regex(/^\s*(\d{1,4}(\s*,\s*\d{1,4})*)?\s*$/, "is numbers of databases, separated by commas")
    .default("")
    .transform((value) => (value.trim() === "" ? [] : value.split(",").map(Number))),
  ACCESS_LOG_DAYS: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.coerce.number().pipe(z.int().min(1).max(MAX_ACCESS_LOG_DAYS)).default(ACCESS_LOG_DAYS),
  ),
  PASSWORD_HASH_COST: z.enum(["standard", "test"]).default("standard"),
});

/** The checked configuration. Nobody but this file reads a variable. */
export type Config = z.output<typeof CONFIG>;

/** A variable is missing or wrong. The message names the variables and never repeats a value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** Names of variables and what would be right: nobody's words. */
  readonly isSafeToLog = true;
}

/** @throws ConfigError naming each variable that is wrong, and what would be right */
export function readConfig(env: Bindings): Config {
  const parsed = CONFIG.safeParse(env);
  if (!parsed.success) {
    throw wrong(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const count = numberedBindings(env)?.length;
  if (count === undefined) throw wrong(["DB_1, DB_2, …: are numbered without a gap"]);
  if (count > MAX_SHARDS) throw wrong([`DB_${MAX_SHARDS}: an id has no room for this number`]);
  const open = parsed.data.OPEN_DATABASES;
  if (open.some((number) => number >= count)) throw wrong(["OPEN_DATABASES: names a database that is not bound"]);
  // Nothing said: hosts are placed on all of them.
  return { ...parsed.data, OPEN_DATABASES: open.length > 0 ? open : Array.from({ length: count }, (_, at) => at) };
}

function wrong(problems: string[]): ConfigError {
  return new ConfigError(`the configuration is wrong: ${problems.join("; ")}`);
}
