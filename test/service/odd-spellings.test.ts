import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../src/app.ts";
import { freshAddress, freshEmail, type Host, signedInHost } from "../support/account.ts";
import { bodyFor, operations, pathFor, UNKNOWN_ID } from "../support/operations.ts";
import { stopClock } from "../support/patient.ts";
import { rounds, share } from "../support/rounds.ts";
import { beginSignIn, setUpApp } from "../support/second-factors.ts";

const ORIGIN = "https://usher.test";

/** Spellings of `application/json` that the service reads as JSON (RFC 9110, section 8.3.1). */
const READ_AS_JSON = [
  "application/JSON",
  "Application/Json; charset=UTF-8",
  "application/json;charset=utf-16",
  "  application/json",
  "application/vnd.api+json",
];
/** Media types whose bodies no schema sees. */
const NOT_READ = ["text/json", "application/json, text/plain", "application/jsonp", "multipart/form-data", ""];

/** In place of an ID in a path. */
const ODD_BYTES = ["%0d%0aX", "%00", "%ff", "..%2f", "%E2%80%AE", "%", "a".repeat(3_000)];

/** A request as a client that means no good spells it: the fields twice, in chunks, without a length. */
function oddRequest(
  method: string,
  path: string,
  mediaType: string,
  body: object,
  headers: Record<string, string> | Headers,
) {
  const fields = Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const decoys = Object.keys(body).map((name) => `${JSON.stringify(name)}:""`);
  const text = new TextEncoder().encode(`{${[...decoys, ...fields].join(",")}}`);
  const chunks = new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 7) controller.enqueue(text.slice(at, at + 7));
      controller.close();
    },
  });
  const hasBody = method !== "GET" && method !== "HEAD";
  const sent = new Headers(headers);
  if (mediaType !== "") sent.set("Content-Type", mediaType);
  return exports.default.fetch(
    new Request(new URL(path, ORIGIN), { method, headers: sent, body: hasBody ? chunks : null }),
  );
}

/** Requests that a stranger may repeat, with the number of attempts that the service allows from one network. */
const LIMITED: Record<string, (host: Host) => Promise<{ path: string; body: object; tries: number }>> = {
  "a password": async ({ email }) => ({
    path: "/auth/login",
    body: { email, password: "a wrong password" },
    tries: 10,
  }),
  "a code of an authenticator app": async (host) => {
    await setUpApp(host);
    return { path: "/auth/login/factor", body: { factor_token: await beginSignIn(host), code: "000000" }, tries: 10 };
  },
  "a mail that resets a password": async () => ({
    path: "/auth/forgot-password",
    body: { email: freshEmail() },
    tries: 3,
  }),
  "a mail that verifies an address": async () => ({
    path: "/auth/verify-email/resend",
    body: { email: freshEmail() },
    tries: 3,
  }),
  "a mail with lost links": async () => ({ path: "/lost-link", body: { email: freshEmail() }, tries: 3 }),
};

describe("rateLimit", () => {
  it.each(
    Object.entries(LIMITED).flatMap(([name, make], turn) =>
      share(READ_AS_JSON, turn, READ_AS_JSON.length).map((mediaType) => ({ name, mediaType, make })),
    ),
  )("counts $name sent as $mediaType", { tags: "rounds" }, async ({ make, mediaType }) => {
    const host = await signedInHost();
    const { path, body, tries } = await make(host);
    const headers = { "CF-Connecting-IP": freshAddress() };
    const send = async () => (await oddRequest("POST", path, mediaType, body, headers)).status;
    for (let turn = 0; turn < tries; turn++) expect(await send()).not.toBe(429);
    expect(await send()).toBe(429);
  });

  it.each(NOT_READ)("counts by network requests as %j, which name no account", async (mediaType) => {
    const headers = { "CF-Connecting-IP": freshAddress() };
    const body = { email: freshEmail(), password: "a wrong password" };
    const send = async () => (await oddRequest("POST", "/auth/login", mediaType, body, headers)).status;
    for (let turn = 0; turn < 10; turn++) expect(await send()).toBe(415);
    expect(await send()).toBe(429);
  });

  it("counts requests without a session and with forged links by network, separately", async () => {
    const headers = { "CF-Connecting-IP": freshAddress() };
    const statuses = async (path: string, times: number) => {
      const found = new Set<number>();
      for (let turn = 0; turn < times; turn++) found.add((await oddRequest("GET", path, "", {}, headers)).status);
      return [...found];
    };
    expect(await statuses("/access/forged", 61)).toEqual([404, 429]);
    expect(await statuses("/events", 301)).toEqual([401, 429]);
  });

  it("survives that the object that counts it loses its memory", async () => {
    const [email, address] = [freshEmail(), freshAddress()];
    const send = async () =>
      (
        await oddRequest(
          "POST",
          "/auth/forgot-password",
          "application/json",
          { email },
          { "CF-Connecting-IP": address },
        )
      ).status;
    for (let turn = 0; turn < 3; turn++) expect(await send()).toBe(202);
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(email));
    const key = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const object = env.RATE_WINDOW.get(env.RATE_WINDOW.idFromName(`forgot-email:${key}`));
    await runInDurableObject(object, (_, state) => state.abort()).catch(() => undefined);
    expect(await send()).toBe(429);
  });
});

