import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { guestAt, pass, SAFARI, sayYes } from "../pages/guest-visits.ts";
import { eventually } from "../support/eventually.ts";
import { expectOn } from "../support/node/controls.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { expectAccessible, expectClean, hostAtConsole, openScreen, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;

const console = useConsole();

describe("safety screen", () => {
  it(
    "shows why an access was blocked, stores the host's verdict, and saves a stricter setting",
    async () => {
      // Without a score in time no guest is blocked; the test then tries another guest.
      const { fixture, ...tab } = await eventually(
        async () => {
          const host = await hostAtConsole(console);
          const path = `/events/${host.fixture.eventId}/security/thresholds`;
          await host.fixture.api("PUT", path, { medium: 1, high: 2, block: 3 });
          const headers = { "User-Agent": "python-requests/2.32" };
          const answer = await fetch(host.fixture.guests[0]?.link ?? "", { headers });
          expect(answer.status).toBe(403);
          return host;
        },
        { everyMs: 500 },
      );
      const { page } = tab;
      const event = `/events/${fixture.eventId}`;
      await openScreen(page, `${event}/safety`, "Safety");
      const access = page.getByRole("listitem").filter({ hasText: "Ada Lindqvist's link was opened" });
      await access.getByText(/^Blocked · /).waitFor();
      await access.getByText("The browser is unusual").waitFor();
      await expectAccessible(page);
      const keyboard = await keyboardAlone(page);
      await keyboard.press(access.getByRole("button", { name: "It was them: Ada Lindqvist" }));
      await page.getByText("We'll trust this device from now on.").waitFor();
      await keyboard.did("POST /events/{}/access-logs/{}/feedback");
      await page.reload();
      await access.getByText("It was them", { exact: true }).first().waitFor();
      await expect
        .poll(() => access.getByRole("button", { name: "It was them: Ada Lindqvist" }).isDisabled())
        .toBe(true);

      await page.getByRole("radio", { name: /^Strict/ }).press("Space");
      await page.getByText("Unusual from a score of 45, blocked from 70.").waitFor();
      await page.getByText(/^Of 1 accesses? so far/).waitFor();
      await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
      await page.getByText("It applies from the next access.").waitFor();
      await page.reload();
      await expectOn(page.getByRole("radio", { name: /^Strict/ }));
      expect(await fixture.api("GET", `${event}/security/thresholds`)).toMatchObject({ high: 45, block: 70 });
      await expectAccessible(page);

      // An invalid network, then a trusted one.
      await page.getByLabel("Network or address").fill("not a network");
      await page.getByRole("button", { name: "Trust this network" }).press("Enter");
      await page.locator(".field-error").filter({ hasText: /./ }).waitFor();
      await page.getByLabel("Network or address").fill("203.0.113.0/24");
      await page.getByRole("button", { name: "Trust this network" }).press("Enter");
      await page.getByText("203.0.113.0/24 is trusted now").waitFor();
      await page.getByRole("button", { name: "Remove 203.0.113.0/24" }).press("Enter");
      await page.getByRole("button", { name: "Remove 203.0.113.0/24" }).waitFor({ state: "detached" });
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "leads from the attention list to a guest's request, and shows the RSVP after the confirmation",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const ada = guestAt(fixture, 0);
      await fixture.api("PATCH", `/events/${fixture.eventId}/guests/${ada.id}`, { email: null });
      await sayYes((await openTab(console.browser, { userAgent: SAFARI })).page, ada.link);
      const laptop = await openTab(console.browser, {});
      await laptop.page.goto(ada.link);
      await laptop.page.getByRole("button", { name: "Ask your host" }).click();
      await laptop.page.getByRole("heading", { name: "We've asked your host" }).waitFor();
      await laptop.page.goto(ada.link);
      expect(await pass(laptop.page).count()).toBe(0);

      await openScreen(page, `/events/${fixture.eventId}`);
      const entry = page.getByRole("link", { name: "Someone with 1 guest's link asks you to confirm who they are" });
      await entry.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Safety" }).waitFor();
      await page.getByRole("tab", { name: "Asking you", selected: true }).waitFor();
      const access = page.getByRole("listitem").filter({ hasText: "Ada Lindqvist's link was opened" });
      await expectAccessible(page);
      await access.getByRole("button", { name: "It was them: Ada Lindqvist" }).press("Enter");
      await page.getByText("We'll trust this device from now on.").waitFor();
      await eventually(async () => {
        await laptop.page.goto(ada.link);
        expect(await pass(laptop.page).count()).toBe(1);
      });

      // Another tab has its own address.
      await page.getByRole("tab", { name: "All" }).press("Enter");
      await page.getByRole("tab", { name: "All", selected: true }).waitFor();
      expect(new URL(page.url()).searchParams.get("accesses")).toBe("all");
      await page.reload();
      await page.getByRole("tab", { name: "All", selected: true }).waitFor();
      await openScreen(page, `/events/${fixture.eventId}`);
      await page.getByText("asks you to confirm who they are").waitFor({ state: "detached" });
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});
