/**
 * Takes the pictures of docs/screenshots from a temporary service with the demo of `npm run dev`, and draws the pictures of
 * link previews.
 *
 *     npx node scripts/take-screenshots.ts console      the pictures of docs/console.md
 *     npx node scripts/take-screenshots.ts pages        the invitation of README.md
 *     npx node scripts/take-screenshots.ts cards        src/pages/cards, after a change of a theme
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "fast-png";
import type { Browser, Page } from "playwright-core";
import { themeOf } from "../src/kernel/brand.ts";
import { mix } from "../src/kernel/colors.ts";
import { THEME_NAMES, type ThemeName } from "../src/kernel/themes.ts";
import { openTab, startBrowser } from "../testkit/browser.ts";
import { signUpVerified, writeSubscription } from "../testkit/e2e-fixture.ts";
import { ownAddress } from "../testkit/own-address.ts";
import { type RunningService, startService } from "../testkit/running-service.ts";
import { type Demo, prepareDemo } from "./dev/demo.ts";
import { callApi } from "./dev/demo-requests.ts";
import { writeState } from "./dev/demo-state.ts";

const ROOT = join(import.meta.dirname, "..");
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** Of 100. Text stays sharp, and a picture takes about 25 KB. */
const QUALITY = 80;
const COVER = { width: 1200, height: 420 };
/** Pixels of link previews: https://developers.facebook.com/docs/sharing/webmasters/images */
const CARD = { width: 1200, height: 630 };

/** Screens of the console: name, and path below `/app` with the events and a guest. */
const SCREENS: readonly [name: string, path: string][] = [
  ["events", "/"],
  ["create", "/create"],
  ["overview", "/events/$supper"],
  ["guests", "/events/$supper/guests"],
  ["guest", "/events/$supper/guests/$guest"],
  ["import", "/events/$supper/import"],
  ["send", "/events/$supper/send"],
  ["messages", "/events/$supper/messages"],
  ["door", "/events/$quiz/door"],
  ["safety", "/events/$supper/safety"],
  ["look", "/events/$supper/look"],
  ["team", "/events/$supper/team"],
  ["settings", "/events/$supper/settings"],
  ["questions", "/events/$supper/settings/questions"],
  ["seats", "/events/$supper/settings/seats"],
  ["log", "/events/$supper/log"],
  ["account", "/account"],
  ["security", "/account/security"],
  ["plan", "/account/plan"],
  ["data", "/account/data"],
];

interface Scene {
  browser: Browser;
  service: RunningService;
  demo: Demo;
  /** IDs by the names in the paths of `SCREENS`. */
  ids: Record<"supper" | "quiz" | "guest", string>;
}

const [wanted = ""] = process.argv.slice(2);
const browser = await startBrowser();
try {
  if (wanted === "cards") await drawCards();
  else if (wanted === "pages" || wanted === "console")
    await withDemo(wanted === "pages" ? takeInvitation : takeConsole);
  else console.error("Usage: npx node scripts/take-screenshots.ts console|pages|cards");
} finally {
  await browser.close();
}

