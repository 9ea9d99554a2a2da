import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { refreshTokens, users } from "../../src/db/schema/accounts.ts";
import { credentialsOf, newRefreshToken } from "../../src/identity/accounts/credentials.ts";
import { insertUser } from "../../src/identity/accounts/queries.ts";
import { emailKey } from "../../src/kernel/email-address.ts";
import { newId } from "../../src/kernel/ids.ts";
import { hashPassword, PASSWORD_COSTS } from "../../src/kernel/password-hash.ts";
import { insertSession } from "../../src/platform/authorization/session-queries.ts";
import { createRequestContext } from "../../src/request-context.ts";

/** Options of a host; everything else is generated and unique. */
export interface HostChoices {
  name?: string;
  email?: string;
  password?: string;
  /** A paid tier; the free one by default. */
  tier?: "pro" | "business";
  /** True if the email address is verified. Default: true. */
  verified?: boolean;
  /** Language of the emails to the host; English by default. */
  locale?: string;
  /** The number of the shard of the host's events; 0 by default. */
  shard?: number;
}

/** A signed-in user. */
export interface Host {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
  /** The client address of the host's requests, a different one for every host. */
  address: string;
  /** Sends a request as this host. A plain object or array is sent as JSON, anything else unchanged. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

const ORIGIN = "https://usher.test";

/** A client address that no other test uses, so that no limit is shared. */
export function freshAddress(): string {
  return `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`;
}

/** Returns an email address that no other test uses. */
export function freshEmail(): string {
  return `host-${crypto.randomUUID()}@example.com`;
}

/** Sends a request without credentials. A plain object or array is sent as JSON, anything else unchanged. */
export function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const isJson = typeof body === "object" && body !== null && isPlain(body);
  const init = {
    method,
    headers: { ...(isJson ? { "Content-Type": "application/json" } : {}), ...headers },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
  };
  return exports.default.fetch(new Request(new URL(path, ORIGIN), init));
}

/** A host's request, not sent yet. */
export function requestBy(host: Pick<Host, "token" | "address">, method: string, path: string, body?: object): Request {
  return new Request(new URL(path, ORIGIN), {
    method,
    headers: {
      Authorization: `Bearer ${host.token}`,
      "CF-Connecting-IP": host.address,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/**
 * Creates a host with a session and, by default, a verified email address. Uses the service's own statements, because three
 * requests and an email would take twenty times as long in every test.
 */
export async function signedInHost(choices: HostChoices = {}): Promise<Host> {
  const ctx = createRequestContext(env, () => undefined);
  const { name = "Ada Host", email = freshEmail(), password = "a long enough phrase", tier, shard = 0 } = choices;
  const { verified = true, locale = "en" } = choices;
  const now = Date.now();
  const id = newId(now, shard);
  const passwordHash = hashPassword(password, PASSWORD_COSTS.test);
  await ctx.accountsDb.batch([
    insertUser(ctx.accountsDb, { id, email, emailKey: emailKey(email), name, locale, passwordHash }, now),
    ctx.accountsDb.update(users).set({ emailVerified: verified }).where(eq(users.id, id)),
  ]);
  const session = await newSession(id);
  if (tier !== undefined) await grantTier(id, tier);
  return hostWith({ id, name, email, password, address: freshAddress(), ...session });
}

/** Signs a host in again, because the session or its access token has expired. */
export async function signInAgain(host: Host): Promise<Host> {
  return hostWith({ ...host, ...(await newSession(host.id)) });
}

async function newSession(userId: string): Promise<{ token: string; refreshToken: string }> {
  const ctx = createRequestContext(env, () => undefined);
  const now = Date.now();
  const refresh = await newRefreshToken(ctx.keyring, { userId, createdAt: now });
  await ctx.accountsDb.batch([
    ctx.accountsDb.insert(refreshTokens).values(refresh),
    insertSession(ctx.accountsDb, {
      id: refresh.familyId,
      userId,
      method: "password",
      authenticatedAt: now,
      authenticatedCountry: null,
      device: null,
      place: null,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: refresh.expiresAt,
      lastUsedPlace: null,
    }),
  ]);
  const { accessToken, refreshToken } = await credentialsOf(ctx.keyring, refresh);
  return { token: accessToken, refreshToken };
}

function hostWith(host: Omit<Host, "api">): Host {
  return {
    ...host,
    api: (method, path, body, headers = {}) =>
      call(method, path, body, {
        Authorization: `Bearer ${host.token}`,
        "CF-Connecting-IP": host.address,
        ...headers,
      }),
  };
}

/** Gives a user a paid tier, as a webhook event of a new subscription would. */
export async function grantTier(userId: string, tier: "pro" | "business"): Promise<void> {
  const now = Date.now();
  await env.DB.prepare(
    `insert into subscriptions (provider_subscription_id, user_id, tier, status, granting, provider_customer_id,
      provider_updated_at, created_at, updated_at) values (?1, ?2, ?3, 'active', 1, ?4, ?5, ?5, ?5)`,
  )
    .bind(`sub_${crypto.randomUUID()}`, userId, tier, `cus_${crypto.randomUUID()}`, now)
    .run();
}

function isPlain(body: object): boolean {
  return Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
}
