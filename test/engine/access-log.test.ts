import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accessesExcept,
  appendAccesses,
  findAccess,
  insertAccess,
  prefixesOf,
  replaceAccess,
} from "../../scoring-engine/baseline/access-log.ts";
import { countAccesses, originsWithin } from "../../scoring-engine/baseline/access-windows.ts";
import {
  type AccessLog,
  type AccessRecord,
  LIMITS,
  NO_ACCESSES,
  type Origin,
} from "../../scoring-engine/baseline/guest-baseline.ts";

const berlin = { lat: 52.52, lon: 13.4, radius: 50, city: "Berlin", country: "DE" };
/** Few distinct values, so that origins are shared and some times are equal. */
const anyRecord: fc.Arbitrary<Omit<AccessRecord, "id">> = fc.record({
  origin: fc.record({
    kind: fc.constantFrom(undefined, "rsvp" as const),
    device: fc.integer({ min: 1, max: 3 }),
    model: fc.constant(7),
    deviceId: fc.constantFrom(undefined, 8, 9),
    prefix: fc.constantFrom(null, "84.1.2", "84.1.3"),
    place: fc.constantFrom(undefined, berlin),
    country: fc.constant(undefined),
    trustedFix: fc.constantFrom(undefined, true as const),
  }),
  at: fc.integer({ min: 0, max: 40 }),
  status: fc.constantFrom("automated", "seen", "suspicious", "learned", "confirmed"),
  hasHostVerdict: fc.constantFrom(undefined, true as const),
  score: fc.integer({ min: 0, max: 100 }),
  evidence: fc.constantFrom(undefined, { ip_change: { score: 80 }, geo_jump: { score: 71, from: "New\tYork\n, US" } }),
  scoredAt: fc.integer({ min: 0, max: 100 }),
});
const anyRecords = fc
  .array(anyRecord, { maxLength: 120 })
  .map((records) => records.map((record, index): AccessRecord => ({ ...record, id: `access,"${index}"` })));

const idsOf = (log: AccessLog): (string | undefined)[] =>
  log.results
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t")[0]);

function logOf(records: readonly AccessRecord[]): { log: AccessLog; evicted: AccessRecord[] } {
  const evicted: AccessRecord[] = [];
  const log = records.reduce((before, record) => {
    const next = insertAccess(before, record);
    evicted.push(...next.evicted);
    return next.log;
  }, NO_ACCESSES);
  return { log, evicted };
}

describe("AccessLog", () => {
  it("finds each access unchanged, in the log or among the evicted ones", async () => {
    await fc.assert(
      fc.property(anyRecords, (records) => {
        const { log, evicted } = logOf(records);
        const retained = records.filter(({ id }) => findAccess(log, id) !== undefined);
        expect(retained.length + evicted.length).toBe(records.length);
        for (const record of retained) expect(findAccess(log, record.id)).toEqual(record);
        for (const record of evicted) expect(records).toContainEqual(record);
        expect(findAccess(log, "access")).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it("orders accesses by time, and those of equal times by arrival", async () => {
    await fc.assert(
      fc.property(anyRecords, (records) => {
        const { log } = logOf(records);
        const retained = records.filter(({ id }) => findAccess(log, id) !== undefined);
        const expected = retained.toSorted((a, b) => a.at - b.at);
        expect(idsOf(log)).toEqual(expected.map(({ id }) => id));
        expect(log.at).toEqual(expected.map(({ at }) => at));
        const people = expected.filter(({ status, at }) => status !== "automated" && at > 10 && at <= 30);
        const span = { after: 10, until: 30 };
        const forms = people.filter(({ origin }) => origin.kind !== undefined);
        expect(countAccesses(log, span)).toBe(people.length);
        expect(countAccesses(log, span, ({ kind }) => kind !== undefined)).toBe(forms.length);
        const from = (one: Origin) => `${one.device} ${one.prefix} ${one.kind}`;
        expect(new Set([...originsWithin(log, span)].map(from))).toEqual(
          new Set(people.map(({ origin }) => from(origin))),
        );
        expect(new Set(prefixesOf(log))).toEqual(new Set(retained.map(({ origin }) => origin.prefix).filter(Boolean)));
      }),
      { numRuns: 60 },
    );
  });

  it("evicts accesses by rank, and never the newest", () => {
    const record = (index: number, status: AccessRecord["status"]): AccessRecord => ({
      id: `a${index}`,
      at: index,
      origin: { device: index, model: 1, prefix: `10.0.${index}` },
      status,
      score: 1,
      scoredAt: index,
    });
    const learned = Array.from({ length: LIMITS.accesses }, (_, index) => record(index, "learned"));
    const flood = Array.from({ length: LIMITS.accessesPerEviction + 1 }, (_, index) => record(100 + index, "seen"));
    const { log, evicted } = logOf([...learned, ...flood]);
    const newest = `a${100 + LIMITS.accessesPerEviction}`;
    expect(log.at.length).toBe(LIMITS.accesses);
    expect(evicted.map(({ id }) => id)).toEqual(["a0", ...flood.slice(0, -1).map(({ id }) => id)]);
    expect(findAccess(log, newest)).toBeDefined();
    // Origins of evicted accesses are removed as well.
    expect(log.origins.length).toBe(LIMITS.accesses);
    expect(prefixesOf(log)).not.toContain("10.0.100");
  });

  it("replaces one access and leaves the others unchanged", async () => {
    await fc.assert(
      fc.property(anyRecords, fc.nat(), (records, chosen) => {
        const { log } = logOf(records);
        const ids = idsOf(log);
        const id = ids[chosen % Math.max(1, ids.length)];
        const before = id === undefined ? undefined : findAccess(log, id);
        if (before === undefined) return;
        const revoked: AccessRecord = { ...before, status: "suspicious", hasHostVerdict: true };
        const after = replaceAccess(log, revoked);
        expect(findAccess(after, revoked.id)).toEqual(revoked);
        expect(accessesExcept(after, revoked.id)).toEqual(accessesExcept(log, revoked.id));
        expect(replaceAccess(log, { ...revoked, id: "elsewhere" })).toBe(log);
      }),
      { numRuns: 60 },
    );
  });

  it("retains the latest evicted accesses up to a limit", async () => {
    await fc.assert(
      fc.property(anyRecords, (records) => {
        const log = records.reduce((before, record) => appendAccesses(before, [record], 20), NO_ACCESSES);
        expect(idsOf(log)).toEqual(records.slice(-20).map(({ id }) => id));
        for (const record of records.slice(-20)) expect(findAccess(log, record.id)).toEqual(record);
      }),
      { numRuns: 60 },
    );
  });
});
