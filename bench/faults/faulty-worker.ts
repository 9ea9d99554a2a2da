import type { Bindings } from "../../src/env.ts";
import worker from "../../src/worker.ts";

export { DeliveryJournal, EditCounter, EventMonitor, RateWindow, Scheduler } from "../../src/worker.ts";

/** A request with this header makes the database fail for as many milliseconds. */
const DOWN_HEADER = "x-database-down-ms";
/** D1's error when its storage cannot be reached. */
const FAILURE = "D1_ERROR: Network connection lost.";

let downUntil = 0;
const FAULTY = new WeakMap<Bindings, Bindings>();

/** The Worker, on a database that can be made to fail. */
export default {
  async fetch(request, env, context) {
    const ms = request.headers.get(DOWN_HEADER);
    if (ms === null) return worker.fetch(request, faulty(env), context);
    downUntil = Date.now() + Number(ms);
    return new Response(null, { status: 204 });
  },
  queue: (batch, env, context) => worker.queue(batch, faulty(env), context),
  scheduled: (controller, env) => worker.scheduled(controller, env),
} satisfies ExportedHandler<Bindings>;

function faulty(env: Bindings): Bindings {
  const known = FAULTY.get(env);
  if (known) return known;
  const withSession: D1Database["withSession"] = (constraint) => faultySession(env.DB.withSession(constraint));
  const changed: Bindings = { ...env, DB: { ...env.DB, withSession } as D1Database };
  FAULTY.set(env, changed);
  return changed;
}

function faultySession(session: D1DatabaseSession): D1DatabaseSession {
  return {
    prepare: (sql: string) => faultyStatement(session.prepare(sql)),
    batch: failing((statements: D1PreparedStatement[]) => session.batch(statements)),
    getBookmark: () => session.getBookmark(),
  } as D1DatabaseSession;
}

/** Patches the statement object in place, because `batch` accepts only D1's own objects. */
function faultyStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const { bind, run, all, raw } = statement;
  return Object.assign(statement, {
    bind: (...values: unknown[]) => faultyStatement(bind.apply(statement, values)),
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
