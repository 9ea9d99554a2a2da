import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { bodyFields } from "../../http/body.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import { clientAddress } from "../../http/request-facts.ts";
import { addressBlock } from "../../kernel/cidr.ts";
import { verifyLoginToken } from "../accounts/factor-token.ts";
import { presentedCaller } from "../accounts/session-cookie-guard.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/**
 * Codes at a sign-in: 10 per 15 minutes from one network, 30 per hour in total, of one million possible codes. Only a
 * caller with the password gets here, so others cannot use up the owner's tries. A new password resets the count.
 */
export const LOGIN_FACTOR_LIMITS: RouteLimit[] = [
  {
    rule: { name: "factor-network", limit: 10, windowSeconds: QUARTER_HOUR },
    key: async (c) => {
      const account = await accountInFactorToken(c);
      return account === null ? null : `${account} ${addressBlock(clientAddress(c))}`;
    },
    count: "exact",
  },
  { rule: { name: "factor", limit: 30, windowSeconds: HOUR }, key: accountInFactorToken, count: "exact" },
];

/** Codes and passwords within a session: 10 in 15 minutes. A thief of the session uses up the tries of that one alone. */
export const SESSION_FACTOR_LIMITS: RouteLimit[] = [
  { rule: { name: "session-factor", limit: 10, windowSeconds: QUARTER_HOUR }, key: sessionOf, count: "exact" },
];

/** In 15 minutes and from one network: 60 challenges, 30 sign-ins. They name no address, so none is counted. */
export const PASSKEY_OPTIONS_LIMITS: RouteLimit[] = [perNetwork("passkey-options", 60)];
export const PASSKEY_LIMITS: RouteLimit[] = [perNetwork("passkey", 30)];

function perNetwork(name: string, limit: number): RouteLimit {
  const rule = { name, limit, windowSeconds: QUARTER_HOUR };
  return { rule, key: (c) => addressBlock(clientAddress(c)), count: "exact" };
}

/** The account and its password behind the factor token in the body. Null without a valid one. */
async function accountInFactorToken(c: Context<AppEnv>): Promise<string | null> {
  const { factor_token: token } = await bodyFields(c);
  const started = typeof token === "string" ? await verifyLoginToken(c.var.ctx, token) : null;
  return started === null ? null : `${started.userId} ${started.state}`;
}

async function sessionOf(c: Context<AppEnv>): Promise<string | null> {
  const caller = await presentedCaller(c);
  return caller === null ? null : caller.sessionId;
}
