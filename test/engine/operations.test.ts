/** @module-tag slow */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";
import { afterEach, describe, expect, it } from "vitest";
import { type EngineOptions, type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { connect, type EngineClient, type FraudScored } from "./support/grpc-client.ts";
import { startRedis } from "./support/redis-server.ts";
import { DAY, HOUR } from "./support/visits.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options: EngineOptions = {}): Promise<{ engine: EngineProcess; client: EngineClient }> {
  const engine = await startEngine(options);
  const client = connect(engine);
  cleanups.push(
    () => engine.kill("SIGKILL"),
    () => client.close(),
  );
  return { engine, client };
}

function storeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "engine-"));
  cleanups.unshift(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "engine.sqlite");
}

const stranger = { agent: "android", place: "newYork", after: HOUR } as const;

describe("engine start", () => {
  it("rejects an invalid variable, and names the variable but not its value", async () => {
    const failing = startEngine({ env: { REDIS_URL: "http://somewhere" } });
    await expect(failing).rejects.toThrow("REDIS_URL");
    await expect(failing).rejects.not.toThrow("http://somewhere");
  });
});

describe("engine stop", () => {
  it("reports NOT_SERVING while it drains, finishes open calls and exits with 0", async () => {
    const { engine, client } = await start({ env: { DRAIN_MS: "3000" } });
    const Health = grpc.makeGenericClientConstructor(healthService as unknown as grpc.ServiceDefinition, "Health");
    const health = new Health(engine.grpcAddress, grpc.credentials.createInsecure());
    const statuses: string[] = [];
    const watch = health.watch as (...args: unknown[]) => grpc.ClientReadableStream<{ status: string }>;
    const stream = watch.call(health, { service: "" });
    stream.on("data", ({ status }) => statuses.push(status)).on("error", () => {});
    await expect.poll(() => statuses).toEqual(["SERVING"]);
    const stopped = engine.stop();
    await expect.poll(() => statuses).toEqual(["SERVING", "NOT_SERVING"]);
    expect((await fetch(`${engine.grpcWebUrl}/healthz`)).status).toBe(503);
    await expect(client.score({})).resolves.toMatchObject({ score: 0 });
    expect(await stopped).toBe(0);
    health.close();
  });

  it("responds to every open call", async () => {
    const { engine, client } = await start();
    await client.score({});
    const calls = Array.from({ length: 100 }, (_, index) => client.handle({ guest: `g${index}` }));
    await Promise.race(calls);
    const stopped = engine.stop();
    const ends = await Promise.allSettled(calls);
    expect(ends.filter((end) => end.status === "fulfilled").length).toBeGreaterThan(50);
    for (const end of ends) if (end.status === "rejected") expect(end.reason.code).toBe(grpc.status.UNAVAILABLE);
    expect(await stopped).toBe(0);
  });
});

