import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EngineOutage } from "../../src/adapters/engine-outage.ts";

const MINUTE_MS = 60_000;

let now: number;
let lines: string[];
let counted: number[];
let outage: EngineOutage;

beforeEach(() => {
  now = 0;
  lines = [];
  counted = [];
  const write = (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg);
  vi.spyOn(console, "warn").mockImplementation(write);
  vi.spyOn(console, "info").mockImplementation(write);
  const counters = { count: (_counter: string, _label: string, times = 1) => void counted.push(times) };
  outage = new EngineOutage("default", counters, { now: () => now });
});

afterEach(() => vi.restoreAllMocks());

describe("EngineOutage", () => {
  it("logs the start and the end of an outage once", () => {
    for (let access = 0; access < 5; access++) outage.recordUnscored();
    expect(lines).toEqual(["engine_unavailable"]);
    outage.recordScored();
    outage.recordScored();
    expect(lines).toEqual(["engine_unavailable", "engine_available"]);
  });

  it("logs no second outage within a minute", () => {
    for (let access = 0; access < 5; access++) {
      outage.recordUnscored();
      outage.recordScored();
    }
    expect(lines).toEqual(["engine_unavailable", "engine_available"]);
    now += MINUTE_MS;
    outage.recordUnscored();
    expect(lines.at(-1)).toBe("engine_unavailable");
  });

  it("counts every unscored access, at most once per minute and at the end", () => {
    for (let access = 0; access < 5; access++) outage.recordUnscored();
    expect(counted).toEqual([1]);
    now += MINUTE_MS;
    outage.recordUnscored();
    expect(counted).toEqual([1, 5]);
    outage.recordUnscored();
    outage.recordScored();
    expect(counted).toEqual([1, 5, 1]);
  });

  it("logs nothing while the engine responds", () => {
    outage.recordScored();
    expect([lines, counted]).toEqual([[], []]);
  });
});
