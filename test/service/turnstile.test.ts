import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { createTurnstile } from "../../src/adapters/turnstile.ts";
import worker from "../../src/worker.ts";
import type { Behaviour, ReceivedCall } from "../../testkit/webhook-receiver.ts";
import { freshAddress, freshEmail } from "../support/account.ts";

const SITE_KEY = "1x00000000000000000000AA";
const REJECTED = { json: { success: false, "error-codes": ["timeout-or-duplicate"] } };
const PASSED = { json: { success: true } };

/** A service with Turnstile, whose tokens this test verifies. */
function withTurnstile() {
  const { url } = inject("webhookReceiver");
  const name = crypto.randomUUID();
  const verifier = `${name}/turnstile/v0/siteverify`;
  const TURNSTILE_API_BASE = `${url}/${name}`;
  const isolate = { ...env, TURNSTILE_SITEKEY: SITE_KEY, TURNSTILE_SECRET_KEY: "secret", TURNSTILE_API_BASE };
  return {
    apiBase: TURNSTILE_API_BASE,
    verify: (behaviour: Behaviour) =>
      fetch(`${url}/behaviour/${verifier}`, { method: "PUT", body: JSON.stringify(behaviour) }),
    calls: async () => (await fetch(`${url}/calls/${verifier}`)).json<ReceivedCall[]>(),
    async ask(address: string, headers: Record<string, string> = {}, changes: object = {}): Promise<Response> {
      const context = createExecutionContext();
      const request = new Request("https://usher.test/auth/forgot-password", {
        method: "POST",
        headers: { "Content-Type": "application/json", "CF-Connecting-IP": address, ...headers },
        body: JSON.stringify({ email: freshEmail() }),
      });
      const bindings = { ...isolate, ...changes };
      const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, bindings, context);
      await waitOnExecutionContext(context);
      return response;
    },
    async page(address: string): Promise<Response> {
      const context = createExecutionContext();
      const request = new Request("https://usher.test/forgot-password", {
        method: "POST",
        headers: { "CF-Connecting-IP": address },
        body: new URLSearchParams({ email: freshEmail() }),
      });
      const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, isolate, context);
      await waitOnExecutionContext(context);
      return response;
    },
  };
}

describe("Turnstile", () => {
  const service = withTurnstile();
  const address = freshAddress();
  const askWith = async (token: string) => (await service.ask(address, { "Usher-Proof": token })).status;

  beforeAll(async () => {
    // Under the limit nothing is asked for.
    for (let sent = 0; sent < 5; sent++) expect((await service.ask(address)).status).toBe(202);
    expect(await service.calls()).toEqual([]);
  });

  it("replaces the proof of work of a network over its limit, and verifies each token with Cloudflare", async () => {
    const refused = await service.ask(address);
    expect(refused.status).toBe(429);
    const problem = await refused.json<object>();
    expect(problem).toMatchObject({ error: "rate_limited", turnstile: SITE_KEY });
    expect(problem).not.toHaveProperty("proof");
    await service.verify(PASSED);
    expect(await askWith("a token")).toBe(202);
    await service.verify(REJECTED);
    expect(await askWith("a token")).toBe(429);
    const [first] = await service.calls();
    expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({
      secret: "secret",
      response: "a token",
      remoteip: address,
    });
  });

  it("accepts a request while Cloudflare fails or rejects the secret, and never without a token", async () => {
    const failures: Behaviour[] = [
      { status: 503 },
      { json: { success: false, "error-codes": ["invalid-input-secret"] } },
      { status: 500, json: { success: false, "error-codes": ["internal-error"] } },
    ];
    for (const failure of failures) {
      await service.verify(failure);
      expect([failure, await askWith("a token")]).toEqual([failure, 202]);
      expect((await service.ask(address)).status).toBe(429);
    }
    await service.verify({ hangs: true });
    const errors: unknown[] = [];
    const config = { siteKey: SITE_KEY, secretKey: "secret", apiBase: service.apiBase };
    const hanging = createTurnstile(config, (error) => errors.push(error), 1);
    expect(await hanging.passes("a token", address)).toBe(true);
    expect(errors).toEqual([expect.objectContaining({ name: "TimeoutError" })]);
  });

  it("stays off without both keys", async () => {
    const refused = await service.ask(address, {}, { TURNSTILE_SECRET_KEY: "" });
    expect(await refused.json()).toHaveProperty("proof.signature");
  });

  it("appears on the page of a form that was sent too often, under a policy only for that page", async () => {
    const refused = await service.page(address);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain(`data-turnstile="${SITE_KEY}"`);
    const policy = refused.headers.get("content-security-policy");
    expect(policy).toMatch(/script-src 'nonce-[^']+' https:\/\/challenges\.cloudflare\.com;/);
    expect(policy).toContain("frame-src https://challenges.cloudflare.com;");
    const other = await service.page(freshAddress());
    expect(other.headers.get("content-security-policy")).not.toContain("cloudflare");
  });
});
