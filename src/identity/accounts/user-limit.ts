import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import type { RateRule } from "../../kernel/sliding-window.ts";
import { presentedCaller } from "./session-cookie-guard.ts";

/** 300 a minute per user or API key, and class of routes: far above normal use, by people or by scripts. */
const PER_MINUTE = 300;

/** An approximate limit per user, and per API key. Limits run before guards, so the key is read from the token here. */
export function perUser(name: "events" | "guests" | "tokens"): RouteLimit {
  return {
    rule: { name, limit: PER_MINUTE, windowSeconds: 60 },
    key: userOf,
    count: "approximate",
  };
}

/** An exact limit per user. */
export function perUserExactly(rule: RateRule): RouteLimit {
  return { rule, key: userOf, count: "exact" };
}

/** A key is counted apart from its maker: a program that runs wild does not lock its host out. */
async function userOf(c: Context<AppEnv>): Promise<string | null> {
  const caller = await presentedCaller(c);
  return caller?.apiKey?.id ?? caller?.userId ?? null;
}
