import { beforeAll, describe, expect, it } from "vitest";
import { createClient, isUsherError, type Tokens, UsherError } from "../../clients/typescript/src/package.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { sharedService } from "../support/node/shared-service.ts";
import { clientOf, EVENT, losingResponses, newHost, recordingFetch } from "./service-fixture.ts";

let service: RunningService;

beforeAll(async () => {
  service = await sharedService();
}, 120_000);

/** Creates a token store whose access token has expired. */
async function expiredSession() {
  const { data } = await createClient({ baseUrl: service.url, fetch: recordingFetch().fetch }).POST("/auth/login", {
    body: await newHost(service),
  });
  let kept: Tokens | null = { accessToken: "expired", refreshToken: data.refresh_token };
  return {
    get: () => kept,
    set(tokens: Tokens | null) {
      kept = tokens;
    },
  };
}

describe("session of createClient", () => {
  it("refreshes once for parallel requests, which all succeed", async () => {
    const by = recordingFetch();
    const tokens = await expiredSession();
    const client = createClient({ baseUrl: service.url, tokens, fetch: by.fetch });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => client.GET("/me")));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(by.sent.filter((one) => one === "POST /auth/refresh")).toHaveLength(1);
    expect(tokens.get()?.accessToken).not.toBe("expired");
  });

  it("survives a lost refresh response, because the retry has an equal key", async () => {
    const by = losingResponses("POST /auth/refresh");
    const tokens = await expiredSession();
    const client = createClient({ baseUrl: service.url, tokens, fetch: by.fetch });
    await client.GET("/me");
    const keys = by.keys.filter((_, index) => by.sent[index] === "POST /auth/refresh");
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    // The session continues.
    const { refreshToken = "" } = tokens.get() ?? {};
    expect((await client.POST("/auth/refresh", { body: { refresh_token: refreshToken } })).response.status).toBe(200);
  });

  it("signs in again with credentials after the session has ended", async () => {
    const by = recordingFetch();
    const client = createClient({ baseUrl: service.url, credentials: await newHost(service), fetch: by.fetch });
    await client.GET("/me");
    await client.useSession({
      access_token: "expired",
      refresh_token: "ended",
      token_type: "Bearer",
      expires_in: 1,
      refresh_expires_in: 1,
    });
    await client.GET("/me");
    expect(by.sent).toEqual([
      "POST /auth/login",
      "GET /me",
      "GET /me",
      "POST /auth/refresh",
      "POST /auth/login",
      "GET /me",
    ]);
  });

  it("throws and empties the store if the session has ended for good", async () => {
    const tokens = await expiredSession();
    tokens.set({ accessToken: "expired", refreshToken: "ended" });
    const client = createClient({ baseUrl: service.url, tokens, fetch: recordingFetch().fetch });
    await expect(client.GET("/me")).rejects.toMatchObject({ code: "invalid_token", status: 401 });
    expect(tokens.get()).toBeNull();
  });

  it("ends the session at the service on sign-out", async () => {
    const tokens = await expiredSession();
    const refresh_token = tokens.get()?.refreshToken ?? "";
    const client = createClient({ baseUrl: service.url, tokens, fetch: recordingFetch().fetch });
    await client.signOut();
    expect(tokens.get()).toBeNull();
    await expect(client.POST("/auth/refresh", { body: { refresh_token } })).rejects.toMatchObject({ status: 401 });
  });

  it("does not renew an access token that the caller set", async () => {
    const by = recordingFetch();
    const client = createClient({ baseUrl: service.url, accessToken: "expired", fetch: by.fetch });
    await expect(client.GET("/me")).rejects.toMatchObject({ code: "unauthenticated" });
    expect(by.sent).toEqual(["GET /me"]);
  });
});

describe('session "cookie" of createClient', () => {
  it("uses the browser's cookie, receives no token and refreshes nothing", async () => {
    const host = await newHost(service);
    // Handles the cookie as a browser does.
    let cookie = "";
    const by = recordingFetch(async (request) => {
      expect(request.headers.get("Usher-Session")).toBe("cookie");
      expect(request.headers.get("Authorization")).toBeNull();
      request.headers.set("Cookie", cookie);
      const response = await fetch(request);
      for (const set of response.headers.getSetCookie()) cookie = set.split(";")[0] ?? "";
      return response;
    });
    const client = createClient({ baseUrl: service.url, session: "cookie", fetch: by.fetch });
    const { data, response } = await client.POST("/auth/login", { body: host });
    expect([data, response.status]).toEqual([undefined, 204]);
    expect((await client.GET("/me")).data.email).toBe(host.email);
    await client.signOut();
    expect(cookie).toMatch(/^[^=]+=$/);
    await expect(client.GET("/me")).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
    expect(by.sent).toEqual(["POST /auth/login", "GET /me", "POST /auth/logout", "GET /me"]);
    const pair = { access_token: "a", refresh_token: "b", token_type: "Bearer" as const };
    const lifetimes = { expires_in: 1, refresh_expires_in: 1 };
    await expect(client.useSession({ ...pair, ...lifetimes })).rejects.toThrow(TypeError);
  });
});

