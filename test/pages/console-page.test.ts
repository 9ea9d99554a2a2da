import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { RENDERINGS, violationsIn } from "../support/node/axe.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";

const TEST_TIMEOUT_MS = 120_000;

let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => {
  service = setup.service;
  browser = setup.browser;
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers });

async function noncesOf(response: Response): Promise<{ policy: string; elements: string[]; html: string }> {
  const html = await response.text();
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  return {
    policy: /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1] ?? "",
    elements: [...html.matchAll(/ nonce="([^"]*)"/g)].map(([, nonce = ""]) => nonce),
    html,
  };
}

describe("GET /app, GET /account/security", () => {
  it("returns one page at every path, with a new nonce on all scripts and styles: GET /app/*", async () => {
    const responses = await Promise.all(
      ["/app", "/app/", "/app/events/1/guests", "/app/x.html"].map((path) => get(path)),
    );
    const nonces = await Promise.all(responses.map(noncesOf));
    for (const [index, { policy, elements, html }] of nonces.entries()) {
      const { status, headers } = responses[index] as Response;
      expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
        200,
        "text/html; charset=UTF-8",
        "no-store",
      ]);
      expect(policy).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(elements)).toEqual(new Set([policy]));
      expect(html.match(/<(script|link rel="(modulepreload|stylesheet)"|meta property="csp-nonce")/g)?.length).toBe(
        elements.length,
      );
      expect(html).not.toContain("__CSP_NONCE__");
      expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
      expect(headers.get("Permissions-Policy")).toBe("camera=(), geolocation=(), microphone=()");
      expect(headers.get("X-Robots-Tag")).toBe("noindex");
      const rules = headers.get("Content-Security-Policy") ?? "";
      expect(rules).toMatch(/^default-src 'none'; .*base-uri 'none'; report-to csp; frame-ancestors 'none'$/);
      expect(rules).not.toMatch(/unsafe|\*/);
    }
    expect(new Set(nonces.map(({ policy }) => policy)).size).toBe(nonces.length);
  });

  it("serves assets that are cached for a year, and returns 404 for a missing one: GET /app/assets/*", async () => {
    const { html } = await noncesOf(await get("/app"));
    const files = [...html.matchAll(/"(\/app\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get("Cache-Control")]).toEqual([path, 200, "public, max-age=31536000, immutable"]);
      expect(headers.get("Content-Type")).toMatch(/javascript|css|svg/);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
    for (const gone of ["/app/assets/index-gone.js", "/app/assets/", "/app/assets/index.html"]) {
      const { status, headers } = await get(gone);
      expect([gone, status, headers.get("Content-Type")]).toEqual([gone, 404, "application/problem+json"]);
    }
  });

  it(
    "keeps its session from scripts and other sites, and violates no policy: GET /login",
    async () => {
      const { host, eventId } = await makeE2eFixture(service);
      const { page, pageErrors, requests } = await openTab(browser);
      await page.goto(`${service.url}/app`);
      await page.waitForURL("**/app/sign-in**");
      await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
      const statuses = await page.evaluate(async ({ email, password }) => {
        const headers = { "Content-Type": "application/json", "Usher-Session": "cookie" };
        const body = JSON.stringify({ email, password });
        const signIn = await fetch("/auth/login", { method: "POST", headers, body });
        const me = await fetch("/me", { headers });
        const without = await fetch("/me");
        return [signIn.status, me.status, without.status];
      }, host);
      expect(statuses).toEqual([204, 200, 401]);
      await page.reload();
      const readable = "document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })";
      expect(await page.evaluate(readable)).not.toMatch(/usher-session|eyJ/);
      expect(pageErrors).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(service.url))).toEqual([]);

      const evil = "http://evil.example/";
      await page.route(evil, (route) => route.fulfill({ contentType: "text/html", body: "<p>Win a cake</p>" }));
      await page.goto(evil);
      await page.evaluate(async (url) => {
        const init = { method: "POST", mode: "no-cors", credentials: "include", body: "{}" } as const;
        await fetch(`${url}/auth/logout`, init).catch(() => null);
        const headers = { "Usher-Session": "cookie", "Content-Type": "application/json" };
        await fetch(`${url}/auth/logout`, { ...init, mode: "cors", headers }).catch(() => null);
      }, service.url);
      await page.goto(`${service.url}/app/sign-in`);
      const me = () => fetch("/me", { headers: { "Usher-Session": "cookie" } }).then(({ status }) => status);
      expect(await page.evaluate(me)).toBe(200);

      // The URLs of pages that the console has replaced redirect into it.
      await page.goto(`${service.url}/live/${eventId}`);
      await page.getByRole("heading", { level: 1, name: "Orangery Supper" }).waitFor();
      expect(page.url()).toBe(`${service.url}/app/events/${eventId}`);
      for (const path of ["/login", "/account/security"]) {
        const response = await get(path);
        expect([response.redirected, new URL(response.url).pathname]).toEqual([
          true,
          path === "/login" ? "/app/sign-in" : "/app/account/security",
        ]);
      }
      await page.context().close();
    },
    TEST_TIMEOUT_MS,
  );
});

describe("GET /", () => {
  it.each(RENDERINGS)(
    "links to the console, sign-up and API reference, and is accessible, $colorScheme",
    async (rendering) => {
      const { page, pageErrors, requests } = await openTab(browser, rendering);
      await page.goto(service.url);
      const links = await page.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(new Set(links)).toEqual(new Set(["/app", "/app/sign-up", "/docs"]));
      expect(await violationsIn(page, { renderings: [rendering] })).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(rendering.viewport.width);
      expect(await page.locator("meta[name=robots]").count()).toBe(0);
      expect(pageErrors).toEqual([]);
      expect(requests).toEqual([`${service.url}/`]);
      await page.context().close();
    },
    TEST_TIMEOUT_MS,
  );

  it("returns 404 to a client that asks for JSON", async () => {
    const response = await get("/", { Accept: "application/json" });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
  });
});
