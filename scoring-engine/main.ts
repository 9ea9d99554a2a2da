import type { AddressInfo } from "node:net";
import { bearerCheck } from "./authorize.ts";
import { openRedisStore } from "./baseline/redis-store.ts";
import { openSqliteStore } from "./baseline/sqlite-store.ts";
import type { Store } from "./baseline/store.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { createEngine } from "./engine.ts";
import { openCityDatabase } from "./geo/lookup.ts";
import { limitHeapGrowth } from "./heap-growth.ts";
import { createLoadShedder } from "./load-shedder.ts";
import { errorFields, log } from "./log.ts";
import { type Metrics, openMetrics, serveMetrics } from "./metrics.ts";
import { listen } from "./server.ts";
import type { Services } from "./services.ts";

/** Longest time from the signal to the end of the process, for a disk or Redis that does not respond. Milliseconds. */
const DRAIN_LIMIT_MS = 10_000;

function openStore(config: Config, metrics: Metrics): Store {
  const onError = (error: unknown): void => {
    metrics.storeError();
    log("warn", "store error", errorFields(error));
  };
  if (config.redisUrl !== null) return openRedisStore(config.redisUrl, onError);
  return openSqliteStore(config.storePath, config.storeMaxBytes, onError);
}

async function start(): Promise<void> {
  limitHeapGrowth();
  const config = readConfig(process.env);
  const metrics: Metrics = openMetrics(() => loadShedder.inFlight);
  const loadShedder = createLoadShedder(config.maxConcurrency, () => metrics.shed());
  const store = openStore(config, metrics);
  const lookup = openCityDatabase(config.geoFolder, (error) =>
    log("warn", "city database unreadable", errorFields(error)),
  );
  const services: Services = { store, lookup, loadShedder, metrics, log, now: Date.now };
  const listeners = await listen(createEngine(services), bearerCheck(config.secret), config);
  const metricsServer =
    config.metricsPort === null ? null : await serveMetrics(metrics, config.host, config.metricsPort);

  let draining = false;
  const drain = async (): Promise<void> => {
    if (draining) return;
    draining = true;
    setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
    log("info", "draining");
    await listeners.drain(config.drainMs);
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    await store.close();
    log("info", "stopped");
    process.exit(0);
  };
  process.on("SIGTERM", drain);
  process.on("SIGINT", drain);

  const ready = {
    msg: "ready",
    grpc_port: listeners.grpcPort,
    grpc_web_port: listeners.grpcWebPort,
    metrics_port: metricsServer === null ? null : (metricsServer.address() as AddressInfo).port,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

start().catch((error: unknown) => {
  const isConfig = error instanceof ConfigError;
  log("error", isConfig ? error.message : "could not start", isConfig ? {} : errorFields(error));
  process.exit(1);
});
