import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import type { RateRule } from "../../kernel/sliding-window.ts";
import { openSession } from "./session-token.ts";

/** 300 a minute for each user and class of route: far above what a person or a fair script does. */
const PER_MINUTE = 300;

/** The brake on what one user does with one class of routes. Counted before the guard, so it reads the token itself. */
export function perUser(name: "events" | "guests" | "tokens"): RouteLimit {
  return {
    rule: { name, limit: PER_MINUTE, windowSeconds: 60 },
    key: userOf,
    precision: "approximate",
    mode: "blocking",
  };
}

/** A limit for each user whose number is a promise. */
export function perUserExactly(rule: RateRule): RouteLimit {
  return { rule, key: userOf, precision: "exact", mode: "blocking" };
}

async function userOf(c: Context<AppEnv>): Promise<string | null> {
  const token = (c.req.header("authorization") ?? "").split(" ")[1] ?? "";
  const caller = await openSession(c.var.ctx.keyring, token, c.var.ctx.clock.now());
  return caller?.userId ?? null;
}
