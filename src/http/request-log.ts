import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { log } from "../kernel/log.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Between two lines for requests that went well, of one isolate, method, route and status. A line costs as much
 * processor time as a quarter of a guest's view, and Workers Logs bills each. Milliseconds.
 */
const LINE_INTERVAL_MS = 1_000;

/** A request that waited at least this long has its own line. Milliseconds. */
const SLOW_MS = 1_000;

/**
 * Logs requests: ID, method, route pattern, status, and the milliseconds that each waited for storage and for the
 * engine. Logs the pattern instead of the path, because a guest's path is a secret. Rejected, failed and slow requests
 * have their own line. Other requests share one line per second, whose `count` is the number of requests since the
 * previous line. Counts all responses with 429.
 */
export function requestLog(): MiddlewareHandler<AppEnv> {
  const lines = new Map<string, { loggedAt: number; count: number }>();
  /** Returns the number of requests that the next line stands for, this one included; 0 if no line is due. */
  const countDue = (key: string, now: number): number => {
    const line = lines.get(key) ?? { loggedAt: Number.NEGATIVE_INFINITY, count: 0 };
    lines.set(key, line);
    line.count++;
    if (now - line.loggedAt < LINE_INTERVAL_MS) return 0;
    const { count } = line;
    Object.assign(line, { loggedAt: now, count: 0 });
    return count;
  };
  return async function logRequest(c, next) {
    await next();
    // Absent when the configuration is invalid.
    const ctx: AppEnv["Variables"]["ctx"] | undefined = c.get("ctx");
    const { method } = c.req;
    const { status } = c.res;
    const route = routePath(c, -1);
    const totals = ctx?.timings.totals() ?? [];
    const isOrdinary = ctx !== undefined && status < 400 && totals.every(([, ms]) => ms < SLOW_MS);
    const count = isOrdinary ? countDue(`${method} ${route} ${status}`, ctx.clock.now()) : 1;
    if (count > 0) {
      log(status >= 500 ? "error" : "info", "request", {
        request_id: c.get("requestId"),
        method,
        route,
        status,
        count,
        ...Object.fromEntries(totals.map(([target, ms]) => [`${target}_ms`, ms])),
      });
    }
    if (status === 429) ctx?.counters.count("rate_limited", `${method} ${route}`);
  };
}

/**
 * These routes and pages respond in equal time for known and unknown accounts, and the header would show the
 * difference. Joining by an invite signs in, and a new email address may belong to an account.
 */
const HIDDEN =
  /^\/(auth\/|signup|login|forgot-password|reset-password|undo-email-change|verify-email|not-my-account|me\/(email|password)|invites\/[^/]+\/join)/;

/**
 * Sets `Server-Timing`: the milliseconds that the response waited for storage and for the engine, as sums:
 * `db;dur=…, engine;dur=…`. CORS does not expose it, so only the service's own pages can read it.
 */
export function serverTiming(): MiddlewareHandler<AppEnv> {
  return async function setServerTiming(c, next) {
    await next();
    // Absent when the configuration is invalid.
    const ctx: AppEnv["Variables"]["ctx"] | undefined = c.get("ctx");
    const sums = ctx?.timings.totals() ?? [];
    if (sums.length === 0 || HIDDEN.test(c.req.path)) return;
    c.res.headers.set("Server-Timing", sums.map(([target, ms]) => `${target};dur=${ms}`).join(", "));
  };
}

/** Holds work back until the response was sent, so that it does not delay the response. */
export class AfterResponse {
  readonly #context: Pick<ExecutionContext, "waitUntil">;
  /** Null once the work has started. */
  #pending: (() => Promise<void>)[] | null = [];

  constructor(context: Pick<ExecutionContext, "waitUntil">) {
    this.#context = context;
  }

  /** Runs the work after the response, or immediately if the response has been sent. */
  add(work: () => Promise<void>): void {
    if (this.#pending === null) this.#context.waitUntil(work());
    else this.#pending.push(work);
  }

  /** The response is ready: starts the work in the next macrotask, when it has been sent. */
  start(): void {
    const pending = this.#pending ?? [];
    this.#pending = null;
    if (pending.length === 0) return;
    const sent = new Promise<void>((resolve) => setTimeout(resolve, 0));
    this.#context.waitUntil(sent.then(() => Promise.all(pending.map((work) => work()))));
  }
}
