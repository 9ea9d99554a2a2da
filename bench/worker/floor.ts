import { waitUntil } from "cloudflare:workers";
import { decodeRequest, encodeRequest } from "../../proto/grpc-web/unary.ts";
import type { Bindings } from "../../src/env.ts";
import { GroupedCalls } from "../../src/kernel/grouped-calls.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { FloorPlan, Piece, PlannedCall, PlannedInput } from "./floor-plan.ts";

/** The interval and size of `flushAfterResponse` in the service. */
const FLUSH_INTERVAL_MS = 100;
const MAX_FLUSH_SIZE = 50;
/** The interval of `flushSoon` in the service, which sends arrivals to monitors. */
const WATCHED_INTERVAL_MS = 30;
const WATCHED_ROUTE = "checkIn";
/** Maximum messages in one call of a queue. */
const MAX_BATCH_MESSAGES = 100;
/** The limits of `src/db/grouped-batches.ts`, and of scores in `src/adapters/scoring-engine.ts`. */
const BATCH_GROUPS = { most: 16, joinTimeoutMs: 25, deadlineMs: 10_000 };
const SCORE_GROUPS = { most: 25, joinTimeoutMs: 25, deadlineMs: 250 };
const GROUPED = { parallel: 1, isOutage: () => true, clock: { now: () => Date.now() }, keepAlive: waitUntil };
const SCORE_PATH = "/usher.fraud.v1.FraudService/Score";
const SCORE_BATCH_PATH = "/usher.fraud.v1.FraudService/ScoreBatch";
/** The first field of a message, with its length before it (protobuf's wire format). */
const FIRST_FIELD = 0x0a;

type Later = Pick<ExecutionContext, "waitUntil">;

/** A call with the arguments of one request. */
interface FilledCall {
  input: PlannedInput;
  /** Values by statement, arguments, or messages; of `fetch`, the body. */
  filled: unknown;
}

/** Calls of one request for after its response, by the chain that they make. */
interface PendingCalls {
  route: string;
  levels: FilledCall[][];
}

/**
 * Makes the calls of a plan: those before a response in their chain, those after it together with other requests' own.
 */
export class Floor {
  readonly #isGrouped: boolean;
  #plan: FloorPlan = {};
  readonly #later = new Flushes(FLUSH_INTERVAL_MS);
  readonly #soon = new Flushes(WATCHED_INTERVAL_MS);
  readonly #batches = new GroupedCalls<FilledCall, unknown>({ ...BATCH_GROUPS, ...GROUPED });
  readonly #scores = new GroupedCalls<FilledCall, unknown>({ ...SCORE_GROUPS, ...GROUPED });

  /** @param isGrouped whether requests share their batches and the call of the engine as the service's do */
  constructor(isGrouped: boolean) {
    this.#isGrouped = isGrouped;
  }

  setPlan(plan: FloorPlan): void {
    this.#plan = plan;
  }

  async answer(env: Bindings, context: Later, route: string, values: readonly string[]): Promise<Response> {
    const plan = this.#plan[route];
    if (plan === undefined) throw new Error(`no plan for ${route}`);
    const fill = filler(values);
    for (const level of levelsOf(plan.calls.filter(({ isBefore }) => isBefore))) {
      await Promise.all(level.map((call) => this.#make(env, fill(call))));
    }
    const after = plan.calls.filter(({ isBefore }) => !isBefore);
    const isWatched = ({ input }: PlannedCall): boolean => route === WATCHED_ROUTE && input.target === "object";
    const filled = (calls: PlannedCall[]) => levelsOf(calls).map((level) => level.map(fill));
    this.#soon.add(env, context, { route, levels: filled(after.filter(isWatched)) });
    this.#later.add(env, context, { route, levels: filled(after.filter((call) => !isWatched(call))) });
    const { status, body, type } = plan.response;
    return new Response(body, { status, headers: { "content-type": type } });
  }

  #make(env: Bindings, call: FilledCall): Promise<unknown> {
    const { input } = call;
    if (this.#isGrouped && input.target === "d1") {
      return this.#batches.run(call, (calls) => runTogether(env, calls));
    }
    if (this.#isGrouped && input.target === "fetch" && input.path === SCORE_PATH) {
      return this.#scores.run(call, (calls) => scoreTogether(env, calls));
    }
    return make(env, call);
  }
}

/** Makes the calls that requests leave for after their responses, those of an interval together. */
class Flushes {
  #waiting: PendingCalls[] = [];
  #isFlushing = false;
  #flushedAt = 0;
  readonly #intervalMs: number;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  add(env: Bindings, context: Later, calls: PendingCalls): void {
    if (calls.levels.length === 0) return;
    this.#waiting.push(calls);
    if (!this.#isFlushing) context.waitUntil(this.#flushAll(env));
  }