describe("request of createClient", () => {
  it("retries a creation after a lost connection, and creates one resource", async () => {
    const by = losingResponses("POST /events", 2);
    const client = await clientOf(service, by);
    const { data, response } = await client.POST("/events", { body: EVENT });
    expect(response.headers.get("Idempotency-Replayed")).toBe("true");
    expect(by.sent.filter((one) => one === "POST /events")).toHaveLength(3);
    const { data: events } = await client.GET("/events");
    expect(events.items.map(({ id }) => id)).toEqual([data.id]);
  });

  it("keeps an Idempotency-Key that the caller set", async () => {
    const by = recordingFetch();
    const client = await clientOf(service, by);
    await client.POST("/events", { body: EVENT, headers: { "Idempotency-Key": "my own" } });
    expect(by.keys.at(-1)).toBe("my own");
  });

  it("does not retry a deletion after a lost connection", async () => {
    const client = await clientOf(service);
    const { data: event } = await client.POST("/events", { body: EVENT });
    const losing = losingResponses(`DELETE /events/${event.id}`);
    const deleting = await clientOf(service, losing);
    const params = { path: { eventId: event.id } };
    await expect(deleting.DELETE("/events/{eventId}", { params })).rejects.toThrow("the connection was lost");
    expect(losing.sent.filter((one) => one.startsWith("DELETE"))).toHaveLength(1);
  });

  it("retries after 429 and 503, not before the time in Retry-After", async () => {
    const times: number[] = [];
    const refusals = [429, 503].map(
      (status) => () => Response.json({}, { status, headers: { "Retry-After": status === 429 ? "1" : "0" } }),
    );
    const by = recordingFetch((request) => {
      if (new URL(request.url).pathname !== "/me") return undefined;
      times.push(performance.now());
      return refusals.shift()?.();
    });
    const client = await clientOf(service, by);
    await client.GET("/me");
    expect(times).toHaveLength(3);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it("does not retry if that would exceed its deadline", async () => {
    let asked = 0;
    const client = createClient({
      baseUrl: service.url,
      accessToken: "any",
      deadlineMs: 5_000,
      fetch: async () => {
        asked++;
        return Response.json({}, { status: 503, headers: { "Retry-After": "3600" } });
      },
    });
    await expect(client.GET("/me")).rejects.toMatchObject({ status: 503, code: "internal_error" });
    expect(asked).toBe(1);
  });

  it("rejects at its deadline, and when the caller aborts it", async () => {
    const never = (request: Request) =>
      new Promise<Response>((_, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
      });
    const client = createClient({ baseUrl: service.url, accessToken: "any", deadlineMs: 50, fetch: never });
    await expect(client.GET("/me")).rejects.toMatchObject({ name: "TimeoutError" });
    const patient = createClient({ baseUrl: service.url, accessToken: "any", fetch: never });
    const stopped = new AbortController();
    const answer = patient.GET("/me", { signal: stopped.signal });
    stopped.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("paginate", () => {
  it("iterates over all pages, and fetches each when it is needed", async () => {
    const by = recordingFetch();
    const client = await clientOf(service, by);
    const { data: event } = await client.POST("/events", { body: EVENT });
    const path = { eventId: event.id };
    const names = ["Ada", "Bea", "Cem", "Dag", "Eva"];
    for (const name of names) await client.POST("/events/{eventId}/guests", { params: { path }, body: { name } });
    const pages = () => by.sent.filter((one) => one === `GET /events/${event.id}/guests`).length;
    const seen: [string, number][] = [];
    const params = { path, query: { limit: 2 } };
    for await (const guest of client.paginate("/events/{eventId}/guests", { params })) {
      seen.push([guest.name, pages()]);
    }
    expect(seen.map(([name]) => name).sort()).toEqual(names);
    expect(seen.map(([, fetched]) => fetched)).toEqual([1, 1, 2, 2, 3]);
  });
});

describe("UsherError", () => {
  it("has the code, status, request ID and problem document", async () => {
    const client = await clientOf(service);
    const { data: event } = await client.POST("/events", { body: EVENT });
    const params = { path: { eventId: event.id } };
    const body = { name: "Ada", email: "ada@example.com" };
    await client.POST("/events/{eventId}/guests", { params, body });
    const headers = { "X-Request-Id": "the-second-ada" };
    const error = await client.POST("/events/{eventId}/guests", { params, body, headers }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UsherError);
    expect(error).toMatchObject({ code: "duplicate_guest", status: 409, requestId: "the-second-ada" });
    expect(isUsherError(error, "duplicate_guest")).toBe(true);
    expect(isUsherError(error, "not_found", "tier_limit")).toBe(false);
  });

  it("has the upgrade link for a tier's limit", async () => {
    const client = await clientOf(service);
    await client.POST("/events", { body: EVENT });
    const error: unknown = await client.POST("/events", { body: EVENT }).catch((thrown) => thrown);
    if (!isUsherError(error, "tier_limit")) throw error;
    expect(error.problem.upgrade_url).toMatch(/^http/);
  });

  it("covers a response that is not the service's", async () => {
    const client = createClient({
      baseUrl: service.url,
      accessToken: "any",
      fetch: async () => new Response("<h1>Not here</h1>", { status: 404, headers: { "content-type": "text/html" } }),
    });
    await expect(client.GET("/me")).rejects.toMatchObject({ status: 404, code: "internal_error" });
  });
});
