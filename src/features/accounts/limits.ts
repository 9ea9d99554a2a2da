import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import { clientAddress } from "../../http/request-facts.ts";
import { addressBlock } from "../../kernel/address-block.ts";
import { emailKey } from "../../kernel/email-address.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
/** The longest address that the schema accepts; see http/fields.ts. */
const MAX_KEY_LENGTH = 254;

/** Exact and before the handler: these limits stop password guessing and mail flooding. */
const EXACT = { precision: "exact", mode: "blocking" } as const;

/** 20 an hour per client address: enough for an office behind one address, too few for a script to fill the table. */
export const SIGNUP_LIMITS: RouteLimit[] = [perAddress("signup", 20, HOUR)];

/** In 15 minutes: 10 attempts per account, 30 per client address. */
export const LOGIN_LIMITS: RouteLimit[] = [
  perEmail("login-email", 10, QUARTER_HOUR),
  perAddress("login-ip", 30, QUARTER_HOUR),
];

/** Each request can send a mail. In an hour: 3 per recipient, 5 per client address. */
export const FORGOT_LIMITS: RouteLimit[] = [perEmail("forgot-email", 3, HOUR), perAddress("forgot-ip", 5, HOUR)];

function perAddress(name: string, limit: number, windowSeconds: number): RouteLimit {
  return { rule: { name, limit, windowSeconds }, key: (c) => addressBlock(clientAddress(c)), ...EXACT };
}

/** Counts the e-mail address in the body, whether or not it has an account: the limit does not reveal that. */
function perEmail(name: string, limit: number, windowSeconds: number): RouteLimit {
  return { rule: { name, limit, windowSeconds }, key: emailInBody, ...EXACT };
}

/** The e-mail address in the body, or null without one: the schema refuses such a body later. */
async function emailInBody(c: Context<AppEnv>): Promise<string | null> {
  try {
    const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
      c.req.header("content-type") ?? "",
    );
    const { email } = (isForm ? await c.req.parseBody() : await c.req.json()) as { email?: unknown };
    if (typeof email !== "string") return null;
    const key = emailKey(email);
    return key.length <= MAX_KEY_LENGTH ? key : null;
  } catch {
    return null;
  }
}
