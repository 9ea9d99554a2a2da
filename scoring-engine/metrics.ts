import { createServer, type Server } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Seconds; the target is 5 ms, the caller's deadline 250 ms. */
const LATENCY_BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];

export type Verb = "score" | "handle" | "confirm" | "forget";
export type BandName = "low" | "medium" | "high" | "block";

/** Metrics of the engine. Labels have fixed values, so that they hold no personal data. */
export interface Metrics {
  readonly registry: Registry;
  observe(verb: Verb, seconds: number): void;
  scored(band: BandName, automated: boolean): void;
  duplicate(): void;
  storeError(): void;
  shed(): void;
  refused(reason: "invalid" | "unauthenticated"): void;
}

/** @param inFlight number of open calls, read at every scrape */
export function openMetrics(inFlight: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "engine_" });
  const latency = new Histogram({
    name: "engine_call_seconds",
    help: "Duration of a call in seconds, from the decoded request to the response.",
    labelNames: ["verb"],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  // Label lookups cost more than the observation, so that each series is bound once.
  const timers = {
    score: latency.labels("score"),
    handle: latency.labels("handle"),
    confirm: latency.labels("confirm"),
    forget: latency.labels("forget"),
  };
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter<Label>({ name, help, labelNames: [...labelNames], registers });
  const bands = counter("engine_scores_total", "Accesses scored, by default band.", ["band"]);
  const bandCounters = {
    low: bands.labels("low"),
    medium: bands.labels("medium"),
    high: bands.labels("high"),
    block: bands.labels("block"),
  };
  const automated = counter("engine_automated_total", "Accesses recognised as automated.", []);
  const duplicates = counter("engine_duplicates_total", "Duplicate accesses, answered with the stored result.", []);
  const storeErrors = counter("engine_store_errors_total", "Errors of the store; the access is scored without history.", []);
  const shed = counter("engine_shed_total", "Calls rejected by load shedding.", []);
  const refused = counter("engine_refused_total", "Calls rejected as invalid or unauthenticated.", ["reason"]);
  new Gauge({
    name: "engine_in_flight",
    help: "Open calls.",
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  return {
    registry,
    observe: (verb, seconds) => timers[verb].observe(seconds),
    scored: (band, isAutomated) => (isAutomated ? automated : bandCounters[band]).inc(),
    duplicate: () => duplicates.inc(),
    storeError: () => storeErrors.inc(),
    shed: () => shed.inc(),
    refused: (reason) => refused.inc({ reason }),
  };
}

/** Serves `GET /metrics` in Prometheus' text format. Resolves when listening. */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return server;
}
