import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { call, freshAddress, freshEmail, signedInHost } from "../../support/account.ts";
import {
  costOfPost,
  issuedToken,
  mailedToken,
  person,
  post,
  postRequest,
  SUBJECTS,
  signIn,
  signInStatus,
  verifyAddress,
  visible,
} from "../../support/auth.ts";
import { mailTo } from "../../support/mailbox.ts";
import { raceBeforeFirstBatch } from "../../support/race.ts";
import { recordingEnv } from "../../support/recording-env.ts";

const NEW_PASSWORD = "a phrase that is new";

/** Requests a password reset and returns the token of the email. */
async function requestReset(email: string): Promise<string> {
  expect((await post("/auth/forgot-password", { email })).status).toBe(202);
  return mailedToken(email, "reset");
}

async function expectInvalid(path: string, body: Record<string, unknown>): Promise<void> {
  const response = await post(path, body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: "invalid_token" });
}

/** The lifetime of a user's token in milliseconds. */
async function tokenLifetimes(userId: string): Promise<unknown> {
  const sql = "select expires_at - created_at as life from secrets where user_id = ?";
  return env.DB.prepare(sql).bind(userId).first("life");
}

/** Expires every token of a user. */
async function expireTokens(userId: string): Promise<void> {
  const sql = "update secrets set expires_at = ? where user_id = ?";
  await env.DB.prepare(sql).bind(Date.now(), userId).run();
}

describe("POST /auth/verify-email", () => {
  /** @spec 4.12 "POST | /auth/verify-email | public | consumes a verification token" */
  it("accepts the emailed token once", async () => {
    const account = person();
    await post("/auth/signup", account);
    const token = await mailedToken(account.email, "verify");
    const response = await post("/auth/verify-email", { token });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ email_verified: true });
    await expectInvalid("/auth/verify-email", { token });
  });

  it("refuses an expired token", async () => {
    const host = await signedInHost();
    const token = await issuedToken(host.id, "verify_email");
    expect(await tokenLifetimes(host.id)).toBe(24 * 3_600_000);
    await expireTokens(host.id);
    await expectInvalid("/auth/verify-email", { token });
  });

  it("refuses the token of an account that was deleted", async () => {
    const host = await signedInHost();
    const token = await issuedToken(host.id, "verify_email");
    const gone = "update users set deleted_at = 1, email = null, email_key = null, password_hash = null where id = ?";
    await env.DB.prepare(gone).bind(host.id).run();
    await expectInvalid("/auth/verify-email", { token });
  });

  it("refuses a token that was never issued without querying the database", async () => {
    const { refreshToken } = await signedInHost();
    for (const token of ["", "x", "A".repeat(43), refreshToken, `${refreshToken} `]) {
      const cost = await costOfPost("/auth/verify-email", { token });
      expect(cost.response.status).toBe(400);
      expect(await cost.response.json()).toMatchObject({ error: "invalid_token" });
      expect(cost.calls).toEqual([]);
    }
  });

  it("refuses unknown fields", async () => {
    const response = await post("/auth/verify-email", { token: "x", email: "a@example.com" });
    expect(await response.json()).toMatchObject({ error: "validation_failed", errors: [{ path: "email" }] });
  });
});

describe("emailed token", () => {
  it("works for its own purpose and no other", async () => {
    const host = await signedInHost();
    const verify = await issuedToken(host.id, "verify_email");
    const reset = await issuedToken(host.id, "reset_password");
    await expectInvalid("/auth/reset-password", { token: verify, password: NEW_PASSWORD });
    await expectInvalid("/auth/verify-email", { token: reset });
    for (const token of [verify, reset]) {
      expect((await post("/auth/refresh", { refresh_token: token })).status).toBe(401);
      expect((await call("GET", "/me", undefined, { Authorization: `Bearer ${token}` })).status).toBe(401);
      expect((await call("GET", `/access/${token}`)).status).toBe(404);
    }
    expect((await post("/auth/verify-email", { token: verify })).status).toBe(200);
    expect((await post("/auth/reset-password", { token: reset, password: NEW_PASSWORD })).status).toBe(204);
  });

  it("stores only the SHA-256 of the token, and puts no token in a queue message", async () => {
    const account = person();
    const recording = recordingEnv();
    await costOfPost("/auth/signup", account, recording);
    const token = await mailedToken(account.email, "verify");
    const { results } = await env.DB.prepare("select * from secrets").all();
    const { results: pending } = await env.DB.prepare("select * from outbox").all();
    expect(JSON.stringify([results, pending])).not.toContain(token);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))).toHex();
    expect(results.map((row) => row.hash)).toContain(digest);
  });
});

