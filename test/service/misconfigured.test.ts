import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import worker from "../../src/worker.ts";

/** Sends a request to an isolate whose configuration is invalid. */
async function send(path: string, isolate: typeof env): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(`https://usher.test${path}`) as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(request, isolate, context);
  await waitOnExecutionContext(context);
  return response;
}

describe("readConfig (invalid configuration)", () => {
  it.each([
    ["PLATFORM_SECRET", "too-short"],
    ["PLATFORM_SECRET", undefined],
    ["SCORING_ENGINE_SECRET", "has spaces in between, so that no header can hold it"],
    ["OPERATOR_TOKEN", "too-short"],
    ["PUBLIC_URL", "usher.example"],
    ["EMAIL_FROM", "Usher <nobody>"],
    ["SMTP_URL", "imap://mail.example"],
    ["SCORING_ENGINE_URL", "HTTP://engine.example"],
  ])("returns 503 `misconfigured` on every route and names %s (%s)", async (variable, value) => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const isolate = { ...env, [variable]: value };
    for (const path of ["/health", "/events", "/app", "/openapi.json", "/nowhere"]) {
      const response = await send(path, isolate);
      expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "5"]);
      const { error, detail } = await response.json<{ error: string; detail: string }>();
      expect([error, detail]).toEqual(["misconfigured", expect.stringContaining(variable)]);
      expect(detail).toContain("Set it in .dev.vars on this machine");
      if (value !== undefined) expect(detail).not.toContain(value);
    }
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as { msg: string; detail?: string });
    expect(lines.filter(({ msg }) => msg === "misconfigured")).toEqual([
      expect.objectContaining({ detail: expect.stringContaining(variable) }),
    ]);
    expect(lines.filter(({ msg }) => msg === "request_failed")).toEqual([]);
  });
});

/** A deployment at a public address with safe settings. */
const PUBLIC = {
  ...env,
  PUBLIC_URL: "https://usher.example",
  PASSWORD_HASH_COST: "standard",
  WEBHOOKS_TO_LOOPBACK: "",
  STRIPE_API_BASE: undefined as string | undefined,
};

/** Sends a request to a deployment with changed variables, and returns the status, the detail and the warnings. */
async function start(changes: Record<string, string>) {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await send("/events", { ...PUBLIC, ...changes } as unknown as typeof env);
  const { detail = "" } = await response.json<{ detail?: string }>();
  const lines = warned.mock.calls.map(([line]) => JSON.parse(String(line)) as { msg: string; detail: string });
  const warnings = lines.filter(({ msg }) => msg === "insecure_configuration").map((line) => line.detail);
  warned.mockRestore();
  return { status: response.status, detail, warnings };
}

