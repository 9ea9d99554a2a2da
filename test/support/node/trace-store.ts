import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface TraceRecord {
  /** `invocation`: the platform's log line for each request; `log`: a line of the Worker; `span`: a trace. */
  kind: "invocation" | "log" | "span";
  text: string;
}

/** `"GET https://…"`: the body of an invocation's log line, as JSON. */
const INVOCATION = /^"[A-Z]+ https?:/;

/** Reads the records that the local platform has written to a folder; see `startService`. */
export function readTraceStore(folder: string): TraceRecord[] {
  const store = join(folder, "observability", "miniflare-wobs-trace-store");
  const files = readdirSync(store).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  return files.flatMap((file) => {
    const db = new DatabaseSync(join(store, file), { readOnly: true });
    try {
      const logs = db.prepare("select message from logs").all();
      const spans = db.prepare("select name, error, json(attributes) as attributes from spans").all();
      return [
        ...logs.map(({ message }) => {
          const text = String(message);
          return { kind: INVOCATION.test(text) ? ("invocation" as const) : ("log" as const), text };
        }),
        ...spans.map((span) => ({ kind: "span" as const, text: JSON.stringify(span) })),
      ];
    } finally {
      db.close();
    }
  });
}
