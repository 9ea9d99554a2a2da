import type { Bindings } from "../src/env.ts";
import { type CallInput, type ObjectBinding, QUEUES, type QueueBinding, type RecordedCall } from "./recorded-call.ts";

/** Makes a call, with additional work around it such as a delay. */
export type Around = <T>(input: CallInput, work: () => Promise<T>) => Promise<T>;

/** Records the calls of a Worker, with the order in which they began and ended. */
export class Recorder {
  readonly calls: RecordedCall[] = [];
  readonly #around: Around;
  #tick = 0;

  constructor(around: Around = (_, work) => work()) {
    this.#around = around;
  }

  async record<T>(input: CallInput, work: () => Promise<T>): Promise<T> {
    const call: RecordedCall = {
      target: input.target,
      detail: detailOf(input),
      input,
      began: this.#tick++,
      ended: Number.POSITIVE_INFINITY,
      rowsRead: 0,
      rowsWritten: 0,
    };
    this.calls.push(call);
    try {
      const result = await this.#around(input, work);
      for (const meta of metasOf(result)) {
        call.rowsRead += meta.rows_read ?? 0;
        call.rowsWritten += meta.rows_written ?? 0;
      }
      return result;
    } finally {
      call.ended = this.#tick++;
    }
  }
}

/**
 * Returns the longest chain of calls in which each began after the previous one had ended.
 * @param lengthOf the length that a call adds
 */
export function longestChain(calls: readonly RecordedCall[], lengthOf?: (call: RecordedCall) => number): number {
  return Math.max(0, ...depthsOf(calls, lengthOf).values());
}

/** Returns the length of such chains up to and including each call; by default, its position from 1. */
export function depthsOf(
  calls: readonly RecordedCall[],
  lengthOf: (call: RecordedCall) => number = () => 1,
): Map<RecordedCall, number> {
  const depths = new Map<RecordedCall, number>();
  for (const call of [...calls].sort((a, b) => a.began - b.began)) {
    const before = calls.filter((other) => other.ended < call.began).map((other) => depths.get(other) ?? 0);
    depths.set(call, lengthOf(call) + Math.max(0, ...before));
  }
  return depths;
}

/**
 * Wraps bindings so that each call is recorded. Statements that drizzle reads as raw rows are read as objects, because only
 * those results have row counts.
 * @param current the recorder of the request that makes the call; a call without one is not recorded
 */
export function recordBindings(env: Bindings, current: () => Recorder | undefined): Bindings {
  const record: Around = (input, work) => current()?.record(input, work) ?? work();
  const shards = Object.keys(env).filter((name): name is "DB" | `DB_${number}` => /^DB(_\d+)?$/.test(name));
  const recorded: Bindings = { ...env, KV: recordKv(env.KV, record), BUCKET: recordBucket(env.BUCKET, record) };
  for (const shard of shards) {
    const database = env[shard];
    if (database !== undefined) recorded[shard] = recordDatabase(database, record);
  }
  for (const binding of QUEUES) recorded[binding] = recordQueue(binding, env[binding], record);
  recorded.RATE_WINDOW = recordObjects("RATE_WINDOW", env.RATE_WINDOW, record);
  recorded.EVENT_MONITOR = recordObjects("EVENT_MONITOR", env.EVENT_MONITOR, record);
  recorded.SCHEDULER = recordObjects("SCHEDULER", env.SCHEDULER, record);
  recorded.DELIVERY_JOURNAL = recordObjects("DELIVERY_JOURNAL", env.DELIVERY_JOURNAL, record);
  recorded.EDIT_COUNTER = recordObjects("EDIT_COUNTER", env.EDIT_COUNTER, record);
  return recorded;
}

/** Describes a call of `fetch`, with only the URL of a `Request`. */
export function fetchInput(input: RequestInfo | URL, init: RequestInit = {}): CallInput {
  return { target: "fetch", url: input instanceof Request ? input.url : String(input), init };
}

