import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

/**
 * These routes and pages answer known and unknown accounts in equal time; the header would show the difference. Joining
 * by an invite signs in, and a new address may be somebody's.
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
