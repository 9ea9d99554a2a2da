import { describe, expect, it } from "vitest";
import { sharedService } from "../support/node/shared-service.ts";
import { hostAtConsole, openScreen, useConsole } from "./support.ts";

/** Longer than a toast is shown, unless somebody is using it. */
const MINUTE_MS = 60_000;

const console = useConsole(() => sharedService("localhost"));

describe("toasts", () => {
  it("disappear by themselves, but not while the pointer or the focus is on them", async () => {
    const { page } = await hostAtConsole(console);
    await page.clock.install();
    await openScreen(page, "/account", "Account");
    const toast = page.locator(".toast");
    const save = async (name: string) => {
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("button", { name: "Save" }).press("Enter");
      await toast.getByText("Saved").waitFor();
    };

    await save("Robin M. Marsh");
    await toast.hover();
    await page.clock.fastForward(MINUTE_MS);
    expect(await toast.count()).toBe(1);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(MINUTE_MS);
    await toast.waitFor({ state: "detached" });

    await save("Robin Marsh");
    const dismiss = toast.getByRole("button", { name: "Dismiss" });
    await dismiss.focus();
    await page.clock.fastForward(MINUTE_MS);
    expect(await toast.count()).toBe(1);
    await dismiss.press("Enter");
    await toast.waitFor({ state: "detached" });
  });
});
