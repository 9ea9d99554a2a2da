import type { Bindings } from "../../src/env.ts";
import worker, {
  DeliveryJournal,
  EditCounter,
  EventMonitor as Monitor,
  RateWindow,
  Scheduler as Tasks,
} from "../../src/worker.ts";
import type { WebhookCosts } from "./costs.ts";

export { DeliveryJournal, EditCounter, RateWindow };

/** A request of this path is answered with the counts so far. */
const PATH = "/webhook-costs";
const QUEUE = "usher-webhooks";

const COSTS: WebhookCosts = { d1Calls: 0, messages: 0, invocations: 0 };
const COUNTED = new WeakMap<Bindings, Bindings>();
const CONSUMING = new WeakMap<Bindings, Bindings>();

export class EventMonitor extends Monitor {
  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, { ...env, WEBHOOKS_QUEUE: countingQueue(env.WEBHOOKS_QUEUE) });
  }
}

export class Scheduler extends Tasks {
  constructor(state: DurableObjectState, env: Bindings) {
    super(state, countingMessages(env));
  }
}

/** The Worker, which counts what its webhooks cost. */
export default {
  fetch(request, env, context) {
    if (new URL(request.url).pathname === PATH) return Response.json(COSTS);
    return worker.fetch(request, countingMessages(env), context);
  },
  queue(batch, env, context) {
    if (batch.queue !== QUEUE) return worker.queue(batch, countingMessages(env), context);
    COSTS.invocations += 1;
    return worker.queue(batch, consuming(env), context);
  },
  scheduled: (controller, env) => worker.scheduled(controller, countingMessages(env)),
} satisfies ExportedHandler<Bindings>;

function countingMessages(env: Bindings): Bindings {
  const known = COUNTED.get(env);
  if (known) return known;
  const counted: Bindings = { ...env, WEBHOOKS_QUEUE: countingQueue(env.WEBHOOKS_QUEUE) };
  COUNTED.set(env, counted);
  return counted;
}

function countingQueue(queue: Queue): Queue {
  return {
    metrics: () => queue.metrics(),
    send(message, options) {
      COSTS.messages += 1;
      return queue.send(message, options);
    },
    sendBatch(messages, options) {
      const all = [...messages];
      COSTS.messages += all.length;
      return queue.sendBatch(all, options);
    },
  };
}

function consuming(env: Bindings): Bindings {
  const known = CONSUMING.get(env);
  if (known) return known;
  const withSession: D1Database["withSession"] = (constraint) => countingSession(env.DB.withSession(constraint));
  const changed: Bindings = { ...countingMessages(env), DB: { ...env.DB, withSession } as D1Database };
  CONSUMING.set(env, changed);
  return changed;
}

function countingSession(session: D1DatabaseSession): D1DatabaseSession {
  return {
    prepare: (sql: string) => countingStatement(session.prepare(sql)),
    batch: counting((statements: D1PreparedStatement[]) => session.batch(statements)),
    getBookmark: () => session.getBookmark(),
  } as D1DatabaseSession;
}

/** Patches the statement object in place, because `batch` accepts only D1's own objects. */
function countingStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const { bind, run, all, raw } = statement;
  return Object.assign(statement, {
    bind: (...values: unknown[]) => countingStatement(bind.apply(statement, values)),
    run: counting(run.bind(statement)),
    all: counting(all.bind(statement)),
    raw: counting(raw.bind(statement)),
  });
}

function counting<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
  return (...args: Args): Promise<Result> => {
    COSTS.d1Calls += 1;
    return call(...args);
  };
}
