import type { StartedService } from "../../testkit/running-service.ts";

/** How many rows there are, by kind: of each table, and of what is written into rows that are there. */
export type RowCounts = Record<string, number>;

/** Columns that are written after the response into an existing row. */
const UPDATES = {
  "scores of access logs": "select count(score) as count from access_logs",
  "openings of guests": "select count(opened_at) as count from guests",
} as const;

/** A round may end where a minute does, or begin with what the round before has left: a few rows of a hundred. */
const TOLERANCE = 0.05;

export async function countRows({ rows }: Pick<StartedService, "rows">): Promise<RowCounts> {
  const tables = await rows<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_cf\\_%' escape '\\'",
  );
  const kinds = [
    ...tables.map(({ name }) => [name, `select count(*) as count from "${name}"`] as const),
    ...Object.entries(UPDATES),
  ];
  const counts: RowCounts = {};
  for (const [kind, statement] of kinds) counts[kind] = (await rows<{ count: number }>(statement))[0]?.count ?? 0;
  return counts;
}

/** The rows that each request has left. */
export function rowsLeft(before: RowCounts, after: RowCounts, requests: number): RowCounts {
  const left = Object.entries(after).map(([kind, count]) => [kind, (count - (before[kind] ?? 0)) / requests] as const);
  return Object.fromEntries(left.filter(([, count]) => count !== 0));
}

/** Describes rows that two services have left in different numbers or kinds; empty if they are equal. */
export function differences(one: RowCounts, other: RowCounts): string[] {
  const kinds = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return kinds.flatMap((kind) => {
    const [a = 0, b = 0] = [one[kind], other[kind]];
    return Math.abs(a - b) <= TOLERANCE ? [] : [`${kind}: ${a.toFixed(2)} and ${b.toFixed(2)} a request`];
  });
}
