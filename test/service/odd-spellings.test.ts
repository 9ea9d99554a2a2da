import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../src/app.ts";
import { freshAddress, freshEmail, type Host, signedInHost } from "../support/account.ts";
import { operations, pathFor, UNKNOWN_ID } from "../support/operations.ts";
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
function oddRequest(method: string, path: string, mediaType: string, body: object, headers: Record<string, string>) {
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
    Object.entries(LIMITED).flatMap(([name, make]) => READ_AS_JSON.map((mediaType) => ({ name, mediaType, make }))),
  )("counts $name sent as $mediaType", async ({ make, mediaType }) => {
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

  /** @promise Answers: A limit counts a request without a valid key by its network, and skips a request without key and network */
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
const WALK = { timeout: 300_000 };

describe("every route", () => {
  it("returns 4xx for every unusual byte in its path, pages included", WALK, async () => {
    const paths = new Set(app.routes.map(({ path }) => path).filter((path) => path.includes(":")));
    const unexpected: unknown[] = [];
    for (const path of paths) {
      for (const bytes of ODD_BYTES) {
        for (const method of ["GET", "POST"]) {
          const odd = path.replaceAll(/:\w+(\{[^}]*\})?/g, bytes);
          const response = await oddRequest(
            method,
            odd,
            "application/json",
            {},
            { "CF-Connecting-IP": freshAddress() },
          );
          await response.body?.cancel();
          if (response.status >= 500) unexpected.push([method, odd, response.status]);
        }
      }
    }
    expect(unexpected).toEqual([]);
    expect(paths.size).toBeGreaterThan(100);
  });

  it("returns 4xx for every spelling of its method, path and media type", WALK, async () => {
    const host = await signedInHost();
    const headers = () => ({ "CF-Connecting-IP": freshAddress(), Authorization: `Bearer ${host.token}` });
    const unexpected: unknown[] = [];
    let sent = 0;
    for (const operation of operations) {
      const path = pathFor(operation, {});
      const method = operation.method.toUpperCase();
      const spellings = [
        ...[...READ_AS_JSON, ...NOT_READ].map((mediaType) => [method, path, mediaType] as const),
        ...ODD_BYTES.map((bytes) => [method, path.replaceAll(UNKNOWN_ID, bytes), "application/json"] as const),
        ...["OPTIONS", "PROPFIND", "HEAD"].map((other) => [other, path, "application/json"] as const),
      ];
      for (const spelling of spellings) {
        const response = await oddRequest(...spelling, {}, headers());
        await response.body?.cancel();
        sent++;
        if (response.status >= 500) unexpected.push([...spelling, response.status]);
      }
    }
    expect(unexpected).toEqual([]);
    expect(sent).toBeGreaterThan(2_500);
  });
});
