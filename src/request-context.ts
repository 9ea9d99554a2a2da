import type { MailSession } from "./adapters/mail/mail.ts";
import { RequestTimings, timedEngine } from "./adapters/request-timings.ts";
import type { AccountsDatabase, Database } from "./db/client.ts";
import { openShards, type Shards } from "./db/shards.ts";
import type { Bindings } from "./env.ts";
import { ConnectionPool } from "./kernel/connection-pool.ts";
import { log } from "./kernel/log.ts";
import type { RequestFacts } from "./kernel/request-facts.ts";
import type { RequestKey } from "./kernel/request-key.ts";
import { createRateLimiter, type RateLimiter } from "./platform/rate-limits/limiter.ts";
import { type Services, servicesOf } from "./services.ts";

/** What a verb is handed: the isolate's services, and what belongs to this request, queue batch or alarm alone. */
export interface RequestContext extends Services {
  /** The request's id, or what else names this run in the log: a queue's name, an alarm. */
  id: string;
  /** The number of the shard that `db` is on, and beside which `engine` is: 0 until the request's event or host is known; see `onShard`. */
  shard: number;
  /** Sees every acknowledged write. */
  db: Database;
  /** Shard 0, whichever `db` is: accounts, sessions, subscriptions, uploads and flags are there alone. */
  accountsDb: AccountsDatabase;
  shards: Shards;
  rateLimits: RateLimiter;
  /** The mail connections of this request or queue batch, whichever shard it is on: a socket may not outlive it. */
  mailConnections: ConnectionPool<MailSession>;
  /** How long this request has waited so far. */
  timings: RequestTimings;
  /** The client's `Idempotency-Key`, where it sent one; see `idempotent`. */
  requestKey: RequestKey | null;
  /** What the request says about its client; null for a queue batch or an alarm. */
  facts(): RequestFacts | null;
  /** Runs work after the response. A failure is logged under the request's id and never reaches the client. */
  defer(work: () => Promise<unknown>): void;
}

/**
 * The context of one request, queue batch or alarm.
 * @param runLater runs work after the response, and keeps the isolate alive until it is done
 * @param id for the log
 * @throws ConfigError when the environment is wrong
 */
export function createRequestContext(
  env: Bindings,
  runLater: (work: () => Promise<void>) => void,
  id = "",
): RequestContext {
  const services = servicesOf(env);
  const defer = (work: () => Promise<unknown>): void => {
    runLater(async () => {
      try {
        await work();
      } catch (error) {
        log("error", "deferred_work_failed", { request_id: id }, error);
      }
    });
  };
  const timings = new RequestTimings(services.clock);
  const engineOf = (shard: number) => timedEngine(services.engineOf(shard), timings);
  const shards = openShards(services.shardBindings, (call) => timings.measure("db", call));
  return {
    ...services,
    id,
    shard: 0,
    // Most requests use one of the two.
    get db() {
      return shards.accounts;
    },
    get accountsDb() {
      return shards.accounts;
    },
    shards,
    engine: engineOf(0),
    engineOf,
    rateLimits: createRateLimiter({
      kv: env.KV,
      windows: env.RATE_WINDOW,
      linkCounters: env.EDIT_COUNTER,
      clock: services.clock,
      cache: services.limiterCache,
      defer,
    }),
    timings,
    mailConnections: new ConnectionPool(() => services.mail.session(), defer),
    requestKey: null,
    facts: () => null,
    defer,
  };
}
