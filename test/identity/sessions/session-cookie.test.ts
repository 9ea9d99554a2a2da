import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { SESSION_COOKIE, sessionCookie, signSessionToken } from "../../../src/identity/accounts/session-token.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, type Host, signedInHost } from "../../support/account.ts";
import { issuedToken, post, type Tokens } from "../../support/auth.ts";
import { eventually } from "../../support/eventually.ts";
import { makeEvent } from "../../support/guest.ts";
import { costOf, recordingEnv } from "../../support/recording-env.ts";
import {
  addPasskey,
  ageProof,
  authenticationOptions,
  beginSignIn,
  codeOf,
  refusalOf,
  setUpApp,
} from "../../support/second-factors.ts";
import {
  browserWith,
  cookieSetBy,
  FROM_CONSOLE,
  isCookieCleared,
  type SignedInBrowser,
  signInToBrowser,
} from "../../support/session-cookie.ts";

interface Listed {
  id: string;
  current: boolean;
  last_used_at: string;
}

async function currentSession(browser: SignedInBrowser): Promise<Listed> {
  const { items } = await (await browser.send("GET", "/me/sessions")).json<{ items: Listed[] }>();
  const current = items.find((one) => one.current);
  if (current === undefined) throw new Error("the browser has no session");
  return current;
}

const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status;
const keyring = () => createRequestContext(env, () => undefined).keyring;

/**
 * Moves a browser's session into the past.
 * @returns the browser with the cookie that it would have since then
 */
async function aged(host: Host, browser: SignedInBrowser, ms: number): Promise<SignedInBrowser> {
  const { id } = await currentSession(browser);
  const at = Date.now() - ms;
  await env.DB.batch([
    env.DB.prepare("update users set sessions_valid_from = ?2 where id = ?1").bind(host.id, at),
    env.DB.prepare("update sessions set created_at = ?2, last_used_at = ?2 where id = ?1").bind(id, at),
  ]);
  const caller = { userId: host.id, sessionId: id, issuedAt: at };
  const [pair = ""] = (await sessionCookie(keyring(), caller, Date.now() + HOUR_MS)).split(";");
  return browserWith(pair.slice(pair.indexOf("=") + 1));
}

describe("sign-in with `Usher-Session: cookie`", () => {
  it("sets a cookie and returns no token, by password, second factor and passkey", async () => {
    const host = await signedInHost();
    const plain = await post("/auth/login", { email: host.email, password: host.password }, FROM_CONSOLE);
    const passkey = await addPasskey(host);
    const credential = await passkey.get(await authenticationOptions());
    const byPasskey = await post("/auth/passkeys/authenticate", { credential }, FROM_CONSOLE);
    const { secret } = await setUpApp(host);
    const factor = { factor_token: await beginSignIn(host), code: codeOf(secret) };
    const byCode = await post("/auth/login/factor", factor, FROM_CONSOLE);
    for (const response of [plain, byPasskey, byCode]) {
      expect(response.status).toBe(204);
      expect(await response.text()).toBe("");
      const { value = "", attributes = [] } = cookieSetBy(response) ?? {};
      const [maxAge] = attributes.splice(4);
      expect(attributes).toEqual(["Path=/", "Secure", "HttpOnly", "SameSite=Strict"]);
      // Thirty days, unless the clock has moved on by a second in between.
      expect(Math.round(Number(maxAge?.replace("Max-Age=", "")) / 60)).toBe(30 * 24 * 60);
      const me = await browserWith(value).send("GET", "/me");
      expect((await me.json<{ id: string }>()).id).toBe(host.id);
      expect(cookieSetBy(me)).toBeNull();
    }
  });

  it("ends the session of the cookie that it replaces, and no other session", async () => {
    const [host, colleague] = await Promise.all([signedInHost(), signedInHost()]);
    const [browser, elsewhere] = [await signInToBrowser(host), await signInToBrowser(host)];
    const Cookie = `${SESSION_COOKIE}=${browser.cookie}`;
    const signInAs = ({ email, password }: Pick<Host, "email" | "password">, headers: Record<string, string>) =>
      post("/auth/login", { email, password }, { Cookie, ...headers });
    expect(await statusOf(signInAs({ ...host, password: "not the right one" }, FROM_CONSOLE))).toBe(401);
    expect(await statusOf(signInAs(host, {}))).toBe(200);
    expect(await statusOf(browser.send("GET", "/me"))).toBe(200);

    const next = await signInAs(colleague, FROM_CONSOLE);
    expect(next.status).toBe(204);
    const me = await browserWith(cookieSetBy(next)?.value ?? "").send("GET", "/me");
    expect((await me.json<{ id: string }>()).id).toBe(colleague.id);
    expect(await statusOf(browser.send("GET", "/me"))).toBe(401);
    expect(await statusOf(elsewhere.send("GET", "/me"))).toBe(200);
    expect(await statusOf(host.api("GET", "/me"))).toBe(200);
  });

  it("sets no cookie after a failed sign-in or for a request that is not same-origin", async () => {
    const host = await signedInHost();
    const { email, password } = host;
    const refused = await post("/auth/login", { email, password: "not the right one" }, FROM_CONSOLE);
    expect([refused.status, cookieSetBy(refused)]).toEqual([401, null]);
    for (const site of ["cross-site", "same-site", "none"]) {
      const response = await post("/auth/login", { email, password }, { ...FROM_CONSOLE, "Sec-Fetch-Site": site });
      expect([site, response.status, cookieSetBy(response)]).toEqual([site, 200, null]);
    }
  });
});

