import type { Bindings } from "../../src/env.ts";
import worker from "../../src/worker.ts";

export { DeliveryJournal, EventMonitor, RateWindow, Scheduler } from "../../src/worker.ts";

/** A request with this header makes the database fail for as many milliseconds. */
const DOWN_HEADER = "x-database-down-ms";
/** What D1 says when its storage cannot be reached. */
const FAILURE = "D1_ERROR: Network connection lost.";

let downUntil = 0;
const AILING = new WeakMap<Bindings, Bindings>();

/** The Worker as it is, on a database that can be told to fail. */
export default {
  async fetch(request, env, context) {
    const ms = request.headers.get(DOWN_HEADER);
    if (ms === null) return worker.fetch(request, ailing(env), context);
    downUntil = Date.now() + Number(ms);
    return new Response(null, { status: 204 });
  },
  queue: (batch, env, context) => worker.queue(batch, ailing(env), context),
  scheduled: (controller, env) => worker.scheduled(controller, env),
} satisfies ExportedHandler<Bindings>;

function ailing(env: Bindings): Bindings {
  const known = AILING.get(env);
  if (known) return known;
  const withSession: D1Database["withSession"] = (constraint) => ailingSession(env.DB.withSession(constraint));
  const changed: Bindings = { ...env, DB: { ...env.DB, withSession } as D1Database };
  AILING.set(env, changed);
  return changed;
}

function ailingSession(session: D1DatabaseSession): D1DatabaseSession {
  return {
    prepare: (sql: string) => ailingStatement(session.prepare(sql)),
    batch: failing((statements: D1PreparedStatement[]) => session.batch(statements)),
    getBookmark: () => session.getBookmark(),
  } as D1DatabaseSession;
}

/** The very statement, because a batch takes no other. */
function ailingStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const { bind, run, all, raw } = statement;
  return Object.assign(statement, {
    bind: (...values: unknown[]) => ailingStatement(bind.apply(statement, values)),
    run: failing(run.bind(statement)),
    all: failing(all.bind(statement)),
    raw: failing(raw.bind(statement)),
  });
}

function failing<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    if (Date.now() < downUntil) throw new Error(FAILURE);
    return call(...args);
  };
}
