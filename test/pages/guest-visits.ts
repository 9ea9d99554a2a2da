import type { Locator, Page } from "playwright-core";
import type { E2eFixture, InvitedGuest } from "../../testkit/e2e-fixture.ts";
import { turnOn } from "../support/node/controls.ts";

/** User agents of a phone: its browser, and an app that opens links in itself. */
export const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
export const IN_APP =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0.0.0";

export function guestAt({ guests }: E2eFixture, index: number): InvitedGuest {
  const guest = guests[index];
  if (guest === undefined) throw new Error("the fixture has too few guests");
  return guest;
}

/** Locates the door pass, which an attending guest sees. */
export function pass(page: Page): Locator {
  return page.getByRole("heading", { name: "Your door pass" });
}

/** Opens an invitation and submits "attending". */
export async function sayYes(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await turnOn(page.getByLabel("Yes, I'll be there"));
  await page.getByRole("button", { name: "Send RSVP" }).click();
  await pass(page).waitFor();
}
