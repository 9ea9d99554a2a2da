import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createEngineHealth, createScoringEngine } from "../../src/adapters/scoring-engine.ts";
import { type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { messageOf } from "./support/visits.ts";

const ACCESSES = 20;
/** Stands still, as the timers below almost do, so that a busy machine cannot change how calls are grouped. */
const CLOCK = { now: () => 1_900_000_000_000 };
const LONGER = 100;

let engine: EngineProcess;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(() => {
  const { setTimeout, setInterval } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, ms = 0) => setTimeout(work, ms * LONGER));
  vi.stubGlobal("setInterval", (work: () => void, ms = 0) => setInterval(work, ms * LONGER));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

afterAll(async () => {
  await engine?.stop();
});

/** Records the engine methods that are called after this. */
function watchCalls(): string[] {
  const methods: string[] = [];
  const realFetch = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    methods.push(String(input).split("/").at(-1) ?? "");
    return realFetch(input, init);
  });
  onTestFinished(() => spy.mockRestore());
  return methods;
}

const engineAt = (url: string) =>
  createScoringEngine({ url, secret: engine.secret }, createEngineHealth(CLOCK), {
    parallel: 2,
    clock: CLOCK,
    keepAlive: () => undefined,
  });

const ACCESS = { fingerprint: {}, ipAddress: "", userAgent: "", referrer: "" };

describe("ScoringEngine.score", () => {
  it("shares engine calls between concurrent accesses, and returns each its own score", async () => {
    const methods = watchCalls();
    const worker = engineAt(engine.grpcWebUrl);
    // Every second access is a bot's.
    const accesses = Array.from({ length: ACCESSES }, (_, index) => ({
      ...ACCESS,
      ...messageOf({
        guest: `crowd-${index}`,
        ...(index % 2 === 0 ? {} : { userAgent: "Slackbot-LinkExpanding 1.0", bare: true }),
      }),
    }));
    const scores = await Promise.all(accesses.map((access) => worker.score(access)));
    expect(scores.map((score) => score?.automated)).toEqual(accesses.map((_, index) => index % 2 === 1));
    expect(scores.map((score) => score?.recordedAt)).toEqual(accesses.map(() => expect.any(Number)));
    expect(methods).toContain("ScoreBatch");
    expect(methods.length).toBeLessThan(ACCESSES / 2);
  });

  it("returns null only for the access that the engine rejects", async () => {
    const worker = engineAt(engine.grpcWebUrl);
    const accesses = Array.from({ length: ACCESSES }, (_, index) => ({
      ...ACCESS,
      ...messageOf({ guest: `one-${index}` }),
    }));
    const [last] = accesses.splice(-1);
    const scores = await Promise.all(
      [...accesses, { ...ACCESS, ...messageOf(), ...last, guestId: "" }].map((access) => worker.score(access)),
    );
    expect(scores.map((score) => score === null)).toEqual([...accesses.map(() => false), true]);
  });
});
