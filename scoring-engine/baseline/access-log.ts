import {
  accessAt,
  formatLine,
  indexAt,
  LINE_START,
  type LoggedAccess,
  lineStartOf,
  originAt,
  originCode,
  recordAt,
  STATUS_LETTERS,
  splitLines,
  statusAt,
} from "./access-columns.ts";
import { firstAfter } from "./access-windows.ts";
import { type AccessLog, type AccessRecord, type AccessStatus, LIMITS, type Origin } from "./guest-baseline.ts";

/** Accesses of the lowest rank are evicted first, so that a flood does not evict learned ones. */
const RETENTION_RANK: Readonly<Record<AccessStatus, number>> = {
  automated: 0,
  seen: 1,
  suspicious: 2,
  learned: 3,
  confirmed: 4,
};

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

/** Finds an access by its ID; undefined when it is not in the log. */
export function findAccess(log: AccessLog, id: string): AccessRecord | undefined {
  const start = lineStartOf(log, id);
  if (start === -1) return undefined;
  const end = log.results.indexOf(LINE_START, start + 1);
  return recordAt(log, indexAt(log, start), log.results.slice(start + 1, end === -1 ? undefined : end));
}

/** All accesses but one, ordered by time. */
export function accessesExcept(log: AccessLog, id: string): LoggedAccess[] {
  const start = lineStartOf(log, id);
  const excluded = start === -1 ? -1 : indexAt(log, start);
  return log.at.map((_, index) => accessAt(log, index)).filter((_, index) => index !== excluded);
}

/** The distinct network prefixes in a log. */
export function prefixesOf(log: AccessLog): string[] {
  return [...new Set(log.origins.map(({ prefix }) => prefix).filter((prefix) => prefix !== null))];
}

function insertAt(log: AccessLog, record: AccessRecord, index: number): AccessLog {
  const { origin } = record;
  const known = log.origins.findIndex((other) => isSameOrigin(other, origin));
  const code = originCode(known === -1 ? log.origins.length : known);
  const origins = known === -1 ? [...log.origins, origin] : log.origins;
  const letter = STATUS_LETTERS[record.status];
  if (index === log.at.length) {
    return {
      origins,
      at: log.at.concat(record.at),
      originCodes: log.originCodes + code,
      statuses: log.statuses + letter,
      results: log.results + formatLine(record),
    };
  }
  const lines = splitLines(log).map((line) => LINE_START + line);
  return {
    origins,
    at: log.at.toSpliced(index, 0, record.at),
    originCodes: log.originCodes.slice(0, index) + code + log.originCodes.slice(index),
    statuses: log.statuses.slice(0, index) + letter + log.statuses.slice(index),
    results: lines.toSpliced(index, 0, formatLine(record)).join(""),
  };
}

/** Removes accesses by index, and the origins that no other access has. */
function without(log: AccessLog, removed: ReadonlySet<number>): AccessLog {
  const isKept = (_: unknown, index: number): boolean => !removed.has(index);
  const kept = log.at.map((_, index) => originAt(log, index)).filter(isKept);
  const origins = [...new Set(kept)];
  return {
    origins,
    at: log.at.filter(isKept),
    originCodes: kept.map((origin) => originCode(origins.indexOf(origin))).join(""),
    statuses: [...log.statuses].filter(isKept).join(""),
    results: splitLines(log)
      .filter(isKept)
      .map((line) => LINE_START + line)
      .join(""),
  };
}

/** The log after an insertion, and the records that were evicted for it. */
export interface InsertResult {
  readonly log: AccessLog;
  readonly evicted: readonly AccessRecord[];
}

/**
 * Inserts a record, ordered by time. When there are too many, several of the oldest of the lowest rank are evicted together
 * (see `LIMITS`), but never the newest, which rate windows count.
 */
export function insertAccess(log: AccessLog, record: AccessRecord): InsertResult {
  const next = insertAt(log, record, firstAfter(log, record.at));
  if (next.at.length <= LIMITS.accesses + LIMITS.accessesPerEviction) return { log: next, evicted: [] };
  const rankOf = (index: number): number => RETENTION_RANK[statusAt(next, index)];
  const evictedIndexes = [...next.at.keys()]
    .slice(0, -1)
    .sort((a, b) => rankOf(a) - rankOf(b) || a - b)
    .slice(0, next.at.length - LIMITS.accesses);
  const lines = splitLines(next);
  const evicted = evictedIndexes.sort((a, b) => a - b).map((index) => recordAt(next, index, lines[index] ?? ""));
  return { log: without(next, new Set(evictedIndexes)), evicted };
}

/** Appends records regardless of their times, and removes the first ones above `most`. */
export function appendAccesses(log: AccessLog, records: readonly AccessRecord[], most: number): AccessLog {
  const all = records.reduce((before, record) => insertAt(before, record, before.at.length), log);
  const surplus = all.at.length - most;
  return surplus > 0 ? without(all, new Set(Array.from({ length: surplus }, (_, index) => index))) : all;
}

/** Replaces status and verdict of an access; the log is unchanged when the access is not in it. */
export function replaceAccess(log: AccessLog, record: AccessRecord): AccessLog {
  const start = lineStartOf(log, record.id);
  if (start === -1) return log;
  const index = indexAt(log, start);
  const { statuses } = log;
  return {
    ...log,
    statuses: statuses.slice(0, index) + STATUS_LETTERS[record.status] + statuses.slice(index + 1),
    results: splitLines(log)
      .map((line, other) => (other === index ? formatLine(record) : LINE_START + line))
      .join(""),
  };
}