  async #flushAll(env: Bindings): Promise<void> {
    this.#isFlushing = true;
    try {
      while (this.#waiting.length > 0) {
        const rest = this.#flushedAt + this.#intervalMs - Date.now();
        if (rest > 0 && this.#waiting.length < MAX_FLUSH_SIZE)
          await new Promise((resolve) => setTimeout(resolve, rest));
        this.#flushedAt = Date.now();
        const taken = this.#waiting.splice(0, MAX_FLUSH_SIZE);
        await Promise.all([...Map.groupBy(taken, ({ route }) => route).values()].map((found) => flush(env, found)));
      }
    } finally {
      this.#isFlushing = false;
    }
  }
}

/** Makes the calls of one route's requests level by level, each once for all of them. */
async function flush(env: Bindings, [first, ...others]: readonly PendingCalls[]): Promise<void> {
  for (const [level, calls] of (first?.levels ?? []).entries()) {
    await Promise.all(
      calls.map((call, index) => {
        const same = others.flatMap(({ levels }) => levels[level]?.[index] ?? []);
        return make(env, {
          input: call.input,
          filled: merged(
            call.input,
            [call, ...same].map(({ filled }) => filled),
          ),
        });
      }),
    );
  }
}

/** One call for many: messages and lists one after the other, as the service's own statements and calls take them. */
function merged(input: PlannedInput, all: readonly unknown[]): unknown {
  switch (input.target) {
    case "queue":
      return all.flatMap((messages) => messages as unknown[]);
    case "object": {
      const [[name, args] = ["", []], ...rest] = all as [string, unknown[]][];
      return [name, [args[0], ...args.slice(1), ...rest.flatMap(([, more]) => more.slice(1))]];
    }
    case "d1": {
      const [first = [], ...rest] = all as unknown[][][];
      return first.map((values, statement) =>
        values.map((value, at) => {
          if (typeof value !== "string" || !value.startsWith("[")) return value;
          const lists = [value, ...rest.map((other) => String(other[statement]?.[at]))];
          return JSON.stringify(lists.flatMap((list) => JSON.parse(list) as unknown[]));
        }),
      );
    }
    default:
      return all[0];
  }
}

/** The statements of several batches in one. */
async function runTogether(env: Bindings, calls: readonly FilledCall[]): Promise<unknown[]> {
  const [first] = calls;
  if (first?.input.target !== "d1") return [];
  const statements = calls.flatMap(({ input }) => (input.target === "d1" ? input.statements : []));
  const filled = calls.flatMap((call) => call.filled as unknown[][]);
  await make(env, { input: { ...first.input, method: "batch", statements }, filled });
  return calls.map(() => undefined);
}

/** The messages of several calls as the list of one. */
async function scoreTogether(env: Bindings, calls: readonly FilledCall[]): Promise<unknown[]> {
  const [first, ...others] = calls;
  if (first?.input.target !== "fetch") return [];
  if (others.length === 0) return [await make(env, first)];
  const parts = calls.flatMap(({ filled }) => {
    const message = decodeRequest(bytesOf(String(filled)));
    return [Uint8Array.of(FIRST_FIELD, ...varint(message.length)), message];
  });
  await post(env, { path: SCORE_BATCH_PATH, headers: first.input.headers }, encodeRequest(joined(parts)));
  return calls.map(() => undefined);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

async function post(
  env: Bindings,
  { path, headers }: { path: string; headers: [string, string][] },
  body: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const response = await fetch(env.SCORING_ENGINE_URL + path, { method: "POST", headers, body });
  return response.arrayBuffer();
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function levelsOf(calls: readonly PlannedCall[]): PlannedCall[][] {
  const byDepth = [...Map.groupBy(calls, ({ depth }) => depth)];
  return byDepth.sort(([a], [b]) => a - b).map(([, level]) => level);
}

/** Fills the gaps of one request's calls: the same gap has the same id in each of them. */
function filler(values: readonly string[]): (call: PlannedCall) => FilledCall {
  const now = Date.now();
  const made = new Map<string, string>();
  const once = (key: string, make: () => string): string => {
    const value = made.get(key) ?? make();
    made.set(key, value);
    return value;
  };
  const textOf = (piece: Piece): string => {
    if (typeof piece === "string") return piece;
    if ("value" in piece) return values[piece.value] ?? "";
    if ("time" in piece) return String(now + piece.time);
    if ("id" in piece) return once(`id ${piece.id}`, () => newId(now));
    return once(`hash ${piece.hash}`, () =>
      crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: "base64url", omitPadding: true }),
    );
  };
  return ({ input, template }) => ({ input, filled: JSON.parse(template.map(textOf).join("")) });
}

async function make(env: Bindings, { input, filled }: FilledCall): Promise<unknown> {
  switch (input.target) {
    case "d1": {
      const session = env.DB.withSession(input.consistency);
      const values = filled as unknown[][];
      const statements = input.statements.map(({ sql }, at) => session.prepare(sql).bind(...(values[at] ?? [])));
      const [only] = statements;
      return input.method === "batch" || only === undefined ? session.batch(statements) : only[input.method]();
    }
    case "object": {
      const [name, args] = filled as [string, unknown[]];
      const objects: DurableObjectNamespace = env[input.binding];
      const object = objects.get(objects.idFromName(name));
      return Reflect.apply(Reflect.get(object, input.method), object, args);
    }
    case "queue": {
      const messages = (filled as unknown[]).map((body) => ({ body, contentType: "json" as const }));
      for (let from = 0; from < messages.length; from += MAX_BATCH_MESSAGES) {
        await env[input.binding].sendBatch(messages.slice(from, from + MAX_BATCH_MESSAGES));
      }
      return undefined;
    }
    case "fetch":
      return post(env, input, bytesOf(String(filled)));
    default:
      throw new Error(`the floor makes no call of ${input.target}`);
  }
}
