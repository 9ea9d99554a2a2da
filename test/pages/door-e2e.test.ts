import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page, WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTab, startBrowser } from "../../testkit/browser.ts";
import { type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { signIn } from "../console/support.ts";
import { writeCameraVideo } from "../support/node/camera-video.ts";
import { turnOn } from "../support/node/controls.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";

const TEST_TIMEOUT_MS = 120_000;

let service: RunningService;
let browser: Browser;
let folder: string;

useE2eSetup((setup) => ({ service, browser } = setup));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "camera-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Submits an RSVP, edits it, and returns the PNG of the door code. */
async function answerAsGuest(link: string): Promise<Uint8Array> {
  const { page, pageErrors } = await openTab(browser);
  await page.goto(link);
  await turnOn(page.getByLabel("Not sure yet"));
  await page.getByRole("button", { name: "Send RSVP" }).click();
  await page.getByRole("heading", { name: "You've said maybe" }).waitFor();

  await page.getByText("Change your RSVP").click();
  await turnOn(page.getByLabel("Yes, I'll be there"));
  await page.getByLabel("How many people are you bringing?").selectOption("2");
  await page.getByRole("button", { name: "Update RSVP" }).click();
  await page.getByRole("heading", { name: "You're going" }).waitFor();
  const picture = await page.locator("#door-code").getAttribute("src");
  expect(pageErrors).toEqual([]);
  await page.context().close();
  return Buffer.from((picture ?? "").replace("data:image/png;base64,", ""), "base64");
}

/**
 * Records each result that the scanner shows, because results close automatically and a busy machine may look too late.
 * @returns a function that reads the class and the text of each
 */
async function recordVerdicts(page: Page): Promise<() => Promise<[string, string][]>> {
  await page.addInitScript(`
    globalThis.shown = [];
    addEventListener("DOMContentLoaded", () => {
      const panel = document.querySelector("#verdict");
      const record = () => shown.push([panel.className, panel.textContent]);
      if (panel !== null) new MutationObserver(record).observe(panel, { childList: true });
    });`);
  return () => page.evaluate<[string, string][]>("shown");
}

/** Starts the camera, and retries if Chromium gave up: on a busy machine its fake camera can start too late. */
async function startScanning(page: Page): Promise<void> {
  const started = page.locator("#viewfinder.live");
  const refused = page.locator("#camera-error:not([hidden])");
  do {
    await page.getByRole("button", { name: "Start scanning" }).click();
    await started.or(refused).waitFor();
  } while ((await started.count()) === 0);
}

/** Opens a tab in which the host watches the event's home in the console. */
async function watchEvent({ host, eventId }: E2eFixture, prepare: (page: Page) => Promise<void> = async () => {}) {
  const tab = await openTab(browser, { viewport: { width: 1280, height: 800 }, baseURL: service.url });
  await signIn(tab.page, host);
  await prepare(tab.page);
  await tab.page.goto(`/live/${eventId}`);
  await tab.page.getByText("Live", { exact: true }).waitFor();
  return tab;
}

it("shows a guest's RSVP and the scanner's check-in live on the event's home: GET /live/{eventId}", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const fixture = await makeE2eFixture(service);
  const guest = fixture.guests[0];
  if (guest === undefined) throw new Error("the fixture has no guest");
  const monitor = await watchEvent(fixture);
  const feed = monitor.page.getByRole("region", { name: "Activity" }).getByRole("listitem");

  const code = await answerAsGuest(guest.link);
  await feed.filter({ hasText: "RSVP for Ada Lindqvist: maybe" }).waitFor();
  await feed.filter({ hasText: "RSVP for Ada Lindqvist changed to coming + 2" }).waitFor();

  const video = join(folder, "code.y4m");
  await writeCameraVideo(video, code);
  const phone = await startBrowser(video);
  try {
    const door = await openTab(phone);
    const verdicts = await recordVerdicts(door.page);
    const { url } = await fixture.api<{ url: string }>("POST", `/events/${fixture.eventId}/scanner-ticket`);
    await door.page.goto(url);
    expect(door.page.url()).not.toContain("#");
    await startScanning(door.page);
    await expect.poll(verdicts).toContainEqual(["verdict green", "✓Ada LindqvistParty of 3NextUndo"]);
    await expect.poll(() => door.page.locator("#counter").textContent()).toBe("3 of 3 expected are in");
    expect(door.pageErrors).toEqual([]);
  } finally {
    await phone.close();
  }

  await feed.filter({ hasText: "Ada Lindqvist checked in" }).waitFor();
  expect(await feed.filter({ hasText: "checked in" }).count()).toBe(1);
  expect(monitor.pageErrors).toEqual([]);
});

