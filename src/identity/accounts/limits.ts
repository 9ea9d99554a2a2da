import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { bodyFields } from "../../http/body.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import { clientAddress } from "../../http/request-facts.ts";
import { addressBlock, siteBlock } from "../../kernel/cidr.ts";
import { emailKey } from "../../kernel/email-address.ts";
import type { RateRule } from "../../kernel/sliding-window.ts";
import { presentedCaller } from "./session-cookie-guard.ts";

/** Attempts on one email address from one network, per 15 minutes. */
export const ATTEMPTS = { name: "login", limit: 10, windowSeconds: 15 * 60, isClearable: true } as const;

/** Attempts on one email address from all networks, per hour: far more than its owner needs. */
export const ATTEMPTS_ON_EMAIL = {
  name: "login-email",
  limit: 100,
  windowSeconds: 60 * 60,
  isClearable: true,
} as const;

const QUARTER_HOUR = 15 * 60;

const HOUR = 60 * 60;

/** The longest address that the schema accepts; see http/fields.ts. */
const MAX_KEY_LENGTH = 254;

/** Factor for the limits of an IPv6 site (/48), which has 65,536 networks. */
const SITE_FACTOR = 5;

/** 20 an hour per network: enough for an office behind one address, too few for a script to fill the table. */
export const SIGNUP_LIMITS: RouteLimit[] = openForm([perAddress("signup", 20, HOUR), perSite("signup-site", 20, HOUR)]);

/**
 * Per 15 minutes: 10 attempts on an email address from one network, 30 from one network in total. Per hour: 100 on an
 * email address from all networks. Attempts that another limit rejects do not count towards the 100.
 */
export const LOGIN_LIMITS: RouteLimit[] = [
  {
    rule: ATTEMPTS,
    key: async (c) => {
      const email = await emailInBody(c);
      return email === null ? null : `${email} ${addressBlock(clientAddress(c))}`;
    },
    partitionKey: (key) => key.slice(0, key.lastIndexOf(" ")),
    count: "exact",
  },
  perAddress("login-ip", 30, QUARTER_HOUR),
  perSite("login-site", 30, QUARTER_HOUR),
  { rule: ATTEMPTS_ON_EMAIL, key: emailInBody, partitionKey: (email) => email, count: "exact", afterOthers: true },
];

/** Each request can send an email. In an hour: 3 per recipient, 5 per network. */
export const FORGOT_LIMITS: RouteLimit[] = mailLimits("forgot");

/** Limits for the email that verifies an address: those of password resets. */
export const RESEND_LIMITS: RouteLimit[] = mailLimits("resend");

function mailLimits(name: string): RouteLimit[] {
  return [
    perEmail(`${name}-email`, 3, HOUR),
    ...openForm([perAddress(`${name}-ip`, 5, HOUR), perSite(`${name}-site`, 5, HOUR)]),
  ];
}

/**
 * Limits by network of a form that any client may send. A proof of work lets more requests through. Limits by recipient
 * are unchanged.
 */
export function openForm(limits: readonly RouteLimit[]): RouteLimit[] {
  return limits.map((limit) => ({ ...limit, takesProof: true }));
}

/** @param perNetwork what each network of the site may do */
export function perSite(name: string, perNetwork: number, windowSeconds: number): RouteLimit {
  const rule = { name, limit: perNetwork * SITE_FACTOR, windowSeconds };
  return { rule, key: (c) => siteBlock(clientAddress(c)), isOptional: true, count: "exact" };
}

/** Per network of the client. */
export function perAddress(name: string, limit: number, windowSeconds: number): RouteLimit {
  return { rule: { name, limit, windowSeconds }, key: (c) => addressBlock(clientAddress(c)), count: "exact" };
}

/** Per network of the client, and per minute. Approximate: the isolate counts, without I/O. */
export function perNetwork(name: string, limit: number): RouteLimit {
  return { rule: { name, limit, windowSeconds: 60 }, key: (c) => addressBlock(clientAddress(c)), count: "approximate" };
}

/**
 * Counts per email address in the body. Also counts an address without an account, so that the limit does not reveal
 * accounts.
 */
export function perEmail(name: string, limit: number, windowSeconds: number): RouteLimit {
  return { rule: { name, limit, windowSeconds }, key: emailInBody, count: "exact" };
}

/**
 * Limits of routes whose secret is in the link of an email: by the link, then by the client's network, since an address
 * has a link from each email. Approximate, because a person's click must not wait for it.
 */
export const MAIL_LINK_LIMITS: RouteLimit[] = [
  {
    rule: { name: "mail-link", limit: 30, windowSeconds: 60 },
    key: (c) => c.req.query("token") || null,
    count: "approximate",
  },
  perNetwork("mail-link-ip", 300),
];

/**
 * The limit of routes that a single-use secret opens: emailed links, refresh tokens and live tickets. It has no part by
 * secret, because a used one changes nothing. Offices share a network, and their mail gateways open each emailed link.
 */
export const SECRET_LIMITS: RouteLimit[] = [perNetwork("secret-ip", 300)];

/** Each request can send a code. In an hour: 10 per network. */
export const COMPLAINT_CODE_LIMITS: RouteLimit[] = [
  ...MAIL_LINK_LIMITS,
  perAddress("complaint-code-ip", 10, HOUR),
  perSite("complaint-code-site", 10, HOUR),
];

/** The email address in the body, or null without one. The schema rejects such a body later. */
export async function emailInBody(c: Context<AppEnv>): Promise<string | null> {
  const { email } = await bodyFields(c);
  if (typeof email !== "string") return null;
  const key = emailKey(email);
  return key.length <= MAX_KEY_LENGTH ? key : null;
}

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

/** An exact limit over all sessions and API keys of a user. */
export function perAccount(rule: RateRule): RouteLimit {
  return { rule, key: async (c) => (await presentedCaller(c))?.userId ?? null, count: "exact" };
}

export function perUserExactly(rule: RateRule): RouteLimit {
  return { rule, key: userOf, count: "exact" };
}

/** A key is counted apart from its maker: a program that runs wild does not lock its host out. */
async function userOf(c: Context<AppEnv>): Promise<string | null> {
  const caller = await presentedCaller(c);
  return caller?.apiKey?.id ?? caller?.userId ?? null;
}
