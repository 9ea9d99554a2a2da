import type { AttackClass, HonestClass, ProgramClass, Visit } from "./visit.ts";

/** Maximum share of flagged honest accesses at the threshold where recall is measured. */
const FALSE_POSITIVES = 0.01;
const HIGH = 60;
const BLOCK = 85;

export const ATTACKS: readonly AttackClass[] = [
  "naive stranger",
  "VPN, same country",
  "targeted, same network and agent",
  "targeted, same address range",
  "abroad at once",
  "forwarded link",
  "forwarded to several",
  "public post",
  "replay after rotation",
  "RSVP stuffing",
];
export const HONEST: readonly HonestClass[] = [
  "home and mobile",
  "in-app to browser",
  "browser update",
  "private window",
  "cookies off",
  "family tablet",
  "second device",
  "new phone",
  "relay or VPN",
  "train, car, flight",
  "family link",
  "venue network",
  "office morning",
  "household",
];
export const PROGRAMS: readonly ProgramClass[] = ["scanner", "preview"];

/** The lowest threshold above which at most that share of honest accesses is flagged. */
export function thresholdOf(honest: readonly number[]): number {
  const sorted = honest.toSorted((a, b) => b - a);
  const allowed = Math.floor(sorted.length * FALSE_POSITIVES);
  // Scores strictly above the first honest score that must not be flagged.
  return sorted[allowed] ?? Number.NEGATIVE_INFINITY;
}

/** Recall by attack class at the threshold. */
export function recalls(visits: readonly Visit[], scores: readonly number[]): Record<AttackClass, number> {
  const honest = scores.filter((_, index) => visits[index]?.label.side === "honest");
  const threshold = thresholdOf(honest);
  const share = (name: AttackClass): number => {
    const own = scores.filter((_, index) => visits[index]?.label.class === name);
    return own.length === 0 ? Number.NaN : own.filter((score) => score > threshold).length / own.length;
  };
  return Object.fromEntries(ATTACKS.map((name) => [name, share(name)])) as Record<AttackClass, number>;
}

export interface Impact {
  readonly accesses: number;
  readonly high: number;
  readonly blocked: number;
}

/** Accesses of a class in the high band and blocked ones, at the default thresholds. */
export function impactOf(
  visits: readonly Visit[],
  scores: readonly number[],
  name: HonestClass | ProgramClass,
): Impact {
  const own = scores.filter((_, index) => visits[index]?.label.class === name);
  return {
    accesses: own.length,
    high: own.filter((score) => score >= HIGH && score < BLOCK).length,
    blocked: own.filter((score) => score >= BLOCK).length,
  };
}

/** Returns a number as text; a dash if nothing was counted. */
export function fixed(value: number, digits = 1): string {
  return Number.isNaN(value) ? "–" : value.toFixed(digits);
}

export function percent(share: number, digits = 1): string {
  return Number.isNaN(share) ? "–" : `${(share * 100).toFixed(digits)} %`;
}

/** A Markdown table; the first row is the header. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join("\n");
}

/** Recall by rule or engine, and by attack class, in one stream. */
export type Recalls = ReadonlyMap<string, Record<AttackClass, number>>;

/** Mean recall of a rule over streams. */
export function meanRecall(streams: readonly Recalls[], name: string, attack: AttackClass): number {
  return streams.reduce((sum, recall) => sum + (recall.get(name)?.[attack] ?? 0), 0) / streams.length;
}

/** Mean recall of all rules over streams. */
export function recallTable(streams: readonly Recalls[]): string {
  const names = [...(streams[0]?.keys() ?? [])];
  const cell = (name: string, attack: AttackClass): string => percent(meanRecall(streams, name, attack));
  return table([
    ["attack", ...names],
    ...ATTACKS.map((attack) => [attack, ...names.map((name) => cell(name, attack))]),
  ]);
}
