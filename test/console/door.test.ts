import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTab, startBrowser } from "../../testkit/browser.ts";
import { writeCameraVideo } from "../support/node/camera-video.ts";
import { turnOn } from "../support/node/controls.ts";
import { photograph } from "../support/node/photograph.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { choose } from "./keyboard-walk.ts";
import { expectAccessible, expectClean, hostAtConsole, openScreen, signIn, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;

const console = useConsole();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "camera-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A guest says yes and has the door pass on the screen. @returns its picture */
async function doorPassOf(link: string): Promise<Uint8Array> {
  const { page } = await openTab(console.browser);
  await page.goto(link);
  await turnOn(page.getByLabel("Yes, I'll be there"));
  await page.getByRole("button", { name: "Send RSVP" }).click();
  const picture = await page.locator("#door-code").getAttribute("src");
  await page.context().close();
  return Buffer.from((picture ?? "").replace("data:image/png;base64,", ""), "base64");
}

describe("door screen", () => {
  it(
    "adds a helper's phone, shows the check-ins it makes, undoes one, and ends its access",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page: host } = tab;
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
      await fixture.api("PATCH", `/events/${fixture.eventId}`, { event_date: inAnHour });
      const video = join(folder, "pass.y4m");
      await writeCameraVideo(video, await doorPassOf(fixture.guests[0]?.link ?? ""));
      const phones = await startBrowser(video);
      const helper = await openTab(phones);
      await openScreen(host, `/events/${fixture.eventId}/door`, "Door");
      await host.getByText("No phones yet").waitFor();

      // Every step of the host and the helper, in order.
      const steps: string[] = [];
      let code = "";
      const step = async (name: string, act: () => Promise<unknown>) => {
        steps.push(name);
        await act();
      };
      try {
        await step("The host presses “Add a phone”", () => host.getByRole("button", { name: "Add a phone" }).click());
        await step("The host names it", () => host.getByLabel("Name of the phone").fill("Side entrance"));
        await step("The host shows the code", () => host.getByRole("button", { name: "Show the QR code" }).click());
        await step("The helper photographs it", async () => {
          code = await photograph(host.getByRole("img", { name: "QR code that opens the scanner for Side entrance" }));
        });
        await step("The helper opens what it says", () => helper.page.goto(code));
        await step("The helper starts scanning", () =>
          helper.page.getByRole("button", { name: "Start scanning" }).click(),
        );
        const name = helper.page.getByRole("heading", { name: "Ada Lindqvist" });
        await helper.page.locator("#verdict.green").filter({ has: name }).waitFor();
        expect(steps).toHaveLength(6);

        // The host sees that the phone is in use and who is in, without doing anything.
        await host.getByText("Connected and ready to scan").waitFor();
        await expectAccessible(host);
        await host.getByRole("dialog").getByRole("button", { name: "Done" }).click();
        await host.getByRole("region", { name: "Headcount" }).getByText("1", { exact: true }).waitFor();
        await host.getByText("checked in by Side entrance (Robin Marsh)").waitFor();

        // The session has ended unseen: the check-in leaves the list, and comes back.
        await console.service.sql(
          "insert into ended_sessions select s.id, s.user_id, 1 from sessions s join users u on u.id = s.user_id where u.email_key = ?",
          fixture.host.email,
        );
        const undo = host.getByRole("button", { name: "Undo the check-in of Ada Lindqvist" });
        await undo.click();
        const ended = host.getByRole("dialog", { name: "You've been signed out" });
        await ended.getByLabel("Email").fill(fixture.host.email);
        await ended.getByLabel("Password").fill(fixture.host.password);
        await ended.getByRole("button", { name: "Sign in", exact: true }).click();
        await ended.waitFor({ state: "detached" });
        await undo.waitFor();
        await host.getByRole("region", { name: "Headcount" }).getByText("1", { exact: true }).waitFor();
        // By keyboard: the list is live, and a click misses a button that moves.
        await undo.press("Enter");
        await host.getByText("Nobody's here yet").waitFor();
        await host.getByRole("region", { name: "Headcount" }).getByText("0", { exact: true }).waitFor();

        // The host ends the phone's access: it can no longer scan.
        await host.getByRole("button", { name: "End access" }).click();
        await host.getByRole("dialog").getByRole("button", { name: "End access" }).click();
        await host.getByText("Ended", { exact: true }).waitFor();
        await helper.page.reload();
        await helper.page.getByText("Ask the host for a new one").first().waitFor();
        // The socket of a session that has ended is refused, and Chromium logs that as an error.
        const pageErrors = tab.pageErrors.filter((message) => !message.startsWith("WebSocket connection to "));
        expectClean({ ...tab, page: host, pageErrors }, console.service);
      } finally {
        await phones.close();
      }
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("team and log screens", () => {
  it(
    "invites, changes and removes members, lets one leave, and logs who made each change",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const event = `/events/${fixture.eventId}`;
      await openScreen(page, `${event}/team`, "Team");
      const keyboard = await keyboardAlone(page);
      await page.getByLabel("Email").fill("nobody");
      await page.getByRole("button", { name: "Send invitation" }).press("Enter");
      await page.locator(".field-error").filter({ hasText: /./ }).waitFor();
      await page.getByLabel("Email").fill("sam@example.org");
      await page.getByRole("button", { name: "Send invitation" }).press("Enter");
      await page.getByText("Invitation sent to sam@example.org").waitFor();
      await page.getByRole("heading", { name: "Invited", exact: true }).waitFor();
      await keyboard.did("POST /events/{}/collaborators");
      await keyboard.press(page.getByRole("button", { name: "Withdraw" }));
      await page.getByRole("heading", { name: "Invited", exact: true }).waitFor({ state: "detached" });
      expect(await fixture.api("GET", `${event}/collaborators`)).toMatchObject({ pending: [] });

      // A viewer sees everything and no control that changes it.
      const colleague = await hostAtConsole(console);
      const { id } = await colleague.fixture.api<{ id: string }>("GET", "/me");
      await colleague.fixture.api("PATCH", "/me", { name: "Cora Colleague" });
      const join = () =>
        console.service.sql(
          "insert into event_collaborators (event_id, user_id, role, created_at) values (?, ?, 'viewer', 1)",
          fixture.eventId,
          id,
        );
      await join();
      await signIn(colleague.page, colleague.fixture.host);
      await openScreen(colleague.page, `${event}/settings`, "Settings");
      await colleague.page.getByText("Changing them takes an editor.").waitFor();
      await expect.poll(() => colleague.page.getByLabel("Name of the event").isEditable()).toBe(false);
      await openScreen(colleague.page, `${event}/team`, "Team");
      expect(await colleague.page.getByRole("button", { name: "Send invitation" }).count()).toBe(0);

      // The colleague gets another role and leaves; after joining again, the host removes them.
      await page.reload();
      const role = page.getByRole("button", { name: "Role of Cora Colleague" });
      await choose(page, role, "Editor");
      await page.getByText("Cora Colleague's role was changed").waitFor();
      await keyboard.did("PATCH /events/{}/collaborators/{}");
      const withoutMouse = await keyboardAlone(colleague.page);
      const leave = colleague.page.getByRole("button", { name: "Leave" });
      await withoutMouse.press(leave);
      await withoutMouse.press(colleague.page.getByRole("dialog").getByRole("button", { name: "Leave" }));
      await colleague.page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
      await withoutMouse.did("DELETE /events/{}/collaborators/me");
      await join();
      await page.reload();
      await keyboard.press(page.getByRole("button", { name: "Remove", exact: true }));
      await keyboard.press(page.getByRole("dialog").getByRole("button", { name: "Remove" }));
      await role.waitFor({ state: "detached" });
      await keyboard.did("DELETE /events/{}/collaborators/{}");
      await colleague.page.goto(`/app${event}`);
      await colleague.page.getByText("We can't find that page").waitFor();

      await openScreen(page, `${event}/log`, "Log");
      await page.getByText("Robin Marsh invited a co-host").waitFor();
      await page.getByRole("button", { name: "Check for tampering" }).press("Enter");
      await page.getByText(/unchanged since/).waitFor();
      await expectAccessible(page);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});
