import type { Context } from "hono";
import { headerParameter } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import type { Answer } from "../../http/endpoint.ts";
import { clientAddress } from "../../http/request-facts.ts";
import { validationFailed } from "../../http/validate.ts";
import { looksLikeApiKey } from "../../kernel/api-key.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { type Credentials, REFRESH_TOKEN_TTL_MS } from "./credentials.ts";
import { keyCaller } from "./key-caller.ts";
import { logOutBrowser } from "./log-out.ts";
import { presentCredentials } from "./present.ts";
import {
  CLEARED_SESSION_COOKIE,
  SESSION_COOKIE,
  sessionCookie,
  verifySessionCookie,
  verifySessionToken,
} from "./session-token.ts";

/** The header that asks for the cookie, at a sign-in and with each request. */
const HEADER = "Usher-Session";

/** The header of a sign-in, for the OpenAPI document. */
export const SESSION_HEADER = headerParameter(
  HEADER,
  forDocs("`cookie`: the session is in a cookie in place of tokens. For web apps on the origin of the service"),
);

/** Response of a sign-in to a request that asks for the cookie. */
export const COOKIE_SET = {
  204: {
    description: forDocs("With `Usher-Session: cookie`: the session is in a cookie, and the response has no tokens."),
    headers: { "Set-Cookie": { description: forDocs("The cookie of the session"), schema: { type: "string" } } },
  },
} as const satisfies { [status: number]: Answer };

/** The caller that a request presents. The cookie counts only without an `Authorization` header. */
interface Presented {
  caller: Caller | null;
  isByCookie: boolean;
}

/** Callers by request, because the limits and guards of a request ask several times. The signature is checked once. */
const PRESENTED = new WeakMap<Context<AppEnv>, Promise<Presented>>();

/** The caller of a correctly signed bearer token or cookie, or of an API key, or null. No I/O but the lookup of a new key. */
export async function presentedCaller(c: Context<AppEnv>): Promise<Caller | null> {
  return (await presentedBy(c)).caller;
}

/**
 * The user who is signed in where a request comes from: by its bearer or API key, or by the browser's cookie, also
 * without the header that makes the cookie count. For denying something to a user; it grants nothing.
 */
export async function signedInUserId(c: Context<AppEnv>): Promise<string | null> {
  const { keyring, clock } = c.var.ctx;
  const value = cookieIn(c);
  const caller =
    (await presentedCaller(c)) ?? (value === null ? null : await verifySessionCookie(keyring, value, clock.now()));
  return caller?.userId ?? null;
}

/**
 * Responds to a sign-in: with the tokens, or with the cookie where the request asks for it. Then the session of the cookie
 * that the browser had ends, because nothing else can end it any more.
 */
export async function answerSignIn(c: Context<AppEnv>, credentials: Credentials) {
  if (!acceptsCookie(c)) return c.json(presentCredentials(credentials), 200);
  const { ctx } = c.var;
  const { caller } = credentials;
  const replaced = cookieIn(c);
  const previous = replaced === null ? null : await verifySessionCookie(ctx.keyring, replaced, ctx.clock.now());
  if (previous !== null) await logOutBrowser(ctx, previous);
  setCookie(c, await sessionCookie(ctx.keyring, caller, caller.issuedAt + REFRESH_TOKEN_TTL_MS));
  return c.body(null, 204);
}

/** The caller of a cookie that came with its header and without a bearer; `none` without one. */
async function cookieCaller(c: Context<AppEnv>): Promise<Caller | "invalid" | "none"> {
  const value = acceptsCookie(c) && c.req.header("authorization") === undefined ? cookieIn(c) : null;
  if (value === null) return "none";
  const { keyring, clock } = c.var.ctx;
  return (await verifySessionCookie(keyring, value, clock.now())) ?? "invalid";
}

/**
 * Revokes the session of the cookie and clears the cookie, also if it is no longer valid. Does nothing without a
 * cookie.
 * @throws AppError 400 for a cookie that does not count, because its browser would take the session for ended
 */
export async function signOutByCookie(c: Context<AppEnv>): Promise<void> {
  const caller = await cookieCaller(c);
  if (caller === "none") {
    if (cookieIn(c) === null) return;
    throw validationFailed([
      { path: "refresh_token", message: "is required, or the header `Usher-Session: cookie` with the cookie" },
    ]);
  }
  if (caller !== "invalid") await logOutBrowser(c.var.ctx, caller);
  setCookie(c, CLEARED_SESSION_COOKIE);
}

export function presentedBy(c: Context<AppEnv>): Promise<Presented> {
  const known = PRESENTED.get(c) ?? readPresented(c);
  PRESENTED.set(c, known);
  return known;
}

async function readPresented(c: Context<AppEnv>): Promise<Presented> {
  const authorization = c.req.header("authorization");
  if (authorization === undefined) {
    const caller = await cookieCaller(c);
    return { caller: typeof caller === "string" ? null : caller, isByCookie: caller !== "none" };
  }
  const { keyring, clock } = c.var.ctx;
  const [scheme, token] = authorization.split(" ");
  const isBearer = scheme?.toLowerCase() === "bearer" && token !== undefined && token !== "";
  if (!isBearer) return { caller: null, isByCookie: false };
  const caller = looksLikeApiKey(token)
    ? await keyCaller(c.var.ctx, token, clientAddress(c))
    : await verifySessionToken(keyring, token, clock.now());
  return { caller, isByCookie: false };
}

/**
 * Whether a request may set or clear a cookie. A page of another origin cannot send the header without a preflight.
 * Browsers also send the origin in `Sec-Fetch-Site`, which no script can change.
 */
function acceptsCookie(c: Context<AppEnv>): boolean {
  const site = c.req.header("sec-fetch-site");
  return c.req.header(HEADER) === "cookie" && (site === undefined || site === "same-origin");
}

function cookieIn(c: Context<AppEnv>): string | null {
  const start = `${SESSION_COOKIE}=`;
  const pairs = (c.req.header("cookie") ?? "").split(/; */);
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? null;
}

export function setCookie(c: Context<AppEnv>, value: string): void {
  c.header("Set-Cookie", value, { append: true });
}
