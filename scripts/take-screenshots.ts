/**
 * Regenerates docs/screenshots from a temporary service with invented guests.
 *
 *     node scripts/take-screenshots.ts
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encode } from "fast-png";
import type { Browser, Page } from "playwright-core";
import { openTab, startBrowser } from "../testkit/browser.ts";
import { type E2eFixture, makeE2eFixture } from "../testkit/e2e-fixture.ts";
import { linkFromMail } from "../testkit/linked-mail.ts";
import { type RunningService, startService } from "../testkit/running-service.ts";

const TARGET = fileURLToPath(new URL("../docs/screenshots/", import.meta.url));
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** A public address of Berlin's technical university, so that the monitor can show a city. */
const GUEST_ADDRESS = "130.149.7.201";
/** Request headers of a phone. */
const GUEST = {
  "CF-Connecting-IP": GUEST_ADDRESS,
  "Content-Type": "application/json",
  "Accept-Language": "de-DE,de;q=0.9",
  "Sec-Fetch-Mode": "cors",
  "User-Agent":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
};
const COVER = { width: 1200, height: 420 };

type Size = keyof typeof SIZES;
type Scheme = "light" | "dark";

interface Set {
  service: RunningService;
  browser: Browser;
  fixture: E2eFixture;
}

/** Opens a page, performs `act` on it, and saves a screenshot. */
async function take(set: Set, name: string, size: Size, scheme: Scheme, act: (page: Page) => Promise<void>) {
  const { page } = await openTab(set.browser, {
    viewport: SIZES[size],
    colorScheme: scheme,
    timezoneId: "Europe/London",
    locale: "en-GB",
  });
  await act(page);
  await page.screenshot({ path: join(TARGET, `${name}-${size}-${scheme}.png`) });
  await page.context().close();
}

const linkOf = ({ guests }: E2eFixture, index: number): string => guests[index]?.link ?? "";
const tokenOf = (fixture: E2eFixture, index: number): string => linkOf(fixture, index).split("/i/")[1] ?? "";

async function answer({ service, fixture }: Set, index: number, response: string, plusOnes: number): Promise<string> {
  const body = JSON.stringify({
    token: tokenOf(fixture, index),
    response,
    plus_ones: plusOnes,
    fingerprint: {
      timezone: "Europe/Berlin",
      language: "de-DE",
      languages: "de-DE,de",
      platform: "iPhone",
      touch: "5",
    },
  });
  const answered = await fetch(`${service.url}/rsvp`, { method: "POST", headers: GUEST, body });
  return ((await answered.json()) as { check_in?: { qr_token: string } }).check_in?.qr_token ?? "";
}

/** A generated cover image (hills and a sunset), free of third-party rights. */
function drawCover(): Uint8Array {
  const { width, height } = COVER;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const hill = height * (0.72 + 0.1 * Math.sin(x / 190) + 0.05 * Math.sin(x / 67));
      const near = height * (0.84 + 0.08 * Math.sin(x / 240 + 2));
      const sun = Math.hypot(x - width * 0.68, y - height * 0.6) < 74;
      const depth = y / height;
      const sky = [238 - 40 * depth, 176 - 70 * depth + 40 * depth * depth, 128 + 10 * depth];
      const color = y > near ? [74, 40, 38] : y > hill ? [132, 66, 52] : sun ? [252, 232, 196] : sky;
      data.set(color, (y * width + x) * 3);
    }
  }
  return encode({ width, height, data, channels: 3, depth: 8 });
}

async function brand({ service, fixture }: Set): Promise<void> {
  const form = new FormData();
  form.set("file", new File([drawCover()], "cover.png", { type: "image/png" }));
  const headers = { authorization: `Bearer ${fixture.host.token}` };
  const uploaded = await fetch(`${service.url}/uploads/image`, { method: "POST", headers, body: form });
  const { url } = (await uploaded.json()) as { url: string };
  const branding = { primary_color: "#8a3b22", font: "Georgia", cover_url: url };
  await fixture.api("PUT", `/events/${fixture.eventId}/branding`, branding);
}

async function invitations(set: Set): Promise<void> {
  const open = (index: number) => (page: Page) => page.goto(linkOf(set.fixture, index)).then(() => undefined);
  await take(set, "invitation", "phone", "light", open(0));
  await take(set, "invitation", "desktop", "light", open(0));
  await take(set, "invitation", "desktop", "dark", open(0));
  await take(set, "door-code", "phone", "dark", async (page) => {
    await page.goto(linkOf(set.fixture, 1));
    await page.getByLabel("Yes, I'll be there").check();
    await page.getByLabel("How many people are you bringing?").selectOption("2");
    await page.getByRole("button", { name: "Send RSVP" }).click();
    await page.locator("#door-code").scrollIntoViewIfNeeded();
  });
}

async function scanners(set: Set): Promise<void> {
  const { fixture, service } = set;
  const coming = await answer(set, 2, "attending", 1);
  const declined = await answer(set, 3, "attending", 0);
  const change = { method: "PATCH", headers: GUEST, body: JSON.stringify({ response: "declined" }) };
  await fetch(`${service.url}/rsvp/${tokenOf(fixture, 3)}`, change);
  await answer(set, 4, "maybe", 0);
  const scan = async (page: Page, code: string) => {
    await page.getByLabel("Barcode scanner").fill(code);
    await page.getByLabel("Barcode scanner").press("Enter");
    await page.locator("#verdict").waitFor();
  };
  const door = (act: (page: Page) => Promise<void>) => async (page: Page) => {
    const { url } = await fixture.api<{ url: string }>("POST", `/events/${fixture.eventId}/scanner-ticket`);
    await page.goto(url);
    await page.locator("#counter strong").waitFor();
    await act(page);
  };
  await take(
    set,
    "scanner-in",
    "phone",
    "light",
    door((page) => scan(page, coming)),
  );
  await take(
    set,
    "scanner-again",
    "phone",
    "dark",
    door((page) => scan(page, coming)),
  );
  await take(
    set,
    "scanner-decide",
    "phone",
    "light",
    door((page) => scan(page, declined)),
  );
  await take(
    set,
    "scanner-offline",
    "phone",
    "dark",
    door(async (page) => {
      await page.context().setOffline(true);
      for (const code of [coming, declined]) {
        await scan(page, code);
        await page.getByRole("button", { name: "Next" }).click();
      }
      await page.locator("#waiting-list").scrollIntoViewIfNeeded();
    }),
  );
}

async function hosts(set: Set): Promise<void> {
  const { service, fixture } = set;
  const monitor = async (page: Page) => {
    await page.goto(`${service.url}/live/${fixture.eventId}`);
    await page.getByLabel("Email").fill(fixture.host.email);
    await page.getByLabel("Password", { exact: true }).fill(fixture.host.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.locator("#places dt").first().waitFor();
    await page.locator("#expected:not(:empty)").waitFor();
  };
  await take(set, "monitor", "desktop", "light", monitor);
  await take(set, "monitor", "phone", "dark", monitor);
  const email = "colleague@example.com";
  await fixture.api("POST", `/events/${fixture.eventId}/collaborators`, { email, role: "editor" });
  const invite = await linkFromMail(service, email, /\/invites\/\S+/);
  await take(set, "invite", "phone", "light", (page) => page.goto(invite).then(() => undefined));
}

mkdirSync(TARGET, { recursive: true });
const service = await startService();
const browser = await startBrowser();
try {
  const set = { service, browser, fixture: await makeE2eFixture(service, { guests: 6 }) };
  await brand(set);
  await invitations(set);
  await scanners(set);
  await hosts(set);
} finally {
  await browser.close();
  await service.stop();
}
