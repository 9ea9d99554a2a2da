import {
  type AccessLog,
  type AccessRecord,
  type AccessStatus,
  LIMITS,
  type Origin,
  type StoredAccess,
} from "./guest-baseline.ts";

/** Accesses of the lowest rank are evicted first, so that a flood does not evict learned ones. */
const RETENTION_RANK: Readonly<Record<AccessStatus, number>> = {
  automated: 0,
  seen: 1,
  suspicious: 2,
  learned: 3,
  confirmed: 4,
};

/** Later than `after` and at most `until`, epoch milliseconds. */
export interface TimeSpan {
  readonly after: number;
  readonly until: number;
}

function isSamePlace(a: Origin["place"], b: Origin["place"]): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const isSamePosition = a.lat === b.lat && a.lon === b.lon && a.radius === b.radius;
  return isSamePosition && a.city === b.city && a.country === b.country;
}

function isSameOrigin(a: Origin, b: Origin): boolean {
  return (
    a.kind === b.kind &&
    a.device === b.device &&
    a.model === b.model &&
    a.deviceId === b.deviceId &&
    a.prefix === b.prefix &&
    a.country === b.country &&
    a.trustedFix === b.trustedFix &&
    isSamePlace(a.place, b.place)
  );
}

/** @throws RangeError when the origin is missing */
function originAt({ origins }: AccessLog, index: number): Origin {
  const origin = origins[index];
  if (origin === undefined) throw new RangeError("access log: origin missing");
  return origin;
}

/** Finds an access by its id; undefined when it is not in the log. */
export function findAccess(log: AccessLog, id: string): AccessRecord | undefined {
  const stored = log.records.find((one) => one.id === id);
  return stored && { ...stored, origin: originAt(log, stored.origin) };
}

/** All accesses but one, ordered by time. */
export function accessesExcept(log: AccessLog, id: string): AccessRecord[] {
  return log.records
    .filter((stored) => stored.id !== id)
    .map((stored) => ({ ...stored, origin: originAt(log, stored.origin) }));
}

/** The distinct network prefixes in a log. */
export function prefixesOf(log: AccessLog): string[] {
  return [...new Set(log.origins.map(({ prefix }) => prefix).filter((prefix) => prefix !== null))];
}

/** Index of the first access later than `after`; spans mostly end with the newest. */
function firstAfter({ records }: AccessLog, after: number): number {
  let first = records.length;
  while (first > 0 && (records[first - 1]?.at ?? Number.NaN) > after) first -= 1;
  return first;
}

function humansWithin(log: AccessLog, { after, until }: TimeSpan): StoredAccess[] {
  const later = log.records.slice(firstAfter(log, after));
  return later.filter(({ at, status }) => at <= until && status !== "automated");
}

/** Counts accesses that were not automated, optionally only those of some origins. */
export function countAccesses(log: AccessLog, span: TimeSpan, isCounted?: (origin: Origin) => boolean): number {
  const humans = humansWithin(log, span);
  return isCounted === undefined
    ? humans.length
    : humans.filter(({ origin }) => isCounted(originAt(log, origin))).length;
}

/** The distinct origins of accesses that were not automated. */
export function originsWithin(log: AccessLog, span: TimeSpan): Set<Origin> {
  return new Set(humansWithin(log, span).map(({ origin }) => originAt(log, origin)));
}

/** Inserts a record at an index. */
function insertAt(log: AccessLog, record: AccessRecord, index: number): AccessLog {
  const known = log.origins.findIndex((other) => isSameOrigin(other, record.origin));
  const stored = { ...record, origin: known === -1 ? log.origins.length : known };
  return {
    origins: known === -1 ? [...log.origins, record.origin] : log.origins,
    records: log.records.toSpliced(index, 0, stored),
  };
}

/** The log with some of its records, and without the origins that no other access has. */
function withOnly(log: AccessLog, kept: readonly StoredAccess[]): AccessLog {
  const used = [...new Set(kept.map(({ origin }) => origin))];
  return {
    origins: used.map((index) => originAt(log, index)),
    records: kept.map((stored) => ({ ...stored, origin: used.indexOf(stored.origin) })),
  };
}

/** The log after an insertion, and the records that were evicted for it. */
export interface InsertResult {
  readonly log: AccessLog;
  readonly evicted: readonly AccessRecord[];
}

/**
 * Inserts a record, ordered by time. When there are too many, the oldest of the lowest rank are evicted, several at once
 * (see `LIMITS`), but never the newest: rate windows count it.
 */
export function insertAccess(log: AccessLog, record: AccessRecord): InsertResult {
  const next = insertAt(log, record, firstAfter(log, record.at));
  if (next.records.length <= LIMITS.accesses + LIMITS.accessesPerEviction) return { log: next, evicted: [] };
  // Sorting is stable: of equal rank, the oldest are first.
  const evicted = new Set(
    next.records
      .slice(0, -1)
      .sort((a, b) => RETENTION_RANK[a.status] - RETENTION_RANK[b.status])
      .slice(0, next.records.length - LIMITS.accesses),
  );
  return {
    log: withOnly(
      next,
      next.records.filter((stored) => !evicted.has(stored)),
    ),
    evicted: next.records
      .filter((stored) => evicted.has(stored))
      .map((stored) => ({ ...stored, origin: originAt(next, stored.origin) })),
  };
}

/** Appends records regardless of their times, and removes the first ones above `most`. */
export function appendAccesses(log: AccessLog, records: readonly AccessRecord[], most: number): AccessLog {
  const all = records.reduce((before, record) => insertAt(before, record, before.records.length), log);
  return all.records.length > most ? withOnly(all, all.records.slice(-most)) : all;
}

/** Replaces status and verdict of an access; the log is unchanged when the access is not in it. */
export function replaceAccess(log: AccessLog, { id, status, hasHostVerdict }: AccessRecord): AccessLog {
  if (!log.records.some((stored) => stored.id === id)) return log;
  return {
    ...log,
    records: log.records.map((stored) => (stored.id === id ? { ...stored, status, hasHostVerdict } : stored)),
  };
}