/** Thousands of requests, one after the other: half a minute, and twice that on a busy machine. */
const WALK_MS = 300_000;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

/** A valid body for each operation without credentials that accepts one, where it proves something. */
const PUBLIC_BODIES: Record<string, () => object> = {
  signUp: () => ({ email: freshEmail(), password: "a long enough phrase", name: "Grace" }),
  logIn: () => ({ email: freshEmail(), password: "a wrong password" }),
  completeLogIn: () => ({ factor_token: "none", code: "000000" }),
  logInWithPasskey: () => ({ credential: {} }),
  refreshSession: () => ({ refresh_token: "none" }),
  logOut: () => ({ refresh_token: "none" }),
  forgotPassword: () => ({ email: freshEmail() }),
  resendVerification: () => ({ email: freshEmail() }),
  verifyEmail: () => ({ token: "none" }),
  resetPassword: () => ({ token: "none", password: "a long enough phrase" }),
  undoEmailChange: () => ({ token: "none" }),
  sendLostLinks: () => ({ email: freshEmail() }),
};

/** Statuses of routes by method, each with an unusual path or without a body and credentials. */
const OF_METHODS: Record<string, number[]> = {
  "GET of the API": [200, 400, 401, 404, 405],
  "GET of a page": [200, 400, 404, 405],
  "HEAD of the API": [200, 400, 401, 404, 405],
  "HEAD of a page": [200, 400, 404, 405],
  "POST of the API": [200, 204, 400, 401, 404, 405],
  "POST of a page": [200, 204, 400, 404, 405],
  "PUT of the API": [401, 405],
  "PUT of a page": [404, 405],
  "PATCH of the API": [401, 404, 405],
  "PATCH of a page": [404, 405],
  "DELETE of the API": [401, 405],
  "DELETE of a page": [404, 405],
  "OPTIONS of the API": [405],
  "OPTIONS of a page": [404, 405],
  "PROPFIND of the API": [405],
  "PROPFIND of a page": [404, 405],
};

/** Statuses of operations by spelling. Files and forms are sent an empty JSON body: 415. */
const OF_SPELLINGS: Record<string, number[]> = {
  "as documented": [200, 201, 202, 204, 400, 401, 404, 409, 415],
  "read as JSON": [200, 201, 202, 204, 400, 401, 402, 404, 409, 415, 429],
  "not read": [400, 404, 415, 429],
  "each header twice": [200, 400, 401, 404, 415],
  "odd bytes": [400, 404, 429],
  OPTIONS: [405],
  PROPFIND: [405],
  HEAD: [200, 400, 401, 404, 405],
};

/** Statuses of forms by spelling. */
const OF_FORMS: Record<string, number[]> = { form: [200, 204, 303, 400, 404, 415, 429] };

