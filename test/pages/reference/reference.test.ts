import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type ReferenceDocument, readReference } from "../../../scripts/reference/document.ts";
import { openTab } from "../../../testkit/browser.ts";
import { signUpVerified } from "../../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../../testkit/running-service.ts";
import { violationsIn } from "../../support/node/axe.ts";
import { useE2eSetup } from "../../support/node/e2e-setup.ts";

const TEST_TIMEOUT_MS = 120_000;
const PAGE_BYTES = 150 * 1024;
const SCRIPT_BYTES = 10 * 1024;
const CLIENT = fileURLToPath(new URL("../../../clients/typescript/", import.meta.url));
/** One page of each kind, because axe takes seconds per page, and minutes for the longest. */
const RENDERINGS = [
  { colorScheme: "light", viewport: { width: 390, height: 844 }, pages: ["/docs", "/docs/billing"] },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 }, pages: ["/docs", "/docs/monitor"] },
] as const;

let service: RunningService;
let browser: Browser;
let document: ReferenceDocument;
let addresses: string[];

useE2eSetup((setup) => ({ service, browser } = setup));

beforeAll(async () => {
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ReferenceDocument;
  addresses = ["/docs", "/docs/errors", ...readReference(document).chapters.map(({ page }) => page)];
});

/** Runs a program and returns its output. @throws Error if it fails */
async function run(program: string, args: string[], cwd: string): Promise<string> {
  return (await promisify(execFile)(program, args, { cwd, timeout: 60_000 })).stdout;
}

let hosts = 0;

/** Replaces the account in the examples by a new one with a verified email address. */
async function asHost(code: string): Promise<string> {
  const account = { email: `reader-${++hosts}@example.com`, password: "an evening in the orangery", name: "Robin" };
  await signUpVerified(service, `10.7.0.${hosts}`, account);
  return code.replaceAll("robin@example.com", account.email).replaceAll("a table for forty in June", account.password);
}

async function codeOf(page: Page, selector: string): Promise<string[]> {
  return page.locator(`${selector} pre`).allTextContents();
}

describe("GET /docs", () => {
  it.each(RENDERINGS)(
    "has no finding of axe, in $colorScheme",
    async ({ pages, ...rendering }) => {
      const found: string[] = [];
      const { page } = await openTab(browser, rendering);
      for (const address of pages) {
        await page.goto(service.url + address);
        await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true");
        found.push(...(await violationsIn(page, { renderings: [{ colorScheme: rendering.colorScheme }] })));
      }
      expect(found).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "links every operation and error code without JavaScript, within its size budget",
    async () => {
      const { page, requests, pageErrors } = await openTab(browser, { javaScriptEnabled: false });
      const shown: string[] = [];
      for (const address of addresses) {
        const response = await page.goto(service.url + address);
        const html = (await response?.body()) ?? Buffer.alloc(0);
        expect(gzipSync(html).length, address).toBeLessThan(PAGE_BYTES);
        expect(html.toString(), address).not.toMatch(/ on\w+="|<style|style="|usher\.example"/);
        const ids = [...html.toString().matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
        expect(ids.length, address).toBe(new Set(ids).size);
        shown.push(...(await page.locator("main section.operation").evaluateAll((all) => all.map(({ id }) => id))));
        const unlinked = await page
          .locator("main code")
          .evaluateAll((all) => all.filter((one) => one.closest("a,pre") === null).map((one) => one.textContent ?? ""));
        expect(
          unlinked.filter((text) => /^(GET|POST|PUT|PATCH|DELETE) \//.test(text)),
          address,
        ).toEqual([]);
        const levels = await page
          .locator("h1,h2,h3")
          .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
        expect(
          levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1),
          address,
        ).toEqual([]);
      }
      expect(shown.sort()).toEqual(
        readReference(document)
          .operations.map(({ operationId }) => operationId)
          .sort(),
      );
      await page.goto(`${service.url}/docs/errors`);
      const described = await page.locator("section.error").evaluateAll((all) => all.map(({ id }) => id));
      expect(described.sort()).toEqual([...(document.components.schemas.ErrorCode?.enum ?? [])].sort());
      await page.goto(`${service.url}/docs`);
      expect(await page.locator("#search").isVisible()).toBe(false);
      await page.getByText("Menu").click();
      await page.getByRole("navigation").getByText("Guests", { exact: true }).click();
      await page.getByRole("link", { name: "Add a guest", exact: false }).click();
      expect(page.url()).toBe(`${service.url}/docs/guests#createGuest`);
      expect(await page.locator("#createGuest").isVisible()).toBe(true);
      expect(requests.filter((url) => !url.startsWith(`${service.url}/docs`))).toEqual([]);
      expect(pageErrors).toEqual([]);

      const script = await fetch(`${service.url}/docs/assets/reference.js`);
      expect(gzipSync(await script.bytes()).length).toBeLessThan(SCRIPT_BYTES);
      const policy = (await fetch(`${service.url}/docs`)).headers.get("content-security-policy");
      expect(policy).toContain("script-src 'self'; style-src 'self'");
      expect((await fetch(`${service.url}/docs/nothing`)).status).toBe(404);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "searches by keyboard and copies an example",
    async () => {
      const { page, pageErrors, requests } = await openTab(browser, {
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const find = async (query: string) => {
        await page.keyboard.press("/");
        await page.keyboard.type(query);
        await page.getByRole("option").first().waitFor();
      };
      await page.goto(`${service.url}/docs`);
      await find("rotate guest");
      await page.getByRole("option", { name: "Rotate a guest's link" }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/docs/invitations#rotateToken");

      await find("duplicate_guest");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/docs/errors#duplicate_guest");
      await page.locator("#duplicate_guest").getByRole("link", { name: "Add a guest", exact: true }).click();
      await page.waitForURL("**/docs/guests#createGuest");

      await find("external_id");
      const first = await page.getByRole("option").first().textContent();
      await page.keyboard.press("ArrowDown");
      expect(await page.getByRole("option", { selected: true }).textContent()).not.toBe(first);
      await page.keyboard.press("Escape");
      expect(await page.getByRole("listbox").isVisible()).toBe(false);

      await page.getByRole("button", { name: "Copy curl: Add a guest" }).click();
      const copied = String(await page.evaluate("navigator.clipboard.readText()"));
      expect(copied).toContain(`curl ${service.url}/events/`);

      // Links to the former single page.
      await page.goto(`${service.url}/docs#createEvent`);
      await page.waitForURL("**/docs/events#createEvent");
      await page.goto(`${service.url}/docs#/Billing`);
      await page.waitForURL("**/docs/billing");
      expect(pageErrors).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(`${service.url}/docs`))).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "has quick starts that run unchanged and send the first invitation",
    async () => {
      const { page } = await openTab(browser);
      await page.goto(`${service.url}/docs`);
      const blocks = await codeOf(page, "#quick-start");
      expect(blocks).toHaveLength(5);
      const script = await asHost(blocks.slice(0, 4).join("\n"));
      const invitation = JSON.parse(await run("bash", ["-euc", script], "/tmp"));
      expect(invitation).toMatchObject({ notified: true, link: expect.stringContaining(`${service.url}/i/`) });

      const folder = mkdtempSync(join(CLIENT, "quick-start-"));
      try {
        writeFileSync(join(folder, "quick-start.ts"), await asHost(blocks[4] ?? ""));
        const printed = await run(process.execPath, ["--conditions=source", join(folder, "quick-start.ts")], CLIENT);
        expect(printed).toContain("Ada has mail.");
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    TEST_TIMEOUT_MS,
  );
});
