import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { hashPassword, PASSWORD_COSTS } from "../../../src/kernel/password-hash.ts";
import { call, freshAddress, freshEmail, type Host, signedInHost } from "../../support/account.ts";
import {
  costOfPost,
  mailedToken,
  person,
  post,
  postRequest,
  SUBJECTS,
  signIn,
  signInStatus,
  visible,
} from "../../support/auth.ts";
import { eventually } from "../../support/eventually.ts";
import { mailsTo } from "../../support/mailbox.ts";
import { raceBeforeWrite } from "../../support/race.ts";
import { costOf } from "../../support/recording-env.ts";

const WRONG = "not the password at all";

/** Fails this many sign-ins, one after the other. */
async function fail(email: string, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) expect(await signInStatus(email, WRONG)).toBe(401);
}

async function stateOf(
  host: Host,
): Promise<{ failed_logins: number; locked_at: number | null; password_hash: string }> {
  const sql = "select failed_logins, locked_at, password_hash from users where id = ?";
  const row = await env.DB.prepare(sql).bind(host.id).first<Awaited<ReturnType<typeof stateOf>>>();
  if (row === null) throw new Error("no such user");
  return row;
}

async function resetTokensOf(host: Host): Promise<number> {
  const sql = "select count(*) as count from secrets where user_id = ? and kind = 'reset_password'";
  return (await env.DB.prepare(sql).bind(host.id).first<number>("count")) ?? 0;
}