/** The forms that count requests, those of forged links by network. */
const LIMITED_FORMS = [
  "/confirm-reply-to",
  "/forgot-password",
  "/i/:token",
  "/i/:token/ask-host",
  "/i/:token/challenge",
  "/i/:token/challenge/verify",
  "/i/:token/edit-link",
  "/i/:token/language",
  "/invites/:token/join",
  "/lost-link/sent",
  "/not-me/:token",
  "/not-my-account",
  "/policy-reports",
  "/reset-password",
  "/signup",
  "/undo-email-change",
  "/unsubscribe/code-checked",
  "/unsubscribe/code-sent",
  "/verify-email",
];

const USUAL_FORM_TYPE = "application/x-www-form-urlencoded";
const OTHER_FORM_TYPES = [
  "application/x-www-form-urlencoded; charset=utf-16",
  "Application/X-WWW-Form-Urlencoded",
  "application/x-www-form-urlencoded, text/plain",
  "multipart/form-data",
  "multipart/form-data; boundary=none",
  "text/plain",
  "",
];

/** Finds statuses that a spelling must not have. */
class Statuses {
  readonly unexpected: unknown[] = [];
  readonly #expected: Record<string, number[]>;

  constructor(expected: Record<string, number[]>) {
    this.#expected = expected;
  }

  note(spelling: string, status: number, ...request: unknown[]): void {
    if (!this.#expected[spelling]?.includes(status)) this.unexpected.push([spelling, status, ...request]);
  }
}

/** A limit that counts only what the other limits accept, so a rejected response does not name it. */
const AFTER_OTHERS = "lost-link-email-day";

/** The remaining requests by the name of the limit: `"login";r=9;t=900`. */
function remaining(response: Response): Map<string, number> {
  const entries = (response.headers.get("RateLimit") ?? "").matchAll(/"([^"]+)";r=(\d+)/g);
  const counted = Array.from(entries, ([, name = "", rest]) => [name, Number(rest)] as const);
  return new Map(counted.filter(([name]) => name !== AFTER_OTHERS));
}

/** Operations that count the tickets of devices, and not members; and one that counts only reports without a signature. */
const COUNTING_OTHERS = [
  "previewCheckIn",
  "checkInGuest",
  "addWalkIn",
  "listCheckIns",
  "findAtDoor",
  "addArrivals",
  "readDoorList",
  "handleSmsReport",
];

