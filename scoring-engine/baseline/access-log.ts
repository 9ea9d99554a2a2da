import { type AccessLog, type AccessRecord, type Answer, LIMITS, type Origin, type Standing } from "./guest.ts";

/** An access without its answer. */
export interface Visit {
  readonly at: number;
  readonly origin: Origin;
  readonly standing: Standing;
}

/** A column of standings is a text with a letter for each. */
const LETTERS: Readonly<Record<Standing, string>> = {
  automated: "a",
  seen: "s",
  suspicious: "x",
  learned: "l",
  confirmed: "c",
};
const STANDINGS = new Map(Object.entries(LETTERS).map(([standing, letter]) => [letter, standing as Standing]));
/** So is a column of origins: the first of them is a 0, and the next ones follow as their codes do. */
const FIRST_ORIGIN = "0".charCodeAt(0);
/** Which accesses go first when there are too many: a flood must not push out what was learned. */
const KEEPING: Readonly<Record<Standing, number>> = { automated: 0, seen: 1, suspicious: 2, learned: 3, confirmed: 4 };

/** Ids and compact JSON hold neither. */
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
    a.prefix === b.prefix &&
    a.country === b.country &&
    a.believable === b.believable &&
    isSamePlace(a.place, b.place)
  );
}

function originOf({ kind, device, model, prefix, place, country, believable }: AccessRecord): Origin {
  return { kind, device, model, prefix, place, country, believable };
}

function lineOf({ id, at, score, scoredAt, evidence, judged }: AccessRecord): string {
  const verdict = judged === undefined ? "" : `,${judged}`;
  const details = evidence === undefined && verdict === "" ? "" : `,${JSON.stringify(evidence ?? null)}${verdict}`;
  return `${LINE_START}${id}${ID_END}[${score},${scoredAt - at}${details}]`;
}

function standingAt(log: AccessLog, index: number): Standing {
  const standing = STANDINGS.get(log.standings.charAt(index));
  if (standing === undefined) throw new RangeError("an access without its standing");
  return standing;
}

function originAt({ origins, from }: AccessLog, index: number): Origin {
  const origin = origins[from.charCodeAt(index) - FIRST_ORIGIN];
  if (origin === undefined) throw new RangeError("an access without its origin");
  return origin;
}

/** Whether its columns fit each other. */
export function isWhole({ origins, at, from, standings }: AccessLog): boolean {
  if (from.length !== at.length || standings.length !== at.length) return false;
  for (let index = 0; index < from.length; index += 1) {
    if (origins[from.charCodeAt(index) - FIRST_ORIGIN] === undefined) return false;
  }
  return true;
}

function visitAt(log: AccessLog, index: number): Visit {
  const at = log.at[index];
  if (at === undefined) throw new RangeError("an access without its time");
  return { at, origin: originAt(log, index), standing: standingAt(log, index) };
}

function recordAt(log: AccessLog, index: number, line: string): AccessRecord {
  const { at, origin, standing } = visitAt(log, index);
  const idEnd = line.indexOf(ID_END);
  const [score, scoredAfter, evidence, judged] = JSON.parse(line.slice(idEnd + 1)) as Answer;
  return {
    ...origin,
    id: line.slice(0, idEnd),
    at,
    standing,
    judged,
    score,
    // There is evidence for each, in their order.
    reasons: evidence ? Object.keys(evidence) : undefined,
    evidence: evidence ?? undefined,
    scoredAt: at + scoredAfter,
  };
}

const linesOf = (log: AccessLog): string[] => log.answers.split(LINE_START).slice(1);

/** Where an access's line begins among the answers; -1 when it is not there. */
function lineStartOf(log: AccessLog, id: string): number {
  return log.answers.indexOf(`${LINE_START}${id}${ID_END}`);
}

/** How many lines there are before one. */
function indexAt(log: AccessLog, lineStart: number): number {
  let index = 0;
  for (let start = 0; start < lineStart; start = log.answers.indexOf(LINE_START, start + 1)) index += 1;
  return index;
}

/** The record of an access. */
export function findAccess(log: AccessLog, id: string): AccessRecord | undefined {
  const start = lineStartOf(log, id);
  if (start === -1) return undefined;
  const end = log.answers.indexOf(LINE_START, start + 1);
  return recordAt(log, indexAt(log, start), log.answers.slice(start + 1, end === -1 ? undefined : end));
}

/** All accesses, in order, but for one. */
export function visitsBut(log: AccessLog, id: string): Visit[] {
  const start = lineStartOf(log, id);
  const but = start === -1 ? -1 : indexAt(log, start);
  return log.at.map((_, index) => visitAt(log, index)).filter((_, index) => index !== but);
}

/** A span of time, epoch milliseconds: later than `after`, and not later than `until`. */
export interface Span {
  readonly after: number;
  readonly until: number;
}

function isPersonIn(log: AccessLog, index: number, { after, until }: Span): boolean {
  const at = log.at[index] ?? Number.NaN;
  return at > after && at <= until && log.standings[index] !== LETTERS.automated;
}

