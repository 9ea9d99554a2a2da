import { RequestTimings, timedEngine } from "./adapters/request-timings.ts";
import type { RequestContext } from "./context.ts";
import { openShards } from "./db/shards.ts";
import type { Bindings } from "./env.ts";
import { ConnectionPool } from "./kernel/connection-pool.ts";
import { log } from "./kernel/log.ts";
import { createLimiterCache, createRateLimiter } from "./platform/rate-limits/limiter.ts";
import { servicesOf } from "./services.ts";

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
      cache: services.shared(createLimiterCache),
      defer,
    }),
    timings,
    mailConnections: new ConnectionPool(() => services.mail.session(), defer),
    requestKey: null,
    facts: () => null,
    signedInUserId: async () => null,
    defer,
  };
}
