import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/kernel/clock.ts";
import { call, freshAddress, type Host, signedInHost } from "../../support/account.ts";
import { post, type Tokens } from "../../support/auth.ts";
import { costOf } from "../../support/recording-env.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0";

interface Listed {
  items: { id: string; device: string | null; place: string | null; current: boolean; [field: string]: unknown }[];
  next_cursor: string | null;
}

async function signInFrom(host: Host, headers: Record<string, string>): Promise<Tokens> {
  const response = await post("/auth/login", { email: host.email, password: host.password }, headers);
  expect(response.status).toBe(200);
  return response.json<Tokens>();
}

const list = async (token: string, query = ""): Promise<Listed> =>
  (await call("GET", `/me/sessions${query}`, undefined, { Authorization: `Bearer ${token}` })).json<Listed>();

describe("GET /me/sessions", () => {
  it("lists sessions with device, place, method and times, newest first, and marks the current one", async () => {
    const host = await signedInHost();
    const { access_token } = await signInFrom(host, { "User-Agent": FIREFOX, "CF-Connecting-IP": "203.0.113.9" });
    const { items, next_cursor } = await list(access_token);
    expect(next_cursor).toBeNull();
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        device: "Firefox on Windows",
        place: "203.0.113.9",
        method: "password",
        current: true,
        created_at: expect.stringMatching(/Z$/),
        last_used_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ device: null, place: null, current: false }),
    ]);
  });

  it("names the city and the country that the edge knows, and ignores headers of the client", async () => {
    const host = await signedInHost();
    const request = new Request("https://usher.test/auth/login", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "CF-Connecting-IP": freshAddress(),
        "CF-Ray": "8f2b5c7d9e0a1b2c-LIS",
        "CF-IPCity": "Atlantis",
      },
      body: JSON.stringify({ email: host.email, password: host.password }),
      cf: { city: "Lisbon", country: "PT" },
    });
    const { access_token } = await (await costOf(request)).response.json<Tokens>();
    expect((await list(access_token)).items[0]?.place).toBe("Lisbon, PT");
  });

  it("returns pages of only this user's sessions that neither ended nor expired", async () => {
    const [host, stranger] = await Promise.all([signedInHost(), signedInHost()]);
    const tokens: Tokens[] = [];
    for (let turn = 0; turn < 4; turn++) tokens.push(await signInFrom(host, { "User-Agent": `client-${turn}/1.0` }));
    await post("/auth/logout", { refresh_token: tokens[1]?.refresh_token });
    await env.DB.prepare("update sessions set expires_at = 1 where user_id = ? and device = 'client-2'")
      .bind(host.id)
      .run();
    const first = await list(host.token, "?limit=2");
    const second = await list(host.token, `?limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ device }) => device)).toEqual(["client-3", "client-0", null]);
    expect(second.next_cursor).toBeNull();
    expect((await list(stranger.token)).items).toHaveLength(1);
    expect((await host.api("GET", "/me/sessions?cursor=WzFd")).status).toBe(400);
  });

  it("moves the last use and the expiry with each refresh, up to 90 days", async () => {
    const host = await signedInHost();
    const age = (days: number) =>
      env.DB.prepare("update sessions set created_at = ?1, last_used_at = ?1 where user_id = ?2")
        .bind(Date.now() - days * DAY_MS, host.id)
        .run();
    await age(80);
    expect((await post("/auth/refresh", { refresh_token: host.refreshToken })).status).toBe(200);
    const row = await env.DB.prepare("select * from sessions where user_id = ?").bind(host.id).first<{
      last_used_at: number;
      created_at: number;
      expires_at: number;
    }>();
    expect(row?.expires_at).toBe((row?.created_at ?? 0) + 90 * DAY_MS);
    expect(row?.last_used_at).toBeGreaterThan(Date.now() - DAY_MS);
    const own = env.DB.prepare(
      "select max(expires_at) as at from refresh_tokens where used_at is null and user_id = ?",
    );
    expect(await own.bind(host.id).first("at")).toBe(row?.expires_at);
  });
});

describe("DELETE /me/sessions", () => {
  it("ends every session except the caller's", async () => {
    const host = await signedInHost();
    const others = await Promise.all([1, 2, 3].map(() => signInFrom(host, {})));
    expect((await host.api("DELETE", "/me/sessions")).status).toBe(204);
    for (const { access_token, refresh_token } of others) {
      expect((await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` })).status).toBe(401);
      expect((await post("/auth/refresh", { refresh_token })).status).toBe(401);
    }
    expect((await list(host.token)).items).toEqual([expect.objectContaining({ current: true })]);
    expect((await host.api("DELETE", "/me/sessions")).status).toBe(204);
  });
});

describe("DELETE /me/sessions/{sessionId}", () => {
  it("ends the named session, also the caller's", async () => {
    const host = await signedInHost();
    const other = await signInFrom(host, {});
    const id = (await list(other.access_token)).items.find(({ current }) => current)?.id;
    expect((await host.api("DELETE", `/me/sessions/${id}`)).status).toBe(204);
    expect((await post("/auth/refresh", { refresh_token: other.refresh_token })).status).toBe(401);
    expect((await host.api("DELETE", `/me/sessions/${id}`)).status).toBe(404);
    const own = (await list(host.token)).items[0]?.id;
    expect((await host.api("DELETE", `/me/sessions/${own}`)).status).toBe(204);
    expect((await host.api("GET", "/me")).status).toBe(401);
  });

  it("returns 404 for another user's session and for an unknown one", async () => {
    const [host, stranger] = await Promise.all([signedInHost(), signedInHost()]);
    const id = (await list(stranger.token)).items[0]?.id;
    const refused = await host.api("DELETE", `/me/sessions/${id}`);
    const unknown = await host.api("DELETE", "/me/sessions/01890000-0000-7000-8000-000000000000");
    expect([refused.status, unknown.status]).toEqual([404, 404]);
    expect((await stranger.api("GET", "/me")).status).toBe(200);
  });
});
