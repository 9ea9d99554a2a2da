import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addPending, confirm } from "../../scoring-engine/baseline/confirm.ts";
import { formatDocument, parseDocument } from "../../scoring-engine/baseline/document.ts";
import { addAccess, addStranger, NO_PRIOR } from "../../scoring-engine/baseline/event-prior.ts";
import { type GuestBaseline, LIMITS } from "../../scoring-engine/baseline/guest-baseline.ts";
import { gatherFacts } from "../../scoring-engine/facts.ts";
import { assess } from "../../scoring-engine/score.ts";
import { AGENTS, accessOf, baselineAfter, DAY, HOUR, MINUTE, PLACES, type Visit } from "./support/visits.ts";

const home: Visit = { log: "first" };
const stranger: Visit = { agent: "android", place: "newYork", after: HOUR, log: "stranger" };
const laptop: Visit = { agent: "windows", place: "berlinCafe", after: HOUR, log: "laptop" };

/** Arbitrary visits. */
const anyVisit = fc.record({
  agent: fc.constantFrom(...(Object.keys(AGENTS) as (keyof typeof AGENTS)[])),
  place: fc.constantFrom(...(Object.keys(PLACES) as (keyof typeof PLACES)[])),
  after: fc.integer({ min: -30 * DAY, max: 30 * DAY }),
  token: fc.constantFrom("t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"),
  ip: fc.ipV4(),
  fingerprint: fc.option(
    fc.record({
      edge_device: fc.integer({ min: 0, max: 40 }).map(String),
      edge_device_age: fc.nat({ max: 10_000_000 }).map(String),
      edge_device_proved: fc.constantFrom("true", ""),
      platform: fc.string({ unit: "binary", maxLength: 70 }),
    }),
    { nil: {} },
  ),
});

function scoreAfter(baseline: GuestBaseline, visit: Visit): number {
  return assess(gatherFacts(accessOf(visit), baseline, NO_PRIOR)).score;
}

const trustOf = (baseline: GuestBaseline, model: string): number =>
  Math.max(0, ...baseline.devices.filter((record) => record.device.model === model).map((record) => record.trust));