async function withDemo(takePictures: (scene: Scene) => Promise<void>): Promise<void> {
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), "usher-screenshots-"));
  try {
    const account = { email: "host@demo.example", password: "an evening in the orangery" };
    await signUpVerified(service, ownAddress(), { ...account, name: "Robin Marsh" });
    await writeSubscription(service, account.email);
    const statePath = join(folder, "demo.json");
    writeState(statePath, { ...account, complete: false });
    const guestList = join(ROOT, "scripts/dev/demo-guests.csv");
    const demo = await prepareDemo({ baseUrl: service.url, mailsUrl: service.mailsUrl, statePath, guestList });
    if (demo === null) throw new Error("the demo was not created");
    await takePictures({ browser, service, demo, ids: await brandSupper(service, demo) });
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Gives the supper a colour, a font and a cover. @returns the IDs of the demo */
async function brandSupper({ url }: RunningService, { email, password }: Demo): Promise<Scene["ids"]> {
  const { access_token } = await callApi<{ access_token: string }>(url, "POST", "/auth/login", { email, password });
  const body = new FormData();
  body.set("file", new File([drawCover()], "cover.png", { type: "image/png" }));
  const headers = { authorization: `Bearer ${access_token}` };
  const uploaded = await fetch(`${url}/uploads/image`, { method: "POST", headers, body });
  const { url: coverUrl } = (await uploaded.json()) as { url: string };
  const list = <Item>(path: string) => callApi<{ items: Item[] }>(url, "GET", path, undefined, access_token);
  const { items: events } = await list<{ id: string; name: string }>("/events");
  const [supper = "", quiz = ""] = ["Orangery Supper", "Quiz Night"].map(
    (name) => events.find((e) => e.name === name)?.id,
  );
  const branding = { primary_color: "#8a3b22", font: "Georgia", cover_url: coverUrl };
  await callApi(url, "PUT", `/events/${supper}/branding`, branding, access_token);
  const { items: guests } = await list<{ id: string; rsvp: object | null }>(`/events/${supper}/guests?limit=200`);
  return { supper, quiz, guest: guests.findLast(({ rsvp }) => rsvp !== null)?.id ?? "" };
}

/** Draws hills and a sunset, free of third-party rights. */
function drawCover(): Uint8Array<ArrayBuffer> {
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
  return new Uint8Array(encode({ width, height, data, channels: 3, depth: 8 }));
}

/** Opens a tab of the service, performs `act` in it, and closes it. */
async function inTab(
  { service }: Scene,
  size: keyof typeof SIZES,
  colorScheme: "light" | "dark",
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const { page } = await openTab(browser, {
    baseURL: service.url,
    viewport: SIZES[size],
    colorScheme,
    reducedMotion: "reduce",
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
  });
  await act(page);
  await page.context().close();
}

async function takeInvitation(scene: Scene): Promise<void> {
  await inTab(scene, "phone", "light", async (page) => {
    await page.goto(scene.demo.invitation?.link ?? "");
    await save(page, "invitation-phone-light");
  });
}

/** Takes every screen of the console on a phone and a desktop, light and dark. */
async function takeConsole(scene: Scene): Promise<void> {
  for (const size of ["desktop", "phone"] as const) {
    for (const scheme of ["light", "dark"] as const) {
      await inTab(scene, size, scheme, async (page) => {
        const show = async (name: string, path: string) => {
          const address = path.replace(/\$(supper|quiz|guest)/g, (_, id: keyof Scene["ids"]) => scene.ids[id]);
          await page.goto(`/app${address}`);
          await page.getByRole("heading", { level: 1 }).waitFor();
          await page.waitForLoadState("networkidle");
          await page.waitForSelector(".skeleton", { state: "detached" });
          await page.waitForSelector("text=Connecting…", { state: "detached" });
          await save(page, `console-${name}-${size}-${scheme}`);
        };
        await show("sign-up", "/sign-up");
        await show("sign-in", "/sign-in");
        await page.getByLabel("Email").fill(scene.demo.email);
        await page.getByLabel("Password").fill(scene.demo.password);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
        for (const [name, path] of SCREENS) await show(name, path);
      });
    }
  }
}

/** Saves a screenshot as WebP. Playwright's own screenshots are PNG or JPEG, four times the size. */
async function save(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  const folder = join(ROOT, "docs/screenshots");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, "base64"));
}

async function drawCards(): Promise<void> {
  const { page } = await openTab(browser, { viewport: CARD });
  for (const theme of THEME_NAMES) {
    await page.setContent(`<body style="margin:0">${card(theme)}</body>`);
    await page.screenshot({ path: join(ROOT, `src/pages/cards/${theme}.png`) });
  }
}

/** Draws an envelope in the colours of a theme, without words, so that one picture serves every language. */
function card(theme: ThemeName): string {
  const { light, button } = themeOf({ primaryColor: null, font: null, logoUrl: null, coverUrl: null, theme });
  const { page, card, line, accent, panel } = light;
  const primary = button.background;
  const side = mix(primary, "#000000", 0.12);
  const box = (color: string, [left, top, right, bottom]: [number, number, number, number], radius: number) =>
    `<rect fill="${color}" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="${radius}"/>`;
  const triangle = (color: string, points: string) => `<polygon fill="${color}" points="${points}"/>`;
  const circle = (color: string, radius: number) => `<circle fill="${color}" cx="600" cy="452" r="${radius}"/>`;
  return `<svg width="${CARD.width}" height="${CARD.height}" style="display:block;background:${page}">
    ${box(mix(page, "#000000", 0.12), [334, 226, 866, 556], 22)}${box(mix(primary, "#000000", 0.35), [330, 216, 870, 546], 20)}
    ${box(mix(card, "#000000", 0.1), [378, 92, 822, 520], 12)}${box(card, [380, 90, 820, 520], 12)}
    ${box(panel, [402, 112, 798, 500], 6)}${box(accent, [470, 172, 730, 188], 8)}
    ${box(line, [500, 214, 700, 222], 4)}${box(line, [530, 238, 670, 246], 4)}
    ${triangle(side, "330,236 600,410 330,546")}${triangle(side, "870,236 870,546 600,410")}
    ${triangle(primary, "338,546 600,372 862,546")}${circle(card, 26)}${circle(accent, 14)}
  </svg>`;
}
