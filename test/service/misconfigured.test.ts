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
  /**
   * @promise The monitor and the service itself: `/health` and one log line name a wrong configuration, never with a
   *   value
   */
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