describe("readConfig (unsafe configuration)", () => {
  it.each([
    [{ PASSWORD_HASH_COST: "test" }, "PASSWORD_HASH_COST: is standard"],
    [{ WEBHOOKS_TO_LOOPBACK: "true" }, "WEBHOOKS_TO_LOOPBACK: is false"],
    [{ RESEND_API_BASE: "http://resend.example" }, "RESEND_API_BASE: begins with https://"],
    [{ TWILIO_API_BASE: "http://twilio.example" }, "TWILIO_API_BASE: begins with https://"],
    [{ TURNSTILE_API_BASE: "http://127.0.0.1:9" }, "TURNSTILE_API_BASE: begins with https://"],
    [{ STRIPE_API_BASE: "http://stripe.example" }, "STRIPE_API_BASE: begins with https://"],
    [{ STRIPE_API_BASE: "HTTP://stripe.example" }, "STRIPE_API_BASE: begins with https://"],
    [{ TURNSTILE_SECRET_KEY: "1x0000000000000000000000000000000AA" }, "TURNSTILE_SECRET_KEY: is a key of your site"],
    [{ PUBLIC_URL: "http://usher.example" }, "or set INSECURE_PUBLIC_URL=allowed"],
    [{ PUBLIC_URL: "http://192.168.1.7:8787" }, "PUBLIC_URL: begins with https://"],
    [{ PUBLIC_URL: "http://127.0.0.1.usher.example" }, "PUBLIC_URL: begins with https://"],
    [{ PUBLIC_URL: "http://usher.example", INSECURE_PUBLIC_URL: "yes" }, "INSECURE_PUBLIC_URL"],
    [{ PUBLIC_URL: "https://usher.example/rsvp" }, "PUBLIC_URL: is an origin without a path"],
    [{ PUBLIC_URL: "https://usher.example?utm=a" }, "PUBLIC_URL: is an origin without a path"],
    [{ PUBLIC_URL: "https://ada@usher.example" }, "PUBLIC_URL: is an origin without a path"],
    [{ PLATFORM_SECRET: env.SCORING_ENGINE_SECRET }, "SCORING_ENGINE_SECRET: differs from PLATFORM_SECRET"],
    [{ PLATFORM_SECRET_PREVIOUS: env.PLATFORM_SECRET }, "PLATFORM_SECRET_PREVIOUS: differs from PLATFORM_SECRET"],
    [{ RESEND_WEBHOOK_SECRET: env.PLATFORM_SECRET }, "RESEND_WEBHOOK_SECRET: differs from PLATFORM_SECRET"],
    [{ PLATFORM_SECRET: "a".repeat(40) }, "PLATFORM_SECRET: is random"],
    [{ SCORING_ENGINE_SECRET: "ab".repeat(20) }, "SCORING_ENGINE_SECRET: is random"],
    [{ RESEND_WEBHOOK_SECRET: "x" }, "RESEND_WEBHOOK_SECRET: is random"],
    [{ CORS_ORIGINS: "null" }, "CORS_ORIGINS: is origins without a path"],
    [{ CORS_ORIGINS: "https://shop.example, *" }, "CORS_ORIGINS: is origins without a path"],
    [{ CORS_ORIGINS: "https://shop.example/" }, "CORS_ORIGINS: is origins without a path"],
    [{ CORS_ORIGINS: "http://shop.example" }, "CORS_ORIGINS: is origins that begin with https://"],
  ])("returns 503 at a public PUBLIC_URL with %o", async (changes, complaint) => {
    const { status, detail } = await start(changes as Record<string, string>);
    expect([status, detail]).toEqual([503, expect.stringContaining(complaint)]);
    expect(detail).not.toContain("\n");
  });

  it("starts at a public PUBLIC_URL with safe settings, without a warning", async () => {
    const changes = {
      CORS_ORIGINS: "https://shop.example,https://app.example:8443",
      STRIPE_SECRET_KEY: "sk_live_usher",
    };
    expect(await start(changes)).toMatchObject({ status: 401, warnings: [] });
  });

  it.each([
    [{ PUBLIC_URL: "http://usher.example", INSECURE_PUBLIC_URL: "allowed" }, "INSECURE_PUBLIC_URL"],
    [
      { PUBLIC_URL: "http://usher.lan", INSECURE_PUBLIC_URL: "allowed", CORS_ORIGINS: "http://shop.lan" },
      "INSECURE_PUBLIC_URL",
    ],
    [{ TWILIO_WEBHOOK_SIGNATURES: "optional" }, "TWILIO_WEBHOOK_SIGNATURES"],
    [{ RESEND_API_KEY: "re_123456789" }, "RESEND_WEBHOOK_SECRET"],
    [{ STRIPE_SECRET_KEY: "sk_test_usher" }, "STRIPE_SECRET_KEY"],
  ])("starts with %o, and logs one warning", async (changes, variable) => {
    const live = { STRIPE_SECRET_KEY: "sk_live_usher", ...(changes as Record<string, string>) };
    const { status, warnings } = await start(live);
    expect([status, warnings]).toEqual([401, [expect.stringContaining(variable)]]);
  });

  it("accepts each of these settings where PUBLIC_URL is this machine", async () => {
    const local = { PASSWORD_HASH_COST: "test", WEBHOOKS_TO_LOOPBACK: "true", STRIPE_API_BASE: "http://127.0.0.1:9" };
    for (const PUBLIC_URL of ["http://127.0.0.1:8787", "http://localhost:8787", "http://[::1]:8787"]) {
      expect(await start({ ...local, PUBLIC_URL })).toMatchObject({ status: 401, warnings: [] });
    }
  });
});

describe("GET /openapi.json", () => {
  it("returns 503 and logs one line if the deployment lacks the document", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const ASSETS = { ...env.ASSETS, fetch: async () => new Response(null, { status: 404 }) } as Fetcher;
    const response = await send("/openapi.json", { ...env, ASSETS });
    expect([response.status, (await response.json<{ error: string }>()).error]).toEqual([503, "unavailable"]);
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as { msg: string });
    expect(lines.filter(({ msg }) => msg === "openapi_missing")).toHaveLength(1);
  });
});
