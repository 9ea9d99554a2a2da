import type { CallInput } from "../../testkit/recorded-call.ts";

/** Modes of the floor's Worker for a request: `plan`, `floor`, `grouped floor`, `record`, `record floor`. */
export const MODE_HEADER = "x-floor";
/** The route whose plan it takes. */
export const ROUTE_HEADER = "x-floor-route";
/** The values of a request of the floor, as JSON: what the recorded request had others for. */
export const VALUES_HEADER = "x-floor-values";

/** A recorded call as JSON. */
export type PlannedInput =
  | Exclude<CallInput, { target: "fetch" }>
  | { target: "fetch"; path: string; headers: [string, string][]; body: string };

export interface RecordedPlanCall {
  detail: string;
  rowsRead: number;
  rowsWritten: number;
  /** Position in a chain of sequential calls, from 1. */
  depth: number;
  /** Whether the response waited for it. */
  isBefore: boolean;
  input: PlannedInput;
}

/** A request of the service, with the calls that it made. */
export interface Recording {
  /** Epoch milliseconds. */
  startedAt: number;
  response: { status: number; body: string; type: string };
  calls: RecordedPlanCall[];
}

/** A text with gaps: a text, or a gap that takes a request's value, a new ID, a time or a random hash. */
export type Piece = string | { value: number } | { id: number } | { time: number } | { hash: number };

/** A call whose arguments have gaps. */
export interface PlannedCall {
  depth: number;
  isBefore: boolean;
  /** The parts that never differ. */
  input: PlannedInput;
  /** JSON of what differs: the values of each statement, arguments, messages, or a body. */
  template: Piece[];
}

/** The calls of a route. */
export interface RoutePlan {
  response: Recording["response"];
  calls: PlannedCall[];
}

/** By route. */
export type FloorPlan = Record<string, RoutePlan>;

export function toPlannedInput(input: CallInput): PlannedInput {
  if (input.target !== "fetch") return input;
  const { headers, body } = input.init;
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  return {
    target: "fetch",
    path: new URL(input.url).pathname,
    headers: [...new Headers(headers)],
    // One character per byte, so that IDs inside can be replaced.
    body: [...bytes].map((byte) => String.fromCharCode(byte)).join(""),
  };
}
