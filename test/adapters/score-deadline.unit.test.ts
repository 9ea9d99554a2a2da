import { afterEach, describe, expect, it, vi } from "vitest";
import { createEngineHealth, createScoringEngine } from "../../src/adapters/scoring-engine.ts";

const ACCESS = {
  eventId: crypto.randomUUID(),
  guestId: crypto.randomUUID(),
  tokenId: crypto.randomUUID(),
  accessLogId: crypto.randomUUID(),
  fingerprint: {},
  ipAddress: "203.0.113.7",
  userAgent: "Mozilla/5.0",
  referrer: "",
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("createScoringEngine", () => {
  /** @spec 8.13 "Scoring RPC time-out | 250 ms, then fail-open" */
  it("waits 250 ms for a score and continues without one, also behind the calls of other requests", async () => {
    vi.useFakeTimers();
    const signals: AbortSignal[] = [];
    vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const clock = { now: () => Date.now() };
    const platform = { parallel: 1, clock, keepAlive: () => undefined };
    const peer = { url: "http://engine.test", secret: "a secret" };
    const engine = createScoringEngine(peer, createEngineHealth(clock), platform);
    const results: unknown[] = [];
    for (let requests = 0; requests < 3; requests++) void engine.score(ACCESS).then((score) => results.push(score));

    await vi.advanceTimersByTimeAsync(249);
    expect(results).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(results).toEqual([null, null, null]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