describe("baseline of a guest", () => {
  /** @spec 3.42 "4. Per-guest baselines are tracked by the engine." */
  it("trusts the first human access", () => {
    const baseline = baselineAfter([home]);
    expect(trustOf(baseline, "ios|phone|safari")).toBe(1);
    expect(baseline.networks.map((record) => record.prefix)).toEqual(["84.132.10.0/24"]);
    expect(baseline.places).toHaveLength(1);
  });

  it("learns nothing from a scanner, so the guest's access after it is still the first", () => {
    const scanner: Visit = { userAgent: "Mimecast", place: "hosting", bare: true };
    const baseline = baselineAfter([scanner]);
    expect(baseline).toMatchObject({ devices: [], networks: [], places: [] });
    expect(scoreAfter(baseline, home)).toBe(0);
  });

  it("does not trust a possible mail gateway before an RSVP", () => {
    const eager = { bare: true, fingerprint: { accept_language: "de-DE", sent_seconds_ago: "15" } };
    expect(trustOf(baselineAfter([eager]), "ios|phone|safari")).toBe(0);
    const answer = { bare: true, fingerprint: { accept_language: "de-DE", edge_kind: "rsvp" }, after: MINUTE };
    expect(trustOf(baselineAfter([eager, answer]), "ios|phone|safari")).toBeGreaterThan(0);
  });

  it("does not fully trust a first access through a hosting network", () => {
    const gateway: Visit = { agent: "windows", place: "hosting", log: "gateway" };
    const baseline = baselineAfter([gateway]);
    expect(trustOf(baseline, "windows|desktop|chrome")).toBeLessThan(0.5);
    expect(scoreAfter(baseline, { after: HOUR, log: "guest" })).toBeLessThan(10);
  });

  it("learns nothing from an access that it scored high", () => {
    const baseline = baselineAfter([home, stranger]);
    expect(trustOf(baseline, "android|phone|chrome")).toBe(0);
    expect(baseline.places).toHaveLength(1);
    expect(scoreAfter(baseline, { ...stranger, after: DAY, log: "again" })).toBeGreaterThanOrEqual(45);
  });

  it("learns only the device from a VPN, relay, hosting network or Tor exit", () => {
    for (const place of ["hosting", "relay", "tor"] as const) {
      const baseline = baselineAfter([{ place }]);
      expect(baseline).toMatchObject({ networks: [], places: [] });
      expect(trustOf(baseline, "ios|phone|safari")).toBeGreaterThan(0);
    }
  });

  it("trusts a device from a medium-risk access a little, and more on another day", () => {
    const once = baselineAfter([home, laptop]);
    const twice = baselineAfter([home, laptop, { ...laptop, after: 2 * DAY, log: "laptop-2" }]);
    expect(trustOf(once, "windows|desktop|chrome")).toBeGreaterThan(0);
    expect(trustOf(once, "windows|desktop|chrome")).toBeLessThan(1);
    expect(trustOf(twice, "windows|desktop|chrome")).toBeGreaterThan(trustOf(once, "windows|desktop|chrome"));
  });

  it("gains no trust from reloads", () => {
    const reloads = Array.from({ length: 5 }, (_, index) => ({
      ...laptop,
      after: HOUR + index * MINUTE,
      log: `r${index}`,
    }));
    const once = baselineAfter([home, laptop]);
    expect(trustOf(baselineAfter([home, ...reloads]), "windows|desktop|chrome")).toBe(
      trustOf(once, "windows|desktop|chrome"),
    );
  });

  it("counts an access at its own time, in any order of arrival", () => {
    const visits: Visit[] = [
      { log: "a" },
      { log: "b", place: "munich", after: DAY },
      { log: "c", place: "hamburg", after: 2 * DAY },
    ];
    const inOrder = baselineAfter(visits).places.map(({ city, from, to }) => ({ city, from, to }));
    const [a, b, c] = visits;
    const late = baselineAfter([a, c, b].filter((visit) => visit !== undefined));
    expect(late.places.map(({ city, from, to }) => ({ city, from, to }))).toEqual(inOrder);
  });

  it("stays within its bounds under any stream of accesses, and never throws", async () => {
    await fc.assert(
      fc.property(fc.array(anyVisit, { minLength: 60, maxLength: 120 }), (visits) => {
        const baseline = baselineAfter(visits);
        const { accesses, accessesPerEviction, ...lists } = LIMITS;
        for (const [name, most] of Object.entries(lists)) {
          expect(baseline[name as keyof typeof lists].length).toBeLessThanOrEqual(most);
        }
        expect(baseline.accesses.at.length).toBeLessThanOrEqual(accesses + accessesPerEviction);
        expect(baseline.accesses.origins.length).toBeLessThanOrEqual(accesses + accessesPerEviction);
      }),
      { numRuns: 15 },
    );
  });

  it("restores unchanged from the store, and grows by few bytes per access", async () => {
    const anyType = fc.constantFrom("rsvp", "legitimate", "suspicious", null);
    await fc.assert(
      fc.property(fc.array(anyVisit, { minLength: 0, maxLength: 60 }), anyType, (visits, by) => {
        const seen = baselineAfter(visits.map((visit, index) => ({ ...visit, log: `log-${index}` })));
        const baseline = by === null ? seen : addPending(confirm(seen, "log-0", by).baseline, "later", by);
        expect(parseDocument(formatDocument(baseline))).toEqual(baseline);
      }),
      { numRuns: 30 },
    );
    const bytesOf = (visits: number) =>
      formatDocument(baselineAfter(Array.from({ length: visits }, (_, day) => ({ after: day * DAY })))).length;
    expect((bytesOf(30) - bytesOf(10)) / 20).toBeLessThan(48);
  });

  it("keeps learned devices during a flood of unknown visitors", () => {
    const flood = Array.from({ length: 100 }, (_, index): Visit => {
      return { ...stranger, ip: `72.${index}.1.2`, after: HOUR + index * 1_000, log: `flood-${index}` };
    });
    const baseline = baselineAfter([home, ...flood]);
    expect(trustOf(baseline, "ios|phone|safari")).toBe(1);
    expect(confirm(baseline, "first", "rsvp").applied).toBe(true);
  });
});

