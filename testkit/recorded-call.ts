/** A call as data, complete enough to repeat it. */
export type CallInput =
  | {
      target: "d1";
      consistency: string;
      /** A batch, or one statement by one of the methods of a statement. */
      method: "batch" | "run" | "all" | "raw";
      statements: { sql: string; values: unknown[] }[];
    }
  | { target: "kv"; method: string; args: unknown[] }
  | { target: "object"; binding: ObjectBinding; name: string; method: string; args: unknown[] }
  | { target: "queue"; binding: QueueBinding; method: "send" | "sendBatch"; messages: unknown[] }
  | { target: "bucket"; method: string }
  | { target: "fetch"; url: string; init: RequestInit };

/** One call that left the Worker, with its order among the others. */
export interface RecordedCall {
  target: CallInput["target"];
  detail: string;
  input: CallInput;
  began: number;
  ended: number;
  rowsRead: number;
  rowsWritten: number;
}

/** The bindings of queues. */
export const QUEUES = ["ACCESS_QUEUE", "SCORES_QUEUE", "NOTIFIER_QUEUE", "BROADCASTS_QUEUE", "WEBHOOKS_QUEUE"] as const;

/** The bindings of Durable Objects. */
export type ObjectBinding = "RATE_WINDOW" | "EVENT_MONITOR" | "SCHEDULER" | "DELIVERY_JOURNAL" | "EDIT_COUNTER";
export type QueueBinding = (typeof QUEUES)[number];
