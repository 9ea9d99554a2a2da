import type { Operation } from "../../testkit/fuzz/document.ts";
import type { WireRequest, WireResponse } from "../../testkit/fuzz/request.ts";

/** A request with its response and the problems found. */
export interface Outcome {
  index: number;
  operation: Operation;
  wire: WireRequest;
  /** Whether the request is valid by the OpenAPI document. */
  isValid: boolean;
  answer: WireResponse | string;
  faults: string[];
  ms: number;
}

interface Tally {
  statuses: Map<string, number>;
  valid: number;
  accepted: number;
}

export interface Report {
  add(outcome: Outcome): void;
  /** @returns whether no problem was found */
  print(operations: readonly Operation[]): boolean;
}

/** How many examples of each problem are printed. */
const SHOWN = 3;
const EXCERPT = 220;

/** Counts responses by operation and status, and collects the problems by kind. */
export function newReport(operations: readonly Operation[]): Report {
  const tallies = new Map<string, Tally>(
    operations.map(({ id }) => [id, { statuses: new Map(), valid: 0, accepted: 0 }]),
  );
  const failures = new Map<string, Outcome[]>();
  const refused = new Map<string, Outcome[]>();
  const times: number[] = [];
  return {
    add(outcome) {
      const { operation, answer, isValid, faults } = outcome;
      const tally = tallies.get(operation.id);
      if (tally === undefined) throw new Error(`unknown operation ${operation.id}`);
      const status = typeof answer === "string" ? "none" : String(answer.status);
      const isAccepted = status < "400";
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      if (isValid) tally.valid += 1;
      if (isValid && isAccepted) tally.accepted += 1;
      if (isValid && (status === "400" || status === "415"))
        put(refused, `${operation.id} refuses a valid request`, outcome);
      for (const fault of faults) put(failures, `${operation.id}: ${fault}`, outcome);
      times.push(outcome.ms);
    },
    print(shown) {
      for (const { id, method, path } of shown) printTally(`${method} ${path}`, tallies.get(id));
      for (const [kind, cases] of [...failures, ...refused]) printProblem(kind, cases);
      const neverAccepted = shown.filter(({ id }) => tallies.get(id)?.accepted === 0);
      for (const { id } of neverAccepted) console.log(`NEVER ACCEPTED ${id}`);
      const faults = [...failures.values()].flat();
      const serverErrors = faults.filter(({ answer }) => typeof answer !== "string" && answer.status >= 500);
      const sorted = times.toSorted((a, b) => a - b);
      console.log(
        JSON.stringify({
          requests: times.length,
          server_errors: new Set(serverErrors).size,
          without_answer: faults.filter(({ answer }) => typeof answer === "string").length,
          outside_the_document: new Set(faults).size,
          valid_but_refused: [...refused.values()].flat().length,
          operations: shown.length,
          never_taken: neverAccepted.length,
          p50_ms: Math.round(sorted[Math.floor(sorted.length * 0.5)] ?? 0),
          p99_ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
          longest_ms: Math.round(sorted.at(-1) ?? 0),
        }),
      );
      return faults.length === 0 && refused.size === 0 && neverAccepted.length === 0;
    },
  };
}

function put(kinds: Map<string, Outcome[]>, kind: string, outcome: Outcome): void {
  const known = kinds.get(kind);
  if (known === undefined) kinds.set(kind, [outcome]);
  else known.push(outcome);
}

function printTally(name: string, tally: Tally | undefined): void {
  const statuses = [...(tally?.statuses ?? [])].sort(([one], [other]) => one.localeCompare(other));
  const counts = statuses.map(([status, count]) => `${status}×${count}`).join(" ");
  console.log(`${name.padEnd(58)} ${`${tally?.accepted}/${tally?.valid}`.padStart(7)} valid  ${counts}`);
}

function printProblem(kind: string, cases: readonly Outcome[]): void {
  console.log(`\nFOUND ${cases.length}× ${kind}`);
  for (const { index, wire, answer } of cases.slice(0, SHOWN)) {
    console.log(`  #${index} ${wire.method} ${wire.target.slice(0, EXCERPT)}`);
    for (const [name, value] of wire.headers) {
      if (!/^(authorization|cf-connecting-ip)$/i.test(name)) console.log(`     ${name}: ${value.slice(0, 80)}`);
    }
    if (wire.body !== null) console.log(`     > ${excerpt(wire.body)} (${wire.body.length} bytes)`);
    if (typeof answer !== "string") console.log(`     < ${answer.status} ${excerpt(answer.body)}`);
  }
}

function excerpt(bytes: Uint8Array): string {
  return JSON.stringify(Buffer.from(bytes.subarray(0, EXCERPT)).toString());
}