describe("every route", () => {
  it("returns an expected status for every unusual byte in its path and every method, pages included", {
    tags: "rounds",
    timeout: WALK_MS,
  }, async () => {
    const described = new Set(operations.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ":$1")));
    const paths = new Set(app.routes.map(({ path }) => path).filter((path) => path !== "/*"));
    const statuses = new Statuses(OF_METHODS);
    for (const [turn, path] of [...paths].entries()) {
      const fill = (bytes: string) => path.replaceAll(/:\w+(\{[^}]*\})?|\*/g, bytes);
      const send = async (method: string, bytes: string) => {
        const headers = { "CF-Connecting-IP": freshAddress() };
        const response = await oddRequest(method, fill(bytes), "application/json", {}, headers);
        await response.body?.cancel();
        statuses.note(`${method} of ${described.has(path) ? "the API" : "a page"}`, response.status, fill(bytes));
      };
      for (const method of share(METHODS, turn)) await send(method, UNKNOWN_ID);
      if (fill("") === path) continue;
      const spelled = ODD_BYTES.flatMap((bytes) => ["GET", "POST"].map((method) => ({ method, bytes })));
      for (const { method, bytes } of share(spelled, turn)) await send(method, bytes);
    }
    expect(statuses.unexpected).toEqual([]);
    expect(paths.size).toBeGreaterThan(100);
  });

  it("returns an expected status and counts each request for every spelling of its headers and body", {
    tags: "rounds",
    timeout: WALK_MS,
  }, async () => {
    stopClock();
    const statuses = new Statuses(OF_SPELLINGS);
    const surprises: unknown[] = [];
    const limitedInVain: string[] = [];
    let sent = 0;
    for (const [turn, operation] of operations.entries()) {
      const { operationId, requestBody, responses } = operation.operation;
      const path = pathFor(operation, {});
      const method = operation.method.toUpperCase();
      const valid = bodyFor(operation) ?? PUBLIC_BODIES[operationId]?.() ?? {};
      // Files and forms have their own media types.
      const body = valid instanceof Blob || valid instanceof FormData ? {} : (valid as object);
      const { token } = await signedInHost();
      const headers = { "CF-Connecting-IP": freshAddress(), Authorization: `Bearer ${token}` };
      const send = async (
        spelling: string,
        parts: Partial<{ how: string; where: string; mediaType: string; further: Headers }> = {},
      ) => {
        const { how = method, where = path, mediaType = "application/json", further } = parts;
        const response = await oddRequest(how, where, mediaType, body, further ?? headers);
        await response.body?.cancel();
        sent++;
        statuses.note(spelling, response.status, how, where, mediaType);
        return response;
      };
      const first = await send("as documented");
      if (responses[first.status] === undefined) surprises.push([operationId, first.status]);
      const before = remaining(first);
      if (before.size === 0 && JSON.stringify(responses).includes('"RateLimit"')) limitedInVain.push(operationId);
      let count = 0;
      for (const mediaType of requestBody === undefined ? [] : share(READ_AS_JSON, turn)) {
        const now = remaining(await send("read as JSON", { mediaType }));
        count++;
        for (const [name, rest] of before) {
          if (now.get(name) !== Math.max(0, rest - count))
            surprises.push([operationId, mediaType, name, rest, now.get(name)]);
        }
      }
      for (const mediaType of requestBody === undefined ? [] : share(NOT_READ, turn)) {
        const now = remaining(await send("not read", { mediaType }));
        for (const [name] of before) if (!now.has(name)) surprises.push([operationId, mediaType, name]);
      }
      const twice = new Headers(
        Object.entries({ ...headers, "Content-Type": "application/json", "Idempotency-Key": "one" }),
      );
      for (const [name, value] of Object.entries({
        ...headers,
        "Content-Type": "text/plain",
        "Idempotency-Key": "two",
      }))
        twice.append(name, value);
      await send("each header twice", { further: twice, mediaType: "" });
      for (const bytes of path.includes(UNKNOWN_ID) ? share(ODD_BYTES, turn) : [])
        await send("odd bytes", { where: path.replaceAll(UNKNOWN_ID, bytes) });
      for (const how of share(["OPTIONS", "PROPFIND", "HEAD"], turn)) await send(how, { how });
    }
    expect(surprises).toEqual([]);
    expect(limitedInVain).toEqual(COUNTING_OTHERS);
    expect(statuses.unexpected).toEqual([]);
    expect(sent).toBeGreaterThan(rounds(1_500));
  });

  it("returns an expected status and counts each form of a page for every spelling of its media type", {
    tags: "rounds",
    timeout: WALK_MS,
  }, async () => {
    const described = new Set(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`));
    const forms = app.routes.filter(
      ({ method, path }) => method === "POST" && !described.has(`POST ${path.replaceAll(/:(\w+)/g, "{$1}")}`),
    );
    const statuses = new Statuses(OF_FORMS);
    const limited = new Set<string>();
    for (const [turn, path] of [...new Set(forms.map((form) => form.path))].entries()) {
      const headers = { "CF-Connecting-IP": freshAddress() };
      const fields = Object.entries({
        email: freshEmail(),
        password: "a wrong password",
        name: "Grace",
        token: "none",
      });
      const body = new URLSearchParams([...fields, ...fields]).toString();
      let before = new Map<string, number>();
      for (const mediaType of [USUAL_FORM_TYPE, ...share(OTHER_FORM_TYPES, turn)]) {
        const sent = {
          method: "POST",
          headers: { ...headers, "Content-Type": mediaType },
          body,
          redirect: "manual",
        } as const;
        const url = new URL(path.replaceAll(/:\w+/g, "none"), ORIGIN);
        const response = await exports.default.fetch(new Request(url, sent));
        await response.body?.cancel();
        statuses.note("form", response.status, path, mediaType);
        if (mediaType === USUAL_FORM_TYPE) before = remaining(response);
        if (before.size > 0) limited.add(path);
        expect([path, mediaType, ...remaining(response).keys()]).toEqual([path, mediaType, ...before.keys()]);
      }
    }
    expect(statuses.unexpected).toEqual([]);
    expect([...limited].sort()).toEqual(LIMITED_FORMS);
  });
});
