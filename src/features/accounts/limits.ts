import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import { clientAddress } from "../../http/request-facts.ts";
import { addressBlock } from "../../kernel/address-block.ts";
import { emailKey } from "../../kernel/email-address.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
/** Nothing longer is an address; see http/fields.ts. */
const MAX_KEY_LENGTH = 254;

/** Exact and before anything else: what these numbers hold back is guessing and flooding, so they are promises. */
const PROMISE = { precision: "exact", mode: "blocking" } as const;

/** 20 an hour: an office behind one address may sign up together, a program may not fill the table. */
export const SIGNUP_LIMITS: RouteLimit[] = [perAddress("signup", 20, HOUR)];

/** 10 guesses a quarter of an hour at one account, 30 from one place at all accounts together. */
export const LOGIN_LIMITS: RouteLimit[] = [
  perEmail("login-email", 10, QUARTER_HOUR),
  perAddress("login-ip", 30, QUARTER_HOUR),
];

/** Each one can be a mail to somebody: 3 an hour to one address, 5 asked for from one place. */
export const FORGOT_LIMITS: RouteLimit[] = [perEmail("forgot-email", 3, HOUR), perAddress("forgot-ip", 5, HOUR)];

function perAddress(name: string, limit: number, windowSeconds: number): RouteLimit {
  return { rule: { name, limit, windowSeconds }, key: (c) => addressBlock(clientAddress(c)), ...PROMISE };
}

/** Counts the address as it was typed, whether or not anybody has it: the limit tells nothing. */
function perEmail(name: string, limit: number, windowSeconds: number): RouteLimit {
  return { rule: { name, limit, windowSeconds }, key: typedEmail, ...PROMISE };
}

/** The address in the body, or null where there is none to count: the schema refuses such a body later. */
async function typedEmail(c: Context<AppEnv>): Promise<string | null> {
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