describe("session cookie", () => {
  it("counts only with its header from the same origin, and never next to a bearer", async () => {
    const [host, other] = await Promise.all([signedInHost(), signedInHost()]);
    const browser = await signInToBrowser(host);
    const header = { "Usher-Session": "cookie" };
    const ignored: Record<string, string>[] = [
      {},
      { "Sec-Fetch-Site": "same-origin" },
      { "Usher-Session": "yes", "Sec-Fetch-Site": "same-origin" },
      { ...header, "Sec-Fetch-Site": "cross-site" },
      { ...header, "Sec-Fetch-Site": "same-site" },
      { ...header, "Sec-Fetch-Site": "none" },
      { ...FROM_CONSOLE, Authorization: "Bearer not.a.token" },
      { ...FROM_CONSOLE, Authorization: "Bearer " },
    ];
    for (const headers of ignored) {
      for (const [method, path, body] of [
        ["GET", "/me"],
        ["PATCH", "/me", { name: "Taken over" }],
      ] as const) {
        const response = await browser.send(method, path, body, headers);
        expect([headers, response.status, cookieSetBy(response)]).toEqual([headers, 401, null]);
      }
      const signOut = await browser.send("POST", "/auth/logout", {}, headers);
      expect([headers, signOut.status, cookieSetBy(signOut)]).toEqual([headers, 400, null]);
    }
    // A browser without `Sec-Fetch-Site` is believed for its header, which needs a preflight elsewhere.
    expect(await statusOf(browser.send("GET", "/me", undefined, header))).toBe(200);
    const both = await browser.send("GET", "/me", undefined, {
      ...FROM_CONSOLE,
      Authorization: `Bearer ${other.token}`,
    });
    expect((await both.json<{ id: string }>()).id).toBe(other.id);
  });

  it("rejects the cookie as a bearer, and clears a cookie that holds a bearer or ticket", async () => {
    const host = await signedInHost();
    const browser = await signInToBrowser(host);
    const bearer = { Authorization: `Bearer ${browser.cookie}` };
    expect(await statusOf(call("GET", "/me", undefined, bearer))).toBe(401);
    expect(await statusOf(post("/auth/refresh", { refresh_token: browser.cookie }))).toBe(401);
    const { id: eventId } = await makeEvent(host);
    const door = await host.api("POST", `/events/${eventId}/scanner-ticket`, {});
    const live = await host.api("POST", "/auth/ws-ticket", { event_id: eventId });
    const tickets = await Promise.all([door, live].map((one) => one.json<{ ticket: string }>()));
    const expired = { userId: host.id, sessionId: (await currentSession(browser)).id, issuedAt: Date.now() - DAY_MS };
    const [late = ""] = (await sessionCookie(keyring(), expired, Date.now() - SECOND_MS)).split(";");
    const wrong = [
      "",
      "x",
      host.token,
      host.refreshToken,
      browser.cookie.replace(/..$/, (end) => (end === "AA" ? "BA" : "AA")),
      ...tickets.map(({ ticket }) => ticket),
      late.slice(late.indexOf("=") + 1),
    ];
    for (const value of wrong) {
      const response = await browserWith(value).send("GET", "/me");
      expect([value, response.status, isCookieCleared(response)]).toEqual([value, 401, true]);
    }
    expect(await statusOf(browser.send("GET", "/me"))).toBe(200);
  });

  it("gives the access of a bearer: events, step-up and a live socket", async () => {
    const host = await signedInHost({ tier: "pro" });
    const browser = await signInToBrowser(host);
    const { id: eventId } = await makeEvent(host);
    expect(await statusOf(browser.send("PATCH", `/events/${eventId}`, { name: "Renamed" }))).toBe(200);
    expect(await statusOf(browser.send("GET", `/events/${eventId}/check-ins`))).toBe(200);

    await ageProof(host);
    const { factor_token } = await refusalOf(await browser.send("GET", "/me/data-export"));
    const proof = { factor_token, password: host.password };
    expect(await statusOf(browser.send("POST", "/auth/step-up", proof))).toBe(200);
    expect(await statusOf(browser.send("GET", "/me/data-export"))).toBe(200);

    const minted = await browser.send("POST", "/auth/ws-ticket", { event_id: eventId });
    const { ticket } = await minted.json<{ ticket: string }>();
    const upgrade = { headers: { Upgrade: "websocket" } };
    const socket = await exports.default.fetch(
      new Request(`https://usher.test/events/${eventId}/live?ticket=${ticket}`, upgrade),
    );
    expect(socket.status).toBe(101);
    let code = 0;
    socket.webSocket?.addEventListener("close", (event) => {
      code = event.code;
    });
    socket.webSocket?.accept();
    expect(await statusOf(browser.send("POST", "/auth/logout", {}))).toBe(204);
    await eventually(() => expect(code).toBe(1008));
  });

  it("costs as many round trips as a bearer", async () => {
    const host = await signedInHost();
    const { cookie } = await signInToBrowser(host);
    const url = "https://usher.test/me";
    const byCookie = { ...FROM_CONSOLE, Cookie: `__Host-usher-session=${cookie}` };
    const [cookieCost, bearerCost] = await Promise.all(
      [byCookie, { Authorization: `Bearer ${host.token}` }].map(async (headers) => {
        const { response, roundTrips, d1Calls } = await costOf(new Request(url, { headers }), recordingEnv());
        return [response.status, roundTrips, d1Calls];
      }),
    );
    expect(cookieCost).toEqual([200, 1, 1]);
    expect(bearerCost).toEqual(cookieCost);
  });

  it.each<[string, (host: Host, browser: SignedInBrowser, id: string) => Promise<Response>]>([
    ["signing out", (_, browser) => browser.send("POST", "/auth/logout", {})],
    ["ending it from another session", (host, _, id) => host.api("DELETE", `/me/sessions/${id}`)],
    ["signing out everywhere else", (host) => host.api("DELETE", "/me/sessions")],
    [
      "a new password",
      (host) => host.api("POST", "/me/password", { current: host.password, password: "quite another phrase" }),
    ],
    [
      "a password reset",
      async (host) => {
        const token = await issuedToken(host.id, "reset_password");
        return post("/auth/reset-password", { token, password: "quite another phrase" });
      },
    ],
    ["deleting the account", (host) => host.api("DELETE", "/me")],
  ])("rejects and clears the cookie immediately after %s", async (_, end) => {
    const host = await signedInHost();
    const browser = await signInToBrowser(host);
    const { id } = await currentSession(browser);
    expect((await end(host, browser, id)).ok).toBe(true);
    const response = await browser.send("GET", "/me");
    expect([response.status, isCookieCleared(response)]).toEqual([401, true]);
    // Signing out again changes nothing, and clears it again.
    const again = await browser.send("POST", "/auth/logout", {});
    expect([again.status, isCookieCleared(again)]).toEqual([204, true]);
  });

  it("clears the cookie at sign-out, and keeps the host's other sessions", async () => {
    const host = await signedInHost();
    const [browser, other] = [await signInToBrowser(host), await signInToBrowser(host)];
    const response = await browser.send("POST", "/auth/logout", {});
    expect([response.status, isCookieCleared(response)]).toEqual([204, true]);
    expect(await statusOf(other.send("GET", "/me"))).toBe(200);
    expect((await host.api("GET", "/me")).status).toBe(200);
    // Neither a token nor a cookie: the request is not signed in.
    const nobody = await post("/auth/logout", {});
    expect([nobody.status, cookieSetBy(nobody)]).toEqual([204, null]);
  });

  it("replaces a cookie older than a day in every tab, and extends the session", async () => {
    const host = await signedInHost();
    const browser = await aged(host, await signInToBrowser(host), DAY_MS + HOUR_MS);
    const { last_used_at: before } = await currentSession(browser);
    const tabs = await Promise.all([1, 2, 3].map(() => browser.send("GET", "/me")));
    for (const tab of tabs) {
      expect(tab.status).toBe(200);
      const { value = "", attributes = [] } = cookieSetBy(tab) ?? {};
      expect(attributes.at(-1)).toBe(`Max-Age=${(30 * DAY_MS) / SECOND_MS}`);
      const next = browserWith(value);
      expect(cookieSetBy(await next.send("GET", "/me"))).toBeNull();
      const { last_used_at: after } = await currentSession(next);
      expect(Date.parse(after)).toBeGreaterThan(Date.parse(before));
    }
    const { id } = await currentSession(browser);
    // The earlier cookie still works; with the session, all of them end.
    expect(await statusOf(host.api("DELETE", `/me/sessions/${id}`))).toBe(204);
    const ended = await browser.send("GET", "/me");
    expect([ended.status, isCookieCleared(ended)]).toEqual([401, true]);
  });

  it("keeps the cookie for a rejected request, and never lasts longer than 90 days from the sign-in", async () => {
    const host = await signedInHost();
    const browser = await aged(host, await signInToBrowser(host), 80 * DAY_MS);
    expect(cookieSetBy(await browser.send("GET", "/events/0197f000-0000-7000-8000-000000000000"))).toBeNull();
    const { attributes = [] } = cookieSetBy(await browser.send("GET", "/me")) ?? {};
    const days = Number(attributes.at(-1)?.replace("Max-Age=", "")) / (DAY_MS / SECOND_MS);
    expect(days).toBeGreaterThan(9.99);
    expect(days).toBeLessThanOrEqual(10);
    const { id } = await currentSession(browser);
    const rows = await env.DB.prepare(
      "select s.expires_at as session, t.expires_at as token from sessions s join refresh_tokens t on t.family_id = s.id where s.id = ?",
    )
      .bind(id)
      .first<{ session: number; token: number }>();
    expect(rows?.session).toBe(rows?.token);
  });

  it("rejects a cookie of a session that has a bearer", async () => {
    const host = await signedInHost();
    const pair = await (await post("/auth/login", { email: host.email, password: host.password })).json<Tokens>();
    const refreshed = await post("/auth/refresh", { refresh_token: pair.refresh_token }, FROM_CONSOLE);
    expect([refreshed.status, cookieSetBy(refreshed)]).toEqual([200, null]);
    const caller = { userId: host.id, sessionId: crypto.randomUUID(), issuedAt: Date.now() };
    const forged = await signSessionToken(keyring(), caller);
    expect(isCookieCleared(await browserWith(forged).send("GET", "/me"))).toBe(true);
  });
});