/** Returns an object that replaces some of the methods. */
export function wrap<T extends object>(target: T, methods: Record<string, (...args: never[]) => unknown>): T {
  return new Proxy(target, {
    get(object, property) {
      const replaced = methods[property as string];
      if (replaced) return replaced;
      const value: unknown = Reflect.get(object, property, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}

function recordDatabase(binding: D1Database, record: Around): D1Database {
  return wrap(binding, {
    withSession: (constraint: string) => recordSession(binding.withSession(constraint), constraint, record),
  });
}

function recordSession(session: D1DatabaseSession, consistency: string, record: Around): D1DatabaseSession {
  const originals = new WeakMap<
    D1PreparedStatement,
    { original: D1PreparedStatement; sql: string; values: unknown[] }
  >();
  const statement = (original: D1PreparedStatement, sql: string, values: unknown[]): D1PreparedStatement => {
    const once = <T>(method: "run" | "all" | "raw", work: () => Promise<T>): Promise<T> =>
      record({ target: "d1", consistency, method, statements: [{ sql, values }] }, work);
    const recorded = wrap(original, {
      bind: (...bound: unknown[]) => statement(original.bind(...bound), sql, bound),
      run: () => once("run", () => original.run()),
      all: () => once("all", () => original.all()),
      raw: async () => {
        const { results } = await once("raw", () => original.all<Record<string, unknown>>());
        return results.map((row) => Object.values(row));
      },
    });
    originals.set(recorded, { original, sql, values });
    return recorded;
  };
  return wrap(session, {
    prepare: (sql: string) => statement(session.prepare(sql), sql, []),
    batch: (statements: D1PreparedStatement[]) => {
      const known = statements.map((entry) => originals.get(entry) ?? { original: entry, sql: "", values: [] });
      const texts = known.map(({ sql, values }) => ({ sql, values }));
      return record({ target: "d1", consistency, method: "batch", statements: texts }, () =>
        session.batch(known.map(({ original }) => original)),
      );
    },
  });
}

function recordKv(binding: KVNamespace, record: Around): KVNamespace {
  const method =
    (name: "get" | "put" | "delete") =>
    (...args: unknown[]): Promise<unknown> => {
      const call = binding[name].bind(binding) as (...all: unknown[]) => Promise<unknown>;
      return record({ target: "kv", method: name, args }, () => call(...args));
    };
  return wrap(binding, { get: method("get"), put: method("put"), delete: method("delete") });
}

function recordBucket(binding: R2Bucket, record: Around): R2Bucket {
  const method =
    (name: "get" | "head" | "put" | "delete") =>
    (...args: unknown[]): Promise<unknown> => {
      const call = binding[name].bind(binding) as (...all: unknown[]) => Promise<unknown>;
      return record({ target: "bucket", method: name }, () => call(...args));
    };
  return wrap(binding, { get: method("get"), head: method("head"), put: method("put"), delete: method("delete") });
}

function recordQueue(binding: QueueBinding, queue: Queue, record: Around): Queue {
  return wrap(queue, {
    send: (message: unknown, options?: QueueSendOptions) =>
      record({ target: "queue", binding, method: "send", messages: [message] }, () => queue.send(message, options)),
    sendBatch: (messages: Iterable<MessageSendRequest>, options?: QueueSendBatchOptions) => {
      const all = [...messages];
      const bodies = all.map(({ body }) => body);
      return record({ target: "queue", binding, method: "sendBatch", messages: bodies }, () =>
        queue.sendBatch(all, options),
      );
    },
  });
}

/** Names of objects by ID, in all namespaces, because an ID does not contain the name. */
const OBJECT_NAMES = new Map<string, string>();

function recordObjects<T extends Rpc.DurableObjectBranded>(
  binding: ObjectBinding,
  namespace: DurableObjectNamespace<T>,
  record: Around,
): DurableObjectNamespace<T> {
  return wrap(namespace, {
    idFromName(name: string) {
      const id = namespace.idFromName(name);
      OBJECT_NAMES.set(String(id), name);
      return id;
    },
    get(id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions) {
      const stub = namespace.get(id, options);
      const name = OBJECT_NAMES.get(String(id)) ?? String(id);
      return new Proxy(stub, {
        get(object, property) {
          const value: unknown = Reflect.get(object, property, object);
          if (typeof property !== "string" || typeof value !== "function" || property === "then") return value;
          return (...args: unknown[]) =>
            record({ target: "object", binding, name, method: property, args }, async () =>
              Reflect.apply(value, object, args),
            );
        },
      });
    },
  });
}

function detailOf(input: CallInput): string {
  switch (input.target) {
    case "d1":
      return input.method === "batch" ? `batch of ${input.statements.length}` : (input.statements[0]?.sql ?? "");
    case "object":
      return `${CLASSES[input.binding]}.${input.method}`;
    case "fetch":
      return new URL(input.url).pathname;
    default:
      return input.method;
  }
}

const CLASSES: Record<ObjectBinding, string> = {
  RATE_WINDOW: "RateWindow",
  EVENT_MONITOR: "EventMonitor",
  SCHEDULER: "Scheduler",
  DELIVERY_JOURNAL: "DeliveryJournal",
  EDIT_COUNTER: "EditCounter",
};

interface Meta {
  rows_read?: number;
  rows_written?: number;
}

function metasOf(result: unknown): Meta[] {
  const results = Array.isArray(result) ? result : [result];
  return results.flatMap((entry) => {
    const meta = (entry as { meta?: Meta } | null)?.meta;
    return meta ? [meta] : [];
  });
}
