import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page, WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTab, startBrowser } from "../../testkit/browser.ts";
import { type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { writeCameraVideo } from "../support/node/camera-video.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";

const EVENING_MS = 120_000;
/** For what comes by itself, on a machine with two cores. */
const WAIT = { timeout: 30_000 };

let service: RunningService;
let browser: Browser;
let folder: string;

useE2eSetup((stage) => ({ service, browser } = stage));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "camera-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Answers, changes the answer, and leaves with the picture of the code. */
async function answerAsGuest(link: string): Promise<Uint8Array> {
  const { page, troubles } = await openTab(browser);
  await page.goto(link);
  await page.getByLabel("I do not know yet").check();
  await page.getByRole("button", { name: "Send my answer" }).click();
  await page.getByRole("heading", { name: "You may come" }).waitFor();

  await page.getByText("Change your answer").click();
  await page.getByLabel("Yes, with pleasure").check();
  await page.getByLabel("Who comes with you?").selectOption("2");
  await page.getByRole("button", { name: "Send the change" }).click();
  await page.getByRole("heading", { name: "You are coming" }).waitFor();
  const picture = await page.locator("#door-code").getAttribute("src");
  expect(troubles).toEqual([]);
  await page.context().close();
  return Buffer.from((picture ?? "").replace("data:image/png;base64,", ""), "base64");
}

async function openMonitor(party: E2eFixture) {
  const tab = await openTab(browser, { viewport: { width: 1280, height: 800 } });
  await signInToMonitor(tab.page, party);
  return tab;
}

async function signInToMonitor(page: Page, party: E2eFixture): Promise<void> {
  await page.goto(`${service.url}/live/${party.eventId}`);
  await page.getByLabel("E-mail address").fill(party.host.email);
  await page.getByLabel("Password", { exact: true }).fill(party.host.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#state.on").waitFor();
}

it("goes from the opened link to the guest who is in, on three screens", { timeout: EVENING_MS }, async () => {
  const party = await makeE2eFixture(service);
  const guest = party.guests[0];
  if (guest === undefined) throw new Error("the party has no guest");
  const monitor = await openMonitor(party);
  const feed = monitor.page.locator("#feed li");

  const code = await answerAsGuest(guest.link);
  await feed.filter({ hasText: "Ada Lindqvist does not know yet" }).waitFor();
  await feed.filter({ hasText: "Ada Lindqvist now comes, with 2 more" }).waitFor();

  const video = join(folder, "code.y4m");
  await writeCameraVideo(video, code);
  const phone = await startBrowser(video);
  try {
    const door = await openTab(phone);
    const { url } = await party.api<{ url: string }>("POST", `/events/${party.eventId}/scanner-ticket`);
    await door.page.goto(url);
    expect(door.page.url()).not.toContain("#");
    await door.page.getByRole("button", { name: "Start scanning" }).click();
    // A verdict goes by itself: all of it is looked for at once.
    const name = door.page.getByRole("heading", { name: "Ada Lindqvist" });
    await door.page.locator("#verdict.green").filter({ has: name }).getByText("3 people. Welcome!").waitFor();
    await expect.poll(() => door.page.locator("#counter").textContent(), WAIT).toBe("3 of 3 are in");
    expect(door.troubles).toEqual([]);
  } finally {
    await phone.close();
  }

  await feed.filter({ hasText: "Ada Lindqvist is in, 3 people" }).waitFor();
  await expect.poll(() => monitor.page.locator("#arrived").textContent(), WAIT).toBe("3");
  expect(await feed.filter({ hasText: "is in" }).count()).toBe(1);
  expect(monitor.troubles).toEqual([]);
});

it("tells the monitor what it missed while its line was down, once", { timeout: EVENING_MS }, async () => {
  const party = await makeE2eFixture(service, { guests: 3 });
  const { page } = await openTab(browser);
  const lines: WebSocketRoute[] = [];
  let isDown = false;
  await page.routeWebSocket(/\/live\?/, (line) => {
    if (isDown) return void line.close();
    line.connectToServer();
    lines.push(line);
  });
  await signInToMonitor(page, party);
  const arrivals = page.locator("#feed li[data-type='check_in.recorded']");
  const letIn = (index: number) =>
    party.api("POST", `/events/${party.eventId}/check-in`, { guest_id: party.guests[index]?.id });

  await letIn(0);
  await expect.poll(() => arrivals.count(), WAIT).toBe(1);
  isDown = true;
  await lines[0]?.close();
  await page.getByText("Connecting again…").waitFor();
  await letIn(1);
  isDown = false;
  await page.locator("#state.on").waitFor();
  await letIn(2);
  await expect.poll(() => arrivals.count(), WAIT).toBe(3);

  expect(lines.at(-1)?.url()).toContain("&after=");
  const names = await page.locator("#feed li[data-type='check_in.recorded'] strong").allTextContents();
  expect(names).toEqual(["Chiara Valenti", "Benedikt Osei", "Ada Lindqvist"]);
});
