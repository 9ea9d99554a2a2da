import type { AccessLog, AccessRecord, AccessStatus, Origin, StoredResult } from "./guest-baseline.ts";

/** How the columns of an `AccessLog` are written and read. */

/** An access without its result. */
export interface LoggedAccess {
  readonly at: number;
  readonly origin: Origin;
  readonly status: AccessStatus;
}

/** Letters in the column of statuses. */
export const STATUS_LETTERS: Readonly<Record<AccessStatus, string>> = {
  automated: "a",
  seen: "s",
  suspicious: "x",
  learned: "l",
  confirmed: "c",
};
const STATUS_BY_LETTER = new Map(
  Object.entries(STATUS_LETTERS).map(([status, letter]) => [letter, status as AccessStatus]),
);
/** Character code of the first origin in its column; the others follow. */
const FIRST_ORIGIN_CODE = "0".charCodeAt(0);
/** Separators in the column of results. Neither occurs in IDs or compact JSON. */
export const LINE_START = "\n";
const ID_END = "\t";

/** The letter of an origin in its column, by its index. */
export function originCode(index: number): string {
  return String.fromCharCode(FIRST_ORIGIN_CODE + index);
}

/** The line of a record in the column of results, with the separator before it. */
export function formatLine({ id, at, score, scoredAt, evidence, hasHostVerdict }: AccessRecord): string {
  const verdict = hasHostVerdict === undefined ? "" : `,${hasHostVerdict}`;
  const details = evidence === undefined && verdict === "" ? "" : `,${JSON.stringify(evidence ?? null)}${verdict}`;
  return `${LINE_START}${id}${ID_END}[${at},${score},${scoredAt - at}${details}]`;
}

export function statusAt(log: AccessLog, index: number): AccessStatus {
  const status = STATUS_BY_LETTER.get(log.statuses.charAt(index));
  if (status === undefined) throw new RangeError("access log: status missing");
  return status;
}

export function originAt({ origins, originCodes }: AccessLog, index: number): Origin {
  const origin = origins[originCodes.charCodeAt(index) - FIRST_ORIGIN_CODE];
  if (origin === undefined) throw new RangeError("access log: origin missing");
  return origin;
}

export function accessAt(log: AccessLog, index: number): LoggedAccess {
  const at = log.at[index];
  if (at === undefined) throw new RangeError("access log: time missing");
  return { at, origin: originAt(log, index), status: statusAt(log, index) };
}

/** @param line its line in the column of results, without the separator */
export function recordAt(log: AccessLog, index: number, line: string): AccessRecord {
  const { origin, status } = accessAt(log, index);
  const idEnd = line.indexOf(ID_END);
  const [at, score, scoredAfter, evidence, hasHostVerdict] = JSON.parse(line.slice(idEnd + 1)) as StoredResult;
  return {
    id: line.slice(0, idEnd),
    at,
    origin,
    status,
    score,
    evidence: evidence ?? undefined,
    hasHostVerdict,
    scoredAt: at + scoredAfter,
  };
}

/** The lines of the column of results, without separators. */
export const splitLines = ({ results }: Pick<AccessLog, "results">): string[] => results.split(LINE_START).slice(1);

/** The time in a line of the column of results, which needs no parsing of the evidence. */
export function timeIn(line: string): number {
  const start = line.indexOf(ID_END) + 2;
  return Number(line.slice(start, line.indexOf(",", start)));
}

/** Offset of an access's line in the column of results; -1 when absent. */
export function lineStartOf(log: AccessLog, id: string): number {
  return log.results === "" ? -1 : log.results.indexOf(`${LINE_START}${id}${ID_END}`);
}

/** Index of the line at an offset. */
export function indexAt(log: AccessLog, lineStart: number): number {
  let index = 0;
  for (let start = 0; start < lineStart; start = log.results.indexOf(LINE_START, start + 1)) index += 1;
  return index;
}