describe("POST /auth/login", () => {
  /** @spec 4.8 "POST | /auth/login | returns access and refresh credentials" */
  it("returns an access token for 15 minutes and a refresh token for 30 days", async () => {
    const host = await signedInHost();
    const response = await post("/auth/login", { email: host.email, password: host.password });
    expect(response.status).toBe(200);
    const tokens = await response.json<{ access_token: string }>();
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: "Bearer",
      expires_in: 900,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_expires_in: 2_592_000,
    });
    const me = await call("GET", "/me", undefined, { Authorization: `Bearer ${tokens.access_token}` });
    expect(await me.json()).toMatchObject({ id: host.id });
  });

  it("compares addresses without regard to case", async () => {
    const host = await signedInHost({ email: `Ada.${crypto.randomUUID()}@Example.com` });
    expect(await signInStatus(host.email.toUpperCase(), host.password)).toBe(200);
    expect(await signInStatus(` ${host.email.toLowerCase()} `, host.password)).toBe(200);
  });

  it("stores the refresh token as its SHA-256 only", async () => {
    const host = await signedInHost();
    const { refresh_token } = await signIn(host.email, host.password);
    const { results } = await env.DB.prepare("select * from refresh_tokens where user_id = ?").bind(host.id).all();
    const stored = JSON.stringify(results);
    expect(stored).not.toContain(refresh_token);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(refresh_token));
    expect(stored).toContain(new Uint8Array(digest).toHex());
  });

  it("makes two round trips to the database, and writes the session in the second", async () => {
    const host = await signedInHost();
    const cost = await costOfPost("/auth/login", { email: host.email, password: host.password });
    expect(cost.response.status).toBe(200);
    expect([cost.roundTrips, cost.d1Calls]).toEqual([4, 2]);
    expect(cost.rowsRead).toBeLessThanOrEqual(6);
  });

  it("refuses invalid input, naming the field", async () => {
    const email = freshEmail();
    for (const [body, path] of [
      [{ email }, "password"],
      [{ email, password: null }, "password"],
      [{ password: WRONG }, "email"],
      [{ email: { $ne: "" }, password: WRONG }, "email"],
      [{ email, password: WRONG, remember_me: true }, "remember_me"],
    ] as const) {
      const response = await post("/auth/login", body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: "validation_failed", errors: [{ path }] });
    }
    for (const body of ["{", "", "null", "[]", '"text"']) {
      const response = await call("POST", "/auth/login", body, { "Content-Type": "application/json" });
      expect(response.status, body).toBe(400);
    }
  });

  it("rehashes a password whose hash has another cost", async () => {
    const host = await signedInHost();
    const old = hashPassword(host.password, { memoryKib: 16, passes: 1, lanes: 1 });
    await env.DB.prepare("update users set password_hash = ? where id = ?").bind(old, host.id).run();
    await signIn(host.email, host.password);
    const { password_hash } = await stateOf(host);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    await signIn(host.email, host.password);
    expect((await stateOf(host)).password_hash).toBe(password_hash);
  });

  it("starts a session that is valid immediately, even if another machine's clock is ahead", async () => {
    const host = await signedInHost();
    await env.DB.prepare("update users set sessions_valid_from = ? where id = ?")
      .bind(Date.now() + 5_000, host.id)
      .run();
    const { access_token } = await signIn(host.email, host.password);
    expect((await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` })).status).toBe(200);
  });

  it("starts no session when the password changes or the account is locked while it is compared", async () => {
    const changed = await signedInHost();
    const locked = await signedInHost();
    const meanwhile: [Host, string, string | number][] = [
      [changed, "password_hash", hashPassword("another phrase altogether", PASSWORD_COSTS.test)],
      [locked, "locked_at", Date.now()],
    ];
    for (const [host, column, value] of meanwhile) {
      const request = postRequest("/auth/login", { email: host.email, password: host.password });
      const change = env.DB.prepare(`update users set ${column} = ? where id = ?`).bind(value, host.id);
      const response = await raceBeforeWrite(request, () => change.run(), { beforeWriteOf: "sessions" });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: "invalid_credentials" });
      expect(await signInStatus(host.email, host.password)).toBe(401);
      const count = env.DB.prepare("select count(*) as count from refresh_tokens where user_id = ?").bind(host.id);
      expect(await count.first("count")).toBe(1);
    }
  });
});

describe("POST /auth/login, failed", () => {
  /** @spec 5.4 "2. Login, signup, forgot-password and reset-password do not reveal whether an email exists." */
  it("returns byte for byte the same for an unknown address, a wrong password and a locked account", async () => {
    const [known, locked] = await Promise.all([signedInHost(), signedInHost()]);
    await fail(locked.email, 5);
    const unknown = await visible(await post("/auth/login", { email: freshEmail(), password: WRONG }));
    const wrong = await visible(await post("/auth/login", { email: known.email, password: WRONG }));
    expect(unknown.status).toBe(401);
    expect(JSON.parse(unknown.body)).toMatchObject({ error: "invalid_credentials" });
    expect(wrong).toEqual(unknown);
    // The address of the locked account was tried five times, which is in the rate-limit headers.
    const used = (entry: Awaited<ReturnType<typeof visible>>) => ({
      ...entry,
      headers: entry.headers.map(([name, value]) => [
        name,
        value?.replace(/("login-email";r)=\d+;t=\d+/, "$1").replace(/("login";r)=\d+;t=\d+/, "$1"),
      ]),
    });
    for (const password of [WRONG, locked.password]) {
      const refused = await visible(await post("/auth/login", { email: locked.email, password }));
      expect(used(refused)).toEqual(used(unknown));
    }
  });

  it("returns the same for an address tried often, with and without an account", async () => {
    const { email } = await signedInHost();
    const unknownEmail = freshEmail();
    for (let turn = 0; turn < 7; turn++) {
      const known = await visible(await post("/auth/login", { email, password: WRONG }));
      const unknown = await visible(await post("/auth/login", { email: unknownEmail, password: WRONG }));
      const steady = (entry: typeof known) => JSON.stringify(entry).replaceAll(/t=\d+/g, "t=");
      expect(steady(known)).toBe(steady(unknown));
    }
  });

  it("costs the same round trips, statements and writes with and without an account", async () => {
    const [known, locked] = await Promise.all([signedInHost(), signedInHost()]);
    const unverified = person();
    await post("/auth/signup", unverified);
    await fail(locked.email, 5);
    const unknown = await costOfPost("/auth/login", { email: freshEmail(), password: WRONG });
    const others = [
      await costOfPost("/auth/login", { email: known.email, password: WRONG }),
      await costOfPost("/auth/login", { email: locked.email, password: WRONG }),
      await costOfPost("/auth/login", { email: locked.email, password: locked.password }),
      await costOfPost("/auth/login", { email: unverified.email, password: unverified.password }),
    ];
    // The limit on the address alone is counted after the others, so that what they refuse does not use it up.
    expect([unknown.roundTrips, unknown.d1Calls]).toEqual([4, 2]);
    expect(unknown.rowsWritten).toBeGreaterThan(0);
    for (const other of others) {
      expect(other.response.status).toBe(401);
      expect(other.roundTrips).toBe(unknown.roundTrips);
      expect(other.calls.map(({ detail }) => detail)).toEqual(unknown.calls.map(({ detail }) => detail));
      expect(other.rowsWritten).toBe(unknown.rowsWritten);
    }
  });
});

describe("lockout of POST /auth/login", () => {
  /**
   * @spec 3.24 "active | 5 failed logins | locked"
   * @spec 4.9 "POST | /auth/login | 5 failures lock the account"
   * @spec 5.5 "3. After 5 failed logins the account is locked; only a password reset unlocks it."
   * @spec 8.8 "Failed logins before lock | 5"
   */
  it("locks after five failures, after which the right password is refused too", async () => {
    const host = await signedInHost();
    await fail(host.email, 4);
    expect((await stateOf(host)).locked_at).toBeNull();
    await fail(host.email, 1);
    const { locked_at } = await stateOf(host);
    expect(locked_at).not.toBeNull();
    expect(await signInStatus(host.email, host.password)).toBe(401);
    expect(await stateOf(host)).toMatchObject({ locked_at, failed_logins: 6 });
  });

  it("counts consecutive failures: a success resets the count", async () => {
    const host = await signedInHost();
    await fail(host.email, 4);
    await signIn(host.email, host.password);
    expect((await stateOf(host)).failed_logins).toBe(0);
    await fail(host.email, 4);
    expect((await stateOf(host)).locked_at).toBeNull();
  });

  it("counts each of eight parallel failures, and locks once", async () => {
    const host = await signedInHost();
    const statuses = await Promise.all(Array.from({ length: 8 }, () => signInStatus(host.email, WRONG)));
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 401));
    expect(await stateOf(host)).toMatchObject({ failed_logins: 8, locked_at: expect.any(Number) });
    expect(await resetTokensOf(host)).toBe(1);
  });

  /**
   * @spec 3.25 "locked | password reset | active; nothing else clears the lock"
   * @spec 4.14 "POST | /auth/reset-password | public | sets new password; clears any lock"
   * @spec 5.5 "3. After 5 failed logins the account is locked; only a password reset unlocks it."
   */
  it("sends the owner one email, whose link unlocks the account", async () => {
    const host = await signedInHost();
    await fail(host.email, 7);
    const token = await mailedToken(host.email, "locked");
    const password = "a phrase that is new";
    expect((await post("/auth/reset-password", { token, password })).status).toBe(204);
    expect(await stateOf(host)).toMatchObject({ failed_logins: 0, locked_at: null });
    expect(await signInStatus(host.email, password)).toBe(200);
    expect(await resetTokensOf(host)).toBe(1);
    const locks = (await mailsTo(host.email)).filter(({ subject }) => subject === SUBJECTS.locked);
    expect(locks).toHaveLength(1);
  });

  it("sends another email when the account is locked again", async () => {
    const host = await signedInHost();
    await fail(host.email, 5);
    const token = await mailedToken(host.email, "locked");
    expect((await post("/auth/reset-password", { token, password: "a phrase that is new" })).status).toBe(204);
    await fail(host.email, 5);
    await eventually(async () => {
      const subjects = (await mailsTo(host.email)).map(({ subject }) => subject);
      expect(subjects.filter((subject) => subject === SUBJECTS.locked)).toHaveLength(2);
    });
  });

  it("keeps the owner's sessions", async () => {
    const host = await signedInHost();
    await fail(host.email, 5);
    expect((await host.api("GET", "/me")).status).toBe(200);
    expect((await post("/auth/refresh", { refresh_token: host.refreshToken })).status).toBe(200);
  });
});

describe("rate limits of POST /auth/login", () => {
  /**
   * @spec 4.7 "POST | /auth/login | public, rate limited by IP and email"
   * @spec 8.24 "Keys: | login by IP and by email"
   */
  it("allows exactly 30 of 60 parallel requests from one client address, for any accounts", async () => {
    const from = { "CF-Connecting-IP": freshAddress() };
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => post("/auth/login", { email: freshEmail(), password: WRONG }, from)),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(30);
    const limited = responses.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(30);
    for (const response of limited) {
      const seconds = Number(response.headers.get("Retry-After"));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(900);
      expect(response.headers.get("RateLimit-Policy")).toBe('"login";q=10;w=900, "login-ip";q=30;w=900');
      expect(response.headers.get("RateLimit")).toMatch(/^"login";r=\d+;t=\d+, "login-ip";r=0;t=\d+$/);
      expect(response.headers.get("Content-Type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({ status: 429, error: "rate_limited", retry_after: seconds });
    }
  });

  /**
   * @spec 4.7 "POST | /auth/login | public, rate limited by IP and email"
   * @spec 8.24 "Keys: | login by IP and by email"
   */
  it("allows 10 requests for one email address from one network, in any spelling", async () => {
    const email = freshEmail();
    const from = { "CF-Connecting-IP": freshAddress() };
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email}\t`];
    const attempts = Array.from({ length: 14 }, async (_, index) => {
      const response = await post("/auth/login", { email: spellings[index % 4], password: WRONG }, from);
      return response.status;
    });
    const statuses = await Promise.all(attempts);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it("returns the limits in the headers of every response", async () => {
    const response = await post("/auth/login", { email: freshEmail(), password: WRONG });
    expect(response.headers.get("RateLimit-Policy")).toBe(
      '"login";q=10;w=900, "login-ip";q=30;w=900, "login-email";q=100;w=3600',
    );
    expect(response.headers.get("RateLimit")).toBe(
      '"login";r=9;t=900, "login-ip";r=29;t=900, "login-email";r=99;t=3600',
    );
  });

  it("returns 429 before it queries a database or counts a failure", async () => {
    const host = await signedInHost();
    const from = { "CF-Connecting-IP": freshAddress() };
    const body = { email: host.email, password: WRONG };
    await Promise.all(Array.from({ length: 10 }, () => post("/auth/login", body, from)));
    const before = await stateOf(host);
    const cost = await costOf(postRequest("/auth/login", body, from));
    expect(cost.response.status).toBe(429);
    expect(cost.d1Calls).toBe(0);
    expect(await stateOf(host)).toEqual(before);
  });

  it("counts by the address that Cloudflare reports, not by a header of the client", async () => {
    const address = freshAddress();
    const statuses: number[] = [];
    for (const group of [20, 11]) {
      const attempts = Array.from({ length: group }, async () => {
        const from = { "CF-Connecting-IP": address, "X-Forwarded-For": freshAddress(), "X-Real-IP": freshAddress() };
        return (await post("/auth/login", { email: freshEmail(), password: WRONG }, from)).status;
      });
      statuses.push(...(await Promise.all(attempts)));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