describe("POST /auth/forgot-password", () => {
  /**
   * @spec 4.13 "POST | /auth/forgot-password | public | enumeration-safe; sends reset email"
   * @spec 5.4 "2. Login, signup, forgot-password and reset-password do not reveal whether an email exists."
   */
  it("returns the same response at the same cost for an email address with and without an account", async () => {
    const { email } = await signedInHost();
    const known = await costOfPost("/auth/forgot-password", { email });
    const unknown = await costOfPost("/auth/forgot-password", { email: freshEmail() });
    expect([known.roundTrips, known.d1Calls]).toEqual([3, 2]);
    expect([unknown.roundTrips, unknown.d1Calls]).toEqual([3, 2]);
    expect(unknown.calls.map(({ target }) => target)).toEqual(known.calls.map(({ target }) => target));
    expect(unknown.rowsWritten).toBeGreaterThan(0);
    const [one, other] = [await visible(known.response), await visible(unknown.response)];
    expect(one).toEqual(other);
    expect([one.status, one.body]).toEqual([202, '{"status":"accepted"}']);
  });

  it("allows 3 requests per hour for one email address, with or without an account", async () => {
    const { email } = await signedInHost();
    for (const address of [email, freshEmail()]) {
      const responses = await Promise.all(
        [address, address.toUpperCase(), ` ${address}`, address, address].map((typed) =>
          post("/auth/forgot-password", { email: typed }),
        ),
      );
      expect(responses.filter(({ status }) => status === 202)).toHaveLength(3);
      const limited = responses.find(({ status }) => status === 429);
      expect(limited?.headers.get("RateLimit-Policy")).toBe('"forgot-email";q=3;w=3600, "forgot-ip";q=5;w=3600');
      expect(Number(limited?.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    }
  });

  /** @spec 8.27 "When a route has no identifiable key, the limit is skipped." */
  it("skips the limit by network for a request without a network", async () => {
    const requestOne = () => call("POST", "/auth/forgot-password", { email: freshEmail() });
    const responses = await Promise.all(Array.from({ length: 8 }, requestOne));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(202));
  });

  it("allows 5 requests per hour from one client address", async () => {
    const from = { "CF-Connecting-IP": freshAddress() };
    const responses = await Promise.all(
      Array.from({ length: 9 }, () => post("/auth/forgot-password", { email: freshEmail() }, from)),
    );
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  it("refuses an invalid address", async () => {
    const response = await post("/auth/forgot-password", { email: "a@b@c" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path: "email" }] });
  });
});

describe("POST /auth/reset-password", () => {
  /** @spec 4.14 "POST | /auth/reset-password | public | sets new password; clears any lock" */
  it("sets the password, ends every session, and verifies the email address", async () => {
    const account = person();
    await post("/auth/signup", account);
    await verifyAddress(account.email);
    const sessions = [await signIn(account.email, account.password), await signIn(account.email, account.password)];
    const token = await requestReset(account.email);
    const response = await post("/auth/reset-password", { token, password: NEW_PASSWORD });
    expect(response.status).toBe(204);
    for (const { access_token, refresh_token } of sessions) {
      expect((await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` })).status).toBe(401);
      expect((await post("/auth/refresh", { refresh_token })).status).toBe(401);
    }
    expect(await signInStatus(account.email, account.password)).toBe(401);
    const { access_token } = await signIn(account.email, NEW_PASSWORD);
    const me = await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` });
    expect(await me.json()).toMatchObject({ email_verified: true });
  });

  /** @spec 4.13 "POST | /auth/forgot-password | public | enumeration-safe; sends reset email" */
  it("sends an email with the link and its lifetime", async () => {
    const host = await signedInHost({ name: "Mary Host" });
    await post("/auth/forgot-password", { email: host.email });
    const mail = await mailTo(host.email, { subject: SUBJECTS.reset });
    expect(mail.text).toMatch(/https:\/\/usher\.test\/reset-password\?token=[\w-]{43}/);
    expect(mail.text).toContain("Hi Mary,");
    expect(await tokenLifetimes(host.id)).toBe(3_600_000);
  });

  it("accepts a token once, and invalidates every other reset link of the account", async () => {
    const host = await signedInHost();
    const first = await issuedToken(host.id, "reset_password");
    const second = await issuedToken(host.id, "reset_password");
    expect((await post("/auth/reset-password", { token: first, password: NEW_PASSWORD })).status).toBe(204);
    await expectInvalid("/auth/reset-password", { token: first, password: "yet another phrase" });
    await expectInvalid("/auth/reset-password", { token: second, password: "yet another phrase" });
    expect(await signInStatus(host.email, NEW_PASSWORD)).toBe(200);
  });

  it("refuses an expired token", async () => {
    const host = await signedInHost();
    const token = await issuedToken(host.id, "reset_password");
    await expireTokens(host.id);
    await expectInvalid("/auth/reset-password", { token, password: NEW_PASSWORD });
    expect(await signInStatus(host.email, host.password)).toBe(200);
  });

  it("refuses a password by the same rules as a sign-up, and leaves the link valid", async () => {
    const host = await signedInHost();
    const token = await issuedToken(host.id, "reset_password");
    for (const password of ["short", "password1", host.email, "x".repeat(129)]) {
      const response = await post("/auth/reset-password", { token, password });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: "validation_failed", errors: [{ path: "password" }] });
    }
    expect((await host.api("GET", "/me")).status).toBe(200);
    expect((await post("/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(204);
  });

  it("sets one password out of ten parallel requests", async () => {
    const host = await signedInHost();
    const token = await issuedToken(host.id, "reset_password");
    const passwords = Array.from({ length: 10 }, (_, index) => `the phrase of number ${index}`);
    const responses = await Promise.all(passwords.map((password) => post("/auth/reset-password", { token, password })));
    const won = responses.findIndex(({ status }) => status === 204);
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(await signInStatus(host.email, passwords[won] ?? "")).toBe(200);
  });

  it("changes nothing when another request uses the link between its read and its write", async () => {
    const host = await signedInHost();
    const token = await issuedToken(host.id, "reset_password");
    let refreshToken = "";
    const request = postRequest("/auth/reset-password", { token, password: "the slower phrase" });
    const slower = await raceBeforeFirstBatch(request, async () => {
      expect((await post("/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(204);
      refreshToken = (await signIn(host.email, NEW_PASSWORD)).refresh_token;
    });
    expect(slower.status).toBe(400);
    expect(await signInStatus(host.email, NEW_PASSWORD)).toBe(200);
    expect((await post("/auth/refresh", { refresh_token: refreshToken })).status).toBe(200);
  });

  it("refuses a token that was never issued without querying the database or hashing", async () => {
    const cost = await costOfPost("/auth/reset-password", { token: "A".repeat(43), password: NEW_PASSWORD });
    expect(cost.response.status).toBe(400);
    expect(cost.calls).toEqual([]);
  });
});

describe("log of POST /auth/signup and /auth/reset-password", () => {
  it("contains no address, name, password or token", async () => {
    const lines: string[] = [];
    const spies = (["log", "info", "warn", "error"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...parts) => void lines.push(parts.map(String).join(" "))),
    );
    const account = { ...person(), name: "Zebedee Unusual" };
    const host = await signedInHost();
    try {
      await post("/auth/signup", account);
      await post("/auth/login", { ...account, name: undefined, password: "an odd wrong phrase" });
      await post("/auth/login", { email: account.email, password: account.password });
      await verifyAddress(account.email);
      const pair = await signIn(account.email, account.password);
      await post("/auth/refresh", { refresh_token: pair.refresh_token });
      await post("/auth/refresh", { refresh_token: pair.refresh_token });
      const token = await issuedToken(host.id, "reset_password");
      await post("/auth/forgot-password", { email: account.email });
      await post("/auth/reset-password", { token, password: NEW_PASSWORD });
      await host.api("GET", "/me");
      const secrets = [account.email, account.password, account.name, "odd wrong", NEW_PASSWORD, token, host.token];
      const all = lines.join("\n");
      // Those of what was refused, at least: requests that went well share lines.
      expect(lines.length).toBeGreaterThan(3);
      expect(all).toContain("refresh_token_replayed");
      for (const secret of [...secrets, pair.refresh_token, pair.access_token]) expect(all).not.toContain(secret);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });
});