describe("engine store", () => {
  it("keeps baselines after a restart and after a kill", async () => {
    const storePath = storeFile();
    let running = await start({ storePath });
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const guest = `guest-${signal}`;
      await running.client.handle({ guest, log: `${guest}-1` });
      await running.engine.kill(signal);
      running = await start({ storePath });
      const answer = await running.client.handle({ ...stranger, guest, log: `${guest}-2` });
      expect(answer.reasons).toContain("geo_jump");
    }
  });

  it("has committed every access that it reported as recorded before a kill", async () => {
    const storePath = storeFile();
    const first = await start({ storePath });
    const recorded: { visit: { guest: string; log: string }; at: unknown }[] = [];
    // On a slow disk, the engine reports an access as not recorded.
    const scoreNext = async (_: unknown, index: number) => {
      const visit = { guest: `recorded-${index}`, log: `r-${crypto.randomUUID()}` };
      const answer = await first.client.score(visit);
      if (answer.recorded) recorded.push({ visit, at: answer.scored_at });
    };
    const scoreFive = async () => {
      await Promise.all(Array.from({ length: 5 }, scoreNext));
      return recorded.length;
    };
    await expect.poll(scoreFive).toBeGreaterThan(5);
    await first.engine.kill("SIGKILL");
    const second = await start({ storePath });
    for (const { visit, at } of recorded) {
      expect((await second.client.handle(visit)).scored_at).toEqual(at);
    }
  });

  it("counts no access twice if the queue redelivers it after a kill", async () => {
    const storePath = storeFile();
    const first = await start({ storePath });
    const visits = Array.from({ length: 30 }, (_, index) => ({
      guest: "killed",
      log: `k-${index}`,
      after: index * 1_000,
    }));
    const before: FraudScored[] = [];
    for (const visit of visits.slice(0, 15)) before.push(await first.client.handle(visit));
    await first.engine.kill("SIGKILL");
    const second = await start({ storePath });
    const after: FraudScored[] = [];
    for (const visit of visits) after.push(await second.client.handle(visit));
    expect(after.slice(0, 15).map((one) => one.score)).toEqual(before.map((one) => one.score));
    const once = await start();
    const whole: FraudScored[] = [];
    for (const visit of visits) whole.push(await once.client.handle(visit));
    expect(after.map((one) => one.score)).toEqual(whole.map((one) => one.score));
  });

  it("shares baselines between replicas over Redis, and loses no concurrent access", async () => {
    const redis = await startRedis();
    cleanups.push(() => redis.stop());
    const env = { REDIS_URL: redis.url };
    const [one, two] = [await start({ env }), await start({ env })];
    const replicas = [one.client, two.client];
    const visits = Array.from({ length: 24 }, (_, index) => ({
      guest: "shared",
      log: `s-${index}`,
      after: index * 10_000,
    }));
    await Promise.all(visits.map((visit, index) => replicas[index % 2]?.handle(visit)));
    const answer = await one.client.handle({ ...stranger, guest: "shared", log: "s-stranger", after: 250_000 });
    expect(JSON.parse(answer.evidence.repeated_access ?? "{}").accesses_10_min).toBe(25);
    const again = await two.client.handle({ ...stranger, guest: "shared", log: "s-stranger", after: 250_000 });
    expect(again).toMatchObject({ score: answer.score, reasons: answer.reasons });
  });

  it("scores without history and without an error if Redis is unavailable", async () => {
    const redis = await startRedis();
    const { engine, client } = await start({ env: { REDIS_URL: redis.url } });
    await client.handle({ log: "with" });
    await redis.stop();
    const answer = await client.handle({ ...stranger, log: "without" });
    expect(answer.reasons).not.toContain("geo_jump");
    expect(await (await fetch(engine.metricsUrl)).text()).toMatch(/engine_store_errors_total [1-9]/);
    expect(await client.confirm("with", "RSVP")).toEqual({ applied: false });
  });
});

describe("engine metrics and log", () => {
  it("counts scores by band, automated accesses and duplicates, and measures latency", async () => {
    const { engine, client } = await start();
    await client.handle({ log: "m-1" });
    await client.handle({ log: "m-1" });
    await client.handle({ ...stranger, log: "m-2" });
    await client.handle({ userAgent: "Slackbot", bare: true, log: "m-3", after: DAY });
    const text = await (await fetch(engine.metricsUrl)).text();
    expect(text).toContain('engine_scores_total{band="low"} 1');
    expect(text).toContain('engine_scores_total{band="high"} 1');
    expect(text).toContain("engine_automated_total 1");
    expect(text).toContain("engine_duplicates_total 1");
    expect(text).toContain('engine_call_seconds_count{verb="handle"} 4');
    expect(text).toContain("engine_shed_total 0");
  });

  it("writes no address, user agent, ID or secret into its log", async () => {
    const redis = await startRedis();
    const { engine, client } = await start({ env: { REDIS_URL: redis.url } });
    await redis.stop();
    const personal = { guest: "guest-4711", log: "log-4711", userAgent: "Personal Agent", ip: "84.132.10.20" };
    await client.handle(personal);
    await client.handle({ ...personal, guest: "" }).catch(() => {});
    await expect.poll(() => engine.logs()).toContain("scored without history");
    for (const secret of ["4711", "Personal Agent", "84.132", engine.secret])
      expect(engine.logs()).not.toContain(secret);
    for (const line of engine.logs().trim().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe("engine overload", () => {
  it("rejects excess calls immediately with RESOURCE_EXHAUSTED, and serves admitted ones", async () => {
    const { engine, client } = await start({ env: { MAX_CONCURRENCY: "4" } });
    await client.score({});
    const calls = Array.from({ length: 400 }, (_, index) => client.handle({ guest: `g${index}` }));
    const ends = await Promise.allSettled(calls);
    const refused = ends.filter((end) => end.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(400);
    for (const end of refused) expect(end.reason.code).toBe(grpc.status.RESOURCE_EXHAUSTED);
    expect(await (await fetch(engine.metricsUrl)).text()).toContain(`engine_shed_total ${refused.length}`);
    await expect(client.score({ guest: "afterwards" })).resolves.toMatchObject({ score: 0 });
  });
});