it("lets a helper check guests in by name and undo it, until the host ends access", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const fixture = await makeE2eFixture(service, { guests: 2 });
  const path = `/events/${fixture.eventId}`;
  await fixture.api("PATCH", path, { event_date: new Date(Date.now() + 3_600_000).toISOString() });
  const device = await fixture.api<{ id: string; url: string }>("POST", `${path}/door-devices`, {
    name: "Side entrance",
    rights: ["scan"],
  });
  const arrived = async () =>
    (await fixture.api<{ summary: { arrived_headcount: number } }>("GET", `${path}/check-ins`)).summary;

  const { page: helper, pageErrors } = await openTab(browser);
  await helper.goto(device.url);
  await helper.getByRole("heading", { name: "Check-in · Orangery Supper" }).waitFor();
  await helper.getByRole("button", { name: "By name" }).click();
  const checkIn = async (name: string) => {
    await helper.getByLabel("Name on the list").fill(name);
    await helper.getByRole("button", { name: "Find" }).click();
    await helper.getByRole("button", { name: `Check in ${name}` }).click();
    await helper.getByRole("button", { name: "Check in", exact: true }).click();
  };
  await checkIn("Ada Lindqvist");
  await helper.locator("#verdict.green").getByRole("button", { name: "Next" }).click();
  expect(await arrived()).toMatchObject({ arrived_headcount: 4 });
  await checkIn("Benedikt Osei");
  await helper.locator("#verdict.green").getByRole("button", { name: "Undo" }).click();
  await helper.locator("#verdict.amber").getByText("Check-in undone.").waitFor();
  await helper.getByRole("button", { name: "Next" }).click();
  await helper.getByRole("button", { name: "Undo the check-in of Ada Lindqvist" }).click();
  await helper.locator("#verdict.amber").getByRole("heading", { name: "Ada Lindqvist" }).waitFor();
  expect(await helper.locator("#recent").isVisible()).toBe(false);
  expect(await arrived()).toMatchObject({ arrived_headcount: 0 });
  await helper.getByRole("button", { name: "Next" }).click();

  await fixture.api("DELETE", `${path}/door-devices/${device.id}`);
  await helper.getByLabel("Name on the list").fill("Ada");
  await helper.getByRole("button", { name: "Find" }).click();
  await helper.locator("#name-note").getByText("Ask the host for a new one").waitFor();
  expect(pageErrors).toEqual([]);
});

it("shows each missed activity once on the event's home after a reconnect", { timeout: TEST_TIMEOUT_MS }, async () => {
  const fixture = await makeE2eFixture(service, { guests: 3 });
  const sockets: WebSocketRoute[] = [];
  let isDown = false;
  const { page } = await watchEvent(fixture, (opened) =>
    opened.routeWebSocket(/\/live\?/, (socket) => {
      if (isDown) return void socket.close();
      socket.connectToServer();
      sockets.push(socket);
    }),
  );
  const arrivals = page
    .getByRole("region", { name: "Activity" })
    .getByRole("listitem")
    .filter({ hasText: "checked in" });
  const checkIn = (index: number) =>
    fixture.api("POST", `/events/${fixture.eventId}/check-in`, { guest_id: fixture.guests[index]?.id });

  await checkIn(0);
  await expect.poll(() => arrivals.count()).toBe(1);
  isDown = true;
  await sockets[0]?.close();
  await page.getByText("Reconnecting…").waitFor();
  await checkIn(1);
  isDown = false;
  await page.getByText("Live", { exact: true }).waitFor();
  await checkIn(2);
  await expect.poll(() => arrivals.count()).toBe(3);

  expect(sockets.at(-1)?.url()).toContain("&after=");
  const names = (await arrivals.allTextContents()).map((text) => text.split(" checked in")[0]);
  expect(names).toEqual(["Chiara Valenti", "Benedikt Osei", "Ada Lindqvist"]);
});
