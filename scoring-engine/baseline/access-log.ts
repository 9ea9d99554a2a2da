import {
  type AccessLog,
  type AccessRecord,
  type AccessStatus,
  LIMITS,
  type Origin,
  type StoredResult,
} from "./guest-baseline.ts";

/** An access without its result. */
export interface LoggedAccess {
  readonly at: number;
  readonly origin: Origin;
  readonly status: AccessStatus;
}

/** Letters in the column of statuses. */
const STATUS_LETTERS: Readonly<Record<AccessStatus, string>> = {
  automated: "a",
  seen: "s",
  suspicious: "x",
  learned: "l",
  confirmed: "c",
};
const STATUS_BY_LETTER = new Map(
  Object.entries(STATUS_LETTERS).map(([status, letter]) => [letter, status as AccessStatus]),
);
/** Character code in the column of origins that stands for the first one; the others follow. */
const FIRST_ORIGIN_CODE = "0".charCodeAt(0);
/** Accesses of the lowest rank are evicted first, so that a flood does not evict learned ones. */
const RETENTION_RANK: Readonly<Record<AccessStatus, number>> = {
  automated: 0,
  seen: 1,
  suspicious: 2,
  learned: 3,
  confirmed: 4,
};

/** Separators in the column of results; neither occurs in ids or compact JSON. */
const LINE_START = "\n";
const ID_END = "\t";

function isSamePlace(a: Origin["place"], b: Origin["place"]): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3] && a[4] === b[4];
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

function originOf({ kind, device, model, deviceId, prefix, place, country, trustedFix }: AccessRecord): Origin {
  return { kind, device, model, deviceId, prefix, place, country, trustedFix };
}

function formatLine({ id, at, score, scoredAt, evidence, hasHostVerdict }: AccessRecord): string {
  const verdict = hasHostVerdict === undefined ? "" : `,${hasHostVerdict}`;
  const details = evidence === undefined && verdict === "" ? "" : `,${JSON.stringify(evidence ?? null)}${verdict}`;
  return `${LINE_START}${id}${ID_END}[${score},${scoredAt - at}${details}]`;
}

function statusAt(log: AccessLog, index: number): AccessStatus {
  const status = STATUS_BY_LETTER.get(log.statuses.charAt(index));
  if (status === undefined) throw new RangeError("access log: status missing");
  return status;
}

function originAt({ origins, originCodes }: AccessLog, index: number): Origin {
  const origin = origins[originCodes.charCodeAt(index) - FIRST_ORIGIN_CODE];
  if (origin === undefined) throw new RangeError("access log: origin missing");
  return origin;
}

/** Whether all columns have the same length and every origin exists. */
export function isConsistent({ origins, at, originCodes, statuses }: AccessLog): boolean {
  if (originCodes.length !== at.length || statuses.length !== at.length) return false;
  for (let index = 0; index < originCodes.length; index += 1) {
    if (origins[originCodes.charCodeAt(index) - FIRST_ORIGIN_CODE] === undefined) return false;
  }
  return true;
}

function accessAt(log: AccessLog, index: number): LoggedAccess {
  const at = log.at[index];
  if (at === undefined) throw new RangeError("access log: time missing");
  return { at, origin: originAt(log, index), status: statusAt(log, index) };
}

function recordAt(log: AccessLog, index: number, line: string): AccessRecord {
  const { at, origin, status } = accessAt(log, index);
  const idEnd = line.indexOf(ID_END);
  const [score, scoredAfter, evidence, hasHostVerdict] = JSON.parse(line.slice(idEnd + 1)) as StoredResult;
  return {
    ...origin,
    id: line.slice(0, idEnd),
    at,
    status,
    hasHostVerdict,
    score,
    // Evidence has one entry per reason, in order.
    reasons: evidence ? Object.keys(evidence) : undefined,
    evidence: evidence ?? undefined,
    scoredAt: at + scoredAfter,
  };
}

const splitLines = (log: AccessLog): string[] => log.results.split(LINE_START).slice(1);

/** Offset of an access's line in the column of results; -1 when absent. */
function lineStartOf(log: AccessLog, id: string): number {
  return log.results.indexOf(`${LINE_START}${id}${ID_END}`);
}

/** Index of the line at an offset. */
function indexAt(log: AccessLog, lineStart: number): number {
  let index = 0;
  for (let start = 0; start < lineStart; start = log.results.indexOf(LINE_START, start + 1)) index += 1;
  return index;
}

/** Finds an access by its id; undefined when it is not in the log. */
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

/** Later than `after` and at most `until`, epoch milliseconds. */
export interface TimeSpan {
  readonly after: number;
  readonly until: number;
}

const AUTOMATED_CODE = STATUS_LETTERS.automated.charCodeAt(0);

/** Index of the first access later than `after`; times are in order, and spans end with the newest mostly. */
function firstAfter({ at }: AccessLog, after: number): number {
  let first = at.length;
  while (first > 0 && (at[first - 1] ?? Number.NaN) > after) first -= 1;
  return first;
}

function isHumanUntil(log: AccessLog, index: number, until: number): boolean {
  return (log.at[index] ?? Number.NaN) <= until && log.statuses.charCodeAt(index) !== AUTOMATED_CODE;
}

/** Counts accesses that were not automated, optionally only those of some origins. */
export function countAccesses(log: AccessLog, span: TimeSpan, isCounted?: (origin: Origin) => boolean): number {
  let count = 0;
  for (let index = firstAfter(log, span.after); index < log.at.length; index += 1) {
    if (!isHumanUntil(log, index, span.until)) continue;
    if (isCounted === undefined || isCounted(originAt(log, index))) count += 1;
  }
  return count;
}

/** The distinct origins of accesses that were not automated. */
export function originsWithin(log: AccessLog, span: TimeSpan): Set<Origin> {
  const origins = new Set<Origin>();
  let latest: Origin | undefined;
  for (let index = firstAfter(log, span.after); index < log.at.length; index += 1) {
    const origin = originAt(log, index);
    if (origin === latest || !isHumanUntil(log, index, span.until)) continue;
    origins.add(origin);
    latest = origin;
  }
  return origins;
}

/** The distinct network prefixes in a log. */
export function prefixesOf(log: AccessLog): string[] {
  return [...new Set(log.origins.map(({ prefix }) => prefix).filter((prefix) => prefix !== null))];
}

/** Inserts a record at an index. */
function insertAt(log: AccessLog, record: AccessRecord, index: number): AccessLog {
  const origin = originOf(record);
  const known = log.origins.findIndex((other) => isSameOrigin(other, origin));
  const code = String.fromCharCode(FIRST_ORIGIN_CODE + (known === -1 ? log.origins.length : known));
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
    originCodes: kept.map((origin) => String.fromCharCode(FIRST_ORIGIN_CODE + origins.indexOf(origin))).join(""),
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
 * Inserts a record, ordered by time. When there are too many, the oldest of the lowest rank are evicted, several at once
 * (see `LIMITS`), but never the newest: rate windows count it.
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
