import type { Piece, PlannedCall, PlannedInput, RecordedPlanCall, Recording, RoutePlan } from "./floor-plan.ts";

/** Values that may differ between two requests: IDs, hashes of devices, epoch milliseconds. */
const DIFFERING = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|"[\w-]{22}(?=")|\b1\d{12}\b/g;
const IS_TIME = /^1\d{12}$/;

/**
 * The plan of a route, of two requests that made the same calls. What both have is part of the plan; of the rest, the first
 * one's `values` and IDs, times and hashes are gaps.
 * @throws Error when the two made different calls
 */
export function planOf(first: Recording, second: Recording, values: readonly string[]): RoutePlan {
  assertSameCalls(first.calls, second.calls);
  const gaps = { constants: differingIn(second), values, ids: new Map<string, number>(), startedAt: first.startedAt };
  const calls = first.calls.map((call): PlannedCall => {
    const { depth, isBefore, input } = call;
    return {
      depth,
      isBefore,
      input: withoutValues(input),
      template: templateOf(JSON.stringify(valuesIn(input)), gaps),
    };
  });
  return { response: first.response, calls };
}

/** The IDs that a request has made, in their order. */
export function newIdsIn(first: Recording, second: Recording, values: readonly string[]): string[] {
  const known = differingIn(second);
  const isNew = (found: string): boolean => found.includes("-7") && !known.has(found) && !values.includes(found);
  return [...differingIn(first)].filter((found) => found.length === 36 && isNew(found));
}

/** @throws Error that names the first call in which they differ */
export function assertSameCalls(expected: readonly RecordedPlanCall[], actual: readonly RecordedPlanCall[]): void {
  const [wanted, found] = [expected, actual].map((calls) => calls.map(factsOf));
  const length = Math.max(expected.length, actual.length);
  for (let at = 0; at < length; at++) {
    if (wanted?.[at] !== found?.[at])
      throw new DifferentCalls(`call ${at + 1}: ${wanted?.[at]}, and not ${found?.[at]}`);
  }
}

/** Two requests made different calls, or read or wrote other numbers of rows. */
export class DifferentCalls extends Error {
  override readonly name = "DifferentCalls";
}

function factsOf({ input, detail, rowsRead, rowsWritten, isBefore }: RecordedPlanCall): string {
  const texts = input.target === "d1" ? input.statements.map(({ sql }) => sql).join("; ") : detail;
  const when = isBefore ? "before" : "after";
  return `${when} the response, ${input.target} (${rowsRead} rows read, ${rowsWritten} written): ${texts}`;
}

interface Gaps {
  constants: ReadonlySet<string>;
  values: readonly string[];
  ids: Map<string, number>;
  startedAt: number;
}

function templateOf(text: string, { constants, values, ids, startedAt }: Gaps): Piece[] {
  const known = values.filter((value) => value !== "").map(escaped);
  // Longer values first: an ID contains its own ending.
  const pattern = new RegExp([...known.sort((a, b) => b.length - a.length), DIFFERING.source].join("|"), "g");
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const gap = gapOf(found);
    if (gap === null) continue;
    const isQuoted = found.startsWith('"');
    pieces.push(text.slice(end, index) + (isQuoted ? '"' : ""), gap);
    end = index + found.length;
  }
  return [...pieces, text.slice(end)];

  function gapOf(found: string): Piece | null {
    const value = values.indexOf(found);
    if (value >= 0) return { value };
    if (constants.has(found)) return null;
    if (IS_TIME.test(found)) return { time: Number(found) - startedAt };
    const number = ids.get(found) ?? ids.size;
    ids.set(found, number);
    return found.startsWith('"') ? { hash: number } : { id: number };
  }
}

function differingIn({ calls }: Recording): Set<string> {
  return new Set(calls.flatMap(({ input }) => JSON.stringify(valuesIn(input)).match(DIFFERING) ?? []));
}

/** The parts of a call that may differ between requests. */
function valuesIn(input: PlannedInput): unknown {
  switch (input.target) {
    case "d1":
      return input.statements.map(({ values }) => values);
    case "object":
      return [input.name, input.args];
    case "queue":
      return input.messages;
    case "kv":
      return input.args;
    case "fetch":
      return input.body;
    case "bucket":
      return null;
  }
}

/** The rest of it. */
function withoutValues(input: PlannedInput): PlannedInput {
  switch (input.target) {
    case "d1":
      return { ...input, statements: input.statements.map(({ sql }) => ({ sql, values: [] })) };
    case "object":
      return { ...input, name: "", args: [] };
    case "queue":
      return { ...input, messages: [] };
    case "fetch":
      return { ...input, body: "" };
    default:
      return input;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