describe("confirm", () => {
  it("trusts the device and network of a legitimate access fully", () => {
    const before = baselineAfter([home, stranger]);
    const { baseline, applied } = confirm(before, "stranger", "legitimate");
    expect(applied).toBe(true);
    expect(scoreAfter(before, { ...stranger, after: 2 * DAY, log: "x" })).toBeGreaterThanOrEqual(45);
    expect(scoreAfter(baseline, { ...stranger, after: 2 * DAY, log: "x" })).toBeLessThan(10);
  });

  it("trusts a new device after its RSVP", () => {
    const { baseline } = confirm(baselineAfter([home, laptop]), "laptop", "rsvp");
    expect(scoreAfter(baseline, { ...laptop, after: DAY, log: "x" })).toBe(0);
  });

  it("does not let a suspected access confirm itself with an RSVP", () => {
    const before = baselineAfter([home, stranger]);
    expect(confirm(before, "stranger", "rsvp")).toEqual({ baseline: before, applied: false });
  });

  it("removes records that only a suspicious access supported, and flags its device", () => {
    const { baseline } = confirm(baselineAfter([home, laptop]), "laptop", "suspicious");
    expect(baseline.networks.map((record) => record.prefix)).toEqual(["84.132.10.0/24"]);
    expect(scoreAfter(baseline, { ...laptop, after: DAY, log: "x" })).toBeGreaterThan(
      scoreAfter(baselineAfter([home]), { ...laptop, after: DAY, log: "x" }),
    );
    expect(scoreAfter(baseline, { after: DAY, log: "y" })).toBe(0);
  });

  it("keeps the guest's own device when one of its accesses is revoked", () => {
    const { baseline } = confirm(baselineAfter([home, { after: HOUR, log: "second" }]), "second", "suspicious");
    expect(scoreAfter(baseline, { after: DAY, log: "x" })).toBe(0);
  });

  it("prefers a host's verdict to an RSVP, and a later verdict to an earlier one", () => {
    const suspicious = confirm(baselineAfter([home, laptop]), "laptop", "suspicious").baseline;
    expect(confirm(suspicious, "laptop", "rsvp").applied).toBe(false);
    const { baseline } = confirm(suspicious, "laptop", "legitimate");
    expect(trustOf(baseline, "windows|desktop|chrome")).toBe(1);
  });

  it("returns an equal baseline when it is repeated", () => {
    for (const by of ["rsvp", "check_in", "legitimate", "suspicious"] as const) {
      const once = confirm(baselineAfter([home, laptop]), "laptop", by).baseline;
      expect(confirm(once, "laptop", by)).toEqual({ baseline: once, applied: true });
    }
  });

  it("ignores an unknown access", () => {
    expect(confirm(baselineAfter([home]), "elsewhere", "legitimate").applied).toBe(false);
  });
});

describe("prior of an event", () => {
  it("counts distinct guests per network, up to a bound", () => {
    let prior = NO_PRIOR;
    for (let guest = 0; guest < 50; guest += 1) prior = addAccess(prior, accessOf(), guest, true);
    expect(prior.network.guests).toHaveLength(8);
    expect(addAccess(prior, accessOf(), 1, false)).toBe(prior);
  });

  it("never counts a hosting network", () => {
    expect(addAccess(NO_PRIOR, accessOf({ place: "hosting" }), 7, true)).toBe(NO_PRIOR);
  });

  it("keeps only the newest strangers, up to a bound", () => {
    let prior = NO_PRIOR;
    for (let at = 0; at < 100; at += 1) {
      prior = addStranger(prior, { at, guest: at, model: "m", directForm: false, foreign: true });
    }
    expect(prior.network.strangers).toHaveLength(40);
    expect(prior.network.strangers.at(-1)?.at).toBe(99);
  });
});
