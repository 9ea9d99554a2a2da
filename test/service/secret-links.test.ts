import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../src/app.ts";
import { freshAddress } from "../support/account.ts";

const PER_MINUTE = 300;

/** Pages and operations that a single-use secret opens. */
const SECRET_ROUTES = [
  ["GET", "/verify-email?token="],
  ["POST", "/verify-email"],
  ["GET", "/not-my-account?token="],
  ["POST", "/not-my-account"],
  ["GET", "/reset-password?token="],
  ["POST", "/reset-password"],
  ["GET", "/undo-email-change?token="],
  ["POST", "/undo-email-change"],
  ["GET", "/confirm-reply-to?token="],
  ["POST", "/confirm-reply-to"],
  ["GET", "/not-me/"],
  ["POST", "/not-me/"],
] as const;

const SECRET_OPERATIONS = [
  "/auth/verify-email",
  "/auth/reset-password",
  "/auth/undo-email-change",
  "/auth/refresh",
  "/auth/logout",
] as const;

/** Routes that any caller may send to and that have no limit. The pages of guests' links have that of their link. */
const UNLIMITED: Readonly<Record<string, string>> = {
  "POST /language": "sets a cookie, and reads nothing",
  "GET /health": "reads the databases once a second per isolate",
  "GET /health/details": "needs the operator's token, which is compared without I/O",
  "POST /webhooks/sms-status": "needs a signature here; without one, unsigned reports are counted",
  "POST /webhooks/stripe": "needs a signature, which is verified without I/O",
  "POST /webhooks/sms-inbound": "needs a signature, which is verified without I/O",
  "GET /uploads/:file": "is cached for a year, also by the platform",
};

/** Files, and pages without data. */
const IS_STATIC =
  /^GET \/($|(login|app|docs|openapi\.json|signup|forgot-password|privacy|scan|pass-offline\.js|scan-offline\.js|assets|account|\.well-known|live)\b)/;

/** A browser at a network. */
function browser(address = freshAddress()) {
  return (method: string, path: string, form: Record<string, string> = {}): Promise<Response> => {
    const request = new Request(`https://usher.test${path}`, {
      method,
      headers: { "CF-Connecting-IP": address, Accept: "text/html", "Accept-Language": "de" },
      ...(method === "POST" ? { body: new URLSearchParams(form) } : {}),
    });
    return exports.default.fetch(request);
  };
}

function program(address: string) {
  return (path: string, body: object): Promise<Response> => {
    const headers = { "CF-Connecting-IP": address, "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return exports.default.fetch(new Request(`https://usher.test${path}`, init));
  };
}

const inventedPath = (path: string) => (/[=/]$/.test(path) ? `${path}invented-${crypto.randomUUID()}` : path);

describe("pages of single-use secrets", () => {
  it("return 429 with the wait after 300 wrong secrets of one network, and leave other networks alone", async () => {
    const address = freshAddress();
    const send = browser(address);
    const statuses = new Set<number>();
    for (let tries = 0; tries < PER_MINUTE; tries++) {
      const [method, path] = SECRET_ROUTES[tries % SECRET_ROUTES.length] ?? SECRET_ROUTES[0];
      statuses.add((await send(method, inventedPath(path), { token: "invented", password: "a long phrase" })).status);
    }
    expect([...statuses]).toEqual([400]);

    for (const [method, path] of SECRET_ROUTES) {
      const refused = await send(method, inventedPath(path));
      expect(refused.status, `${method} ${path}`).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.headers.get("content-type")).toContain("text/html");
    }
    for (const path of SECRET_OPERATIONS) {
      expect((await program(address)(path, {})).status, path).toBe(429);
    }
    for (const [method, path] of SECRET_ROUTES) {
      expect((await browser()(method, inventedPath(path))).status, `${method} ${path}`).toBe(400);
    }
  });

  it("tell a guest in the guest's language when to come back", async () => {
    const send = browser();
    for (let tries = 0; tries < PER_MINUTE; tries++) await send("GET", "/not-me/invented");
    const text = await (await send("GET", "/not-me/invented")).text();
    expect(text).toContain('lang="de"');
    expect(text).toMatch(/Minute/);
  });
});

describe("every route", () => {
  it("counts callers without a session by link or network, or has a reason not to", async () => {
    const uncounted: string[] = [];
    const routes = new Set(
      app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`),
    );
    for (const route of routes) {
      if (IS_STATIC.test(route)) continue;
      const [method = "", pattern = ""] = route.split(" ");
      const path = pattern.replaceAll(/:\w+(\{[^}]*\})?/g, "x");
      const kind = method === "GET" ? { Upgrade: "websocket" } : { "Content-Type": "application/json" };
      const headers: Record<string, string> = { "CF-Connecting-IP": freshAddress(), ...kind };
      const init = { method, headers, redirect: "manual" as const, ...(method === "GET" ? {} : { body: "{}" }) };
      const response = await exports.default.fetch(new Request(`https://usher.test${path}`, init));
      await response.body?.cancel();
      if (response.status !== 401 && !response.headers.has("ratelimit-policy")) uncounted.push(route);
    }
    expect(uncounted.sort()).toEqual(Object.keys(UNLIMITED).sort());
  });
});
