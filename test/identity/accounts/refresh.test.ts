import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, signedInHost } from "../../support/account.ts";
import { costOfPost, post, postRequest, type Tokens } from "../../support/auth.ts";
import { raceBeforeWrite } from "../../support/race.ts";
import { costOf, recordingEnv } from "../../support/recording-env.ts";

function refresh(token: string, key?: string): Promise<Response> {
  return post("/auth/refresh", { refresh_token: token }, key === undefined ? {} : { "Idempotency-Key": key });
}

async function refreshed(token: string, key?: string): Promise<Tokens> {
  const response = await refresh(token, key);
  if (response.status !== 200)
    throw new Error(`POST /auth/refresh returned ${response.status}: ${await response.text()}`);
  return response.json<Tokens>();
}

async function refreshStatus(token: string, key?: string): Promise<number> {
  return (await refresh(token, key)).status;
}

async function tokensOf(userId: string): Promise<{ used_at: number | null; revoked_at: number | null }[]> {
  const sql = "select used_at, revoked_at from refresh_tokens where user_id = ? order by id";
  return (await env.DB.prepare(sql).bind(userId).all<{ used_at: number | null; revoked_at: number | null }>()).results;
}

describe("POST /auth/refresh", () => {
  /**
   * @spec 3.31 "Using it issues a new one and links old to new (a family chain)."
   * @spec 4.10 "POST | /auth/refresh | refresh token | rotates the refresh token"
   * @spec 5.3 "1. | Refresh tokens are single-use with rotation and replay detection as in States and transitions."
   */
  it("exchanges a token for a new pair, repeatedly", async () => {
    const host = await signedInHost();
    let token = host.refreshToken;
    for (let turn = 0; turn < 3; turn++) {
      const pair = await refreshed(token);
      expect(pair).toEqual({
        access_token: expect.any(String),
        token_type: "Bearer",
        expires_in: 900,
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        refresh_expires_in: 2_592_000,
      });
      expect(pair.refresh_token).not.toBe(token);
      const me = await call("GET", "/me", undefined, { Authorization: `Bearer ${pair.access_token}` });
      expect(await me.json()).toMatchObject({ id: host.id });
      token = pair.refresh_token;
    }
  });

  it("returns a pair that is valid immediately, even if another machine's clock is ahead", async () => {
    const host = await signedInHost();
    await env.DB.prepare("update users set sessions_valid_from = ? where id = ?")
      .bind(Date.now() + 5_000, host.id)
      .run();
    const { access_token } = await refreshed(host.refreshToken);
    expect((await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` })).status).toBe(200);
  });

  it("makes one read and one write", async () => {
    const host = await signedInHost();
    const cost = await costOfPost("/auth/refresh", { refresh_token: host.refreshToken });
    expect(cost.response.status).toBe(200);
    expect([cost.roundTrips, cost.d1Calls]).toEqual([2, 2]);
  });

  /**
   * @spec 3.30 "Each refresh token is single-use."
   * @spec 3.32 "Presenting an already-used refresh token revokes the whole family."
   * @spec 5.3 "1. | Refresh tokens are single-use with rotation and replay detection as in States and transitions."
   */
  it("revokes the whole family when a used token is sent again", async () => {
    const host = await signedInHost();
    const second = await refreshed(host.refreshToken);
    const third = await refreshed(second.refresh_token);
    const replay = await refresh(host.refreshToken);
    expect(replay.status).toBe(401);
    expect(replay.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await replay.json()).toMatchObject({ error: "invalid_token" });
    expect(await refreshStatus(third.refresh_token)).toBe(401);
    for (const { revoked_at } of await tokensOf(host.id)) expect(revoked_at).not.toBeNull();
  });

  /** @spec 3.31 "Using it issues a new one and links old to new (a family chain)." */
  it("keeps the user's other sessions when one family is revoked", async () => {
    const host = await signedInHost();
    const other = await (await post("/auth/login", { email: host.email, password: host.password })).json<Tokens>();
    await refreshed(host.refreshToken);
    expect(await refreshStatus(host.refreshToken)).toBe(401);
    expect(await refreshStatus(other.refresh_token)).toBe(200);
  });

  it("returns the same pair to a retry with the same key, and keeps the session", async () => {
    const host = await signedInHost();
    const first = await (await refresh(host.refreshToken, "key-of-this-request")).text();
    const again = await refresh(host.refreshToken, "key-of-this-request");
    expect(again.status).toBe(200);
    expect(await again.text()).toBe(first);
    expect(await tokensOf(host.id)).toHaveLength(2);
    expect(await refreshStatus((JSON.parse(first) as Tokens).refresh_token)).toBe(200);
  });

  it("treats a retry with another key, or without one, as a replay", async () => {
    for (const key of ["another-key", undefined]) {
      const host = await signedInHost();
      const { refresh_token } = await refreshed(host.refreshToken, "key-of-this-request");
      expect(await refreshStatus(host.refreshToken, key)).toBe(401);
      expect(await refreshStatus(refresh_token)).toBe(401);
    }
  });

  it("treats a retry with a key that the first request did not have as a replay", async () => {
    const host = await signedInHost();
    await refreshed(host.refreshToken);
    expect(await refreshStatus(host.refreshToken, "key-of-a-thief")).toBe(401);
  });

  it("treats a retry after more than 10 seconds as a replay", async () => {
    const host = await signedInHost();
    const { refresh_token } = await refreshed(host.refreshToken, "key");
    const age = (ms: number) =>
      env.DB.prepare("update refresh_tokens set used_at = ? where user_id = ? and used_at is not null")
        .bind(Date.now() - ms, host.id)
        .run();
    await age(6_000);
    expect(await refreshStatus(host.refreshToken, "key")).toBe(200);
    await age(10_500);
    expect(await refreshStatus(host.refreshToken, "key")).toBe(401);
    expect(await refreshStatus(refresh_token)).toBe(401);
  });

  /** @spec 3.30 "Each refresh token is single-use." */
  it("issues one successor for 20 parallel requests, and ends the session because of the replays", async () => {
    const host = await signedInHost();
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(host.refreshToken)));
    const good = responses.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(19);
    const tokens = await tokensOf(host.id);
    expect(tokens).toHaveLength(2);
    for (const { revoked_at } of tokens) expect(revoked_at).not.toBeNull();
    expect(await refreshStatus((await good[0]?.json<Tokens>())?.refresh_token ?? "")).toBe(401);
  });

  it("returns one pair to 20 parallel requests with one key, and keeps the session", async () => {
    const host = await signedInHost();
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(host.refreshToken, "one-key")));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const bodies = new Set(await Promise.all(responses.map((response) => response.text())));
    expect(bodies.size).toBe(1);
    expect(await tokensOf(host.id)).toHaveLength(2);
    expect(await refreshStatus((JSON.parse([...bodies][0] ?? "") as Tokens).refresh_token)).toBe(200);
  });

  it("issues no second successor when another request uses the token between its read and its write", async () => {
    const host = await signedInHost();
    let winner: Tokens | null = null;
    const loser = await raceBeforeWrite(
      postRequest("/auth/refresh", { refresh_token: host.refreshToken }),
      async () => {
        winner = await refreshed(host.refreshToken);
      },
      { beforeWriteOf: "refresh_tokens" },
    );
    expect(loser.status).toBe(401);
    expect(winner).not.toBeNull();
    expect(await tokensOf(host.id)).toHaveLength(2);
  });

  it("issues no successor when the session ends between its read and its write", async () => {
    const host = await signedInHost();
    const request = postRequest("/auth/refresh", { refresh_token: host.refreshToken });
    const response = await raceBeforeWrite(request, () => post("/auth/logout", { refresh_token: host.refreshToken }), {
      beforeWriteOf: "refresh_tokens",
    });
    expect(response.status).toBe(401);
    expect(await tokensOf(host.id)).toHaveLength(1);
  });

  it("refuses an expired token", async () => {
    const host = await signedInHost();
    await env.DB.prepare("update refresh_tokens set expires_at = ? where user_id = ?").bind(Date.now(), host.id).run();
    expect(await refreshStatus(host.refreshToken)).toBe(401);
    expect(await tokensOf(host.id)).toMatchObject([{ used_at: null, revoked_at: null }]);
  });

  it("refuses the token of an account that was deleted", async () => {
    const host = await signedInHost();
    await env.DB.prepare(
      "update users set deleted_at = 1, email = null, email_key = null, password_hash = null where id = ?",
    )
      .bind(host.id)
      .run();
    expect(await refreshStatus(host.refreshToken)).toBe(401);
  });

  it("refuses a forged token without querying the database", async () => {
    const { token } = await signedInHost();
    for (const forged of ["", "x", "A".repeat(43), "A".repeat(100_000), token]) {
      const cost = await costOfPost("/auth/refresh", { refresh_token: forged });
      expect(cost.response.status).toBe(401);
      expect(cost.calls).toEqual([]);
    }
  });

  it("refuses unknown fields, and a token that is not a string", async () => {
    const { refreshToken } = await signedInHost();
    const extra = await post("/auth/refresh", { refresh_token: refreshToken, scope: "all" });
    expect(extra.status).toBe(400);
    expect(await extra.json()).toMatchObject({ errors: [{ path: "scope" }] });
    expect((await post("/auth/refresh", { refresh_token: 7 })).status).toBe(400);
    expect((await post("/auth/refresh", {})).status).toBe(400);
    expect(await refreshStatus(refreshToken)).toBe(200);
  });

  it("accepts a token that was signed before the platform secret changed", async () => {
    const host = await signedInHost();
    const secret = String(env.PLATFORM_SECRET);
    const changed = { PLATFORM_SECRET: "another platform secret, of 32 bytes and more" };
    const request = () => postRequest("/auth/refresh", { refresh_token: host.refreshToken });
    const without = await costOf(request(), recordingEnv(undefined, changed));
    expect(without.response.status).toBe(401);
    const withBoth = { ...changed, PLATFORM_SECRET_PREVIOUS: secret };
    const rotated = await costOf(request(), recordingEnv(undefined, withBoth));
    expect(rotated.response.status).toBe(200);
    // The new pair is signed with the new secret; the old one only verifies.
    expect(await refreshStatus((await rotated.response.json<Tokens>()).refresh_token)).toBe(401);
  });
});

describe("POST /auth/logout", () => {
  /** @spec 4.11 "POST | /auth/logout | revokes the refresh token" */
  it("ends the session of the token, and only that one", async () => {
    const host = await signedInHost();
    const other = await (await post("/auth/login", { email: host.email, password: host.password })).json<Tokens>();
    const response = await post("/auth/logout", { refresh_token: host.refreshToken });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    expect(await refreshStatus(host.refreshToken)).toBe(401);
    expect(await refreshStatus(other.refresh_token)).toBe(200);
  });

  it("ends the session of a used token", async () => {
    const host = await signedInHost();
    const { refresh_token } = await refreshed(host.refreshToken);
    await post("/auth/logout", { refresh_token: host.refreshToken });
    expect(await refreshStatus(refresh_token)).toBe(401);
  });

  it("returns 204 for a second sign-out, a forged token and an expired token", async () => {
    const host = await signedInHost();
    for (const token of [host.refreshToken, host.refreshToken, "A".repeat(43), ""]) {
      expect((await post("/auth/logout", { refresh_token: token })).status).toBe(204);
    }
    const cost = await costOfPost("/auth/logout", { refresh_token: "A".repeat(43) });
    expect(cost.calls).toEqual([]);
  });
});