/** How many accesses by people there were, of all or of some origins. */
export function countVisits(log: AccessLog, span: Span, isCounted?: (origin: Origin) => boolean): number {
  let count = 0;
  for (let index = 0; index < log.at.length; index += 1) {
    if (!isPersonIn(log, index, span)) continue;
    if (isCounted === undefined || isCounted(originAt(log, index))) count += 1;
  }
  return count;
}

/** Where people came from, each origin once. */
export function originsOf(log: AccessLog, span: Span): Set<Origin> {
  const origins = new Set<Origin>();
  let latest: Origin | undefined;
  for (let index = 0; index < log.at.length; index += 1) {
    const origin = originAt(log, index);
    if (origin === latest || !isPersonIn(log, index, span)) continue;
    origins.add(origin);
    latest = origin;
  }
  return origins;
}

/** Networks from which somebody came. */
export function prefixesOf(log: AccessLog): string[] {
  return [...new Set(log.origins.map(({ prefix }) => prefix).filter((prefix) => prefix !== null))];
}

/** Puts a record at a place in the log. */
function inserted(log: AccessLog, record: AccessRecord, index: number): AccessLog {
  const origin = originOf(record);
  const known = log.origins.findIndex((other) => isSameOrigin(other, origin));
  const from = String.fromCharCode(FIRST_ORIGIN + (known === -1 ? log.origins.length : known));
  const origins = known === -1 ? [...log.origins, origin] : log.origins;
  const letter = LETTERS[record.standing];
  if (index === log.at.length) {
    return {
      origins,
      at: [...log.at, record.at],
      from: log.from + from,
      standings: log.standings + letter,
      answers: log.answers + lineOf(record),
    };
  }
  const lines = linesOf(log).map((line) => LINE_START + line);
  return {
    origins,
    at: log.at.toSpliced(index, 0, record.at),
    from: log.from.slice(0, index) + from + log.from.slice(index),
    standings: log.standings.slice(0, index) + letter + log.standings.slice(index),
    answers: lines.toSpliced(index, 0, lineOf(record)).join(""),
  };
}

/** Takes accesses out, with the origins that no other has. */
function without(log: AccessLog, gone: ReadonlySet<number>): AccessLog {
  const stays = (_: unknown, index: number): boolean => !gone.has(index);
  const from = log.at.map((_, index) => originAt(log, index)).filter(stays);
  const origins = [...new Set(from)];
  return {
    origins,
    at: log.at.filter(stays),
    from: from.map((origin) => String.fromCharCode(FIRST_ORIGIN + origins.indexOf(origin))).join(""),
    standings: [...log.standings].filter(stays).join(""),
    answers: linesOf(log)
      .filter(stays)
      .map((line) => LINE_START + line)
      .join(""),
  };
}

/** The log with one more access, and the records for which there was no room left. */
export interface Logged {
  readonly log: AccessLog;
  readonly evicted: readonly AccessRecord[];
}

/**
 * Adds a record, in order of time. When there are too many, the oldest of the least worth keeping go, several at once
 * so that the next ones find room; but never the newest: windows count it.
 */
export function withAccess(log: AccessLog, record: AccessRecord): Logged {
  const later = log.at.findIndex((at) => at > record.at);
  const next = inserted(log, record, later === -1 ? log.at.length : later);
  if (next.at.length <= LIMITS.accesses + LIMITS.accessesAtOnce) return { log: next, evicted: [] };
  const keeping = (index: number): number => KEEPING[standingAt(next, index)];
  const leaving = [...next.at.keys()]
    .slice(0, -1)
    .sort((a, b) => keeping(a) - keeping(b) || a - b)
    .slice(0, next.at.length - LIMITS.accesses);
  const lines = linesOf(next);
  const evicted = leaving.sort((a, b) => a - b).map((index) => recordAt(next, index, lines[index] ?? ""));
  return { log: without(next, new Set(leaving)), evicted };
}

/** Adds records at the end, whenever they were, and lets the first ones go when there are more than `most`. */
export function appended(log: AccessLog, records: readonly AccessRecord[], most: number): AccessLog {
  const all = records.reduce((before, record) => inserted(before, record, before.at.length), log);
  const surplus = all.at.length - most;
  return surplus > 0 ? without(all, new Set(Array.from({ length: surplus }, (_, index) => index))) : all;
}

/** Puts what somebody said of an access into the log, where it still is: its standing, and whether a host judged it. */
export function withVerdict(log: AccessLog, record: AccessRecord): AccessLog {
  const start = lineStartOf(log, record.id);
  if (start === -1) return log;
  const index = indexAt(log, start);
  const { standings } = log;
  return {
    ...log,
    standings: standings.slice(0, index) + LETTERS[record.standing] + standings.slice(index + 1),
    answers: linesOf(log)
      .map((line, other) => (other === index ? lineOf(record) : LINE_START + line))
      .join(""),
  };
}
