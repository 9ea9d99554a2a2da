import type { Page } from "playwright-core";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import { type Scene, take } from "./camera.ts";
import { answer, GUEST, linkOf, tokenOf } from "./guest-requests.ts";

/** The pages of guests, helpers and people who are invited to a team. */
export async function takePages(scene: Scene): Promise<void> {
  await invitations(scene);
  await scanners(scene);
  await hosts(scene);
}

async function invitations(scene: Scene): Promise<void> {
  const open = (index: number) => (page: Page) => page.goto(linkOf(scene.fixture, index)).then(() => undefined);
  await take(scene, "invitation", "phone", "light", open(0));
  await take(scene, "invitation", "desktop", "light", open(0));
  await take(scene, "invitation", "desktop", "dark", open(0));
  await take(scene, "door-code", "phone", "dark", async (page) => {
    await page.goto(linkOf(scene.fixture, 1));
    await page.getByLabel("Yes, I'll be there").check();
    await page.getByLabel("How many people are you bringing?").selectOption("2");
    await page.getByRole("button", { name: "Send RSVP" }).click();
    await page.locator("#door-code").scrollIntoViewIfNeeded();
  });
}

async function scanners(scene: Scene): Promise<void> {
  const { fixture, service } = scene;
  const coming = await answer(scene, 2, "attending", 1);
  const declined = await answer(scene, 3, "attending", 0);
  const change = { method: "PATCH", headers: GUEST, body: JSON.stringify({ response: "declined" }) };
  await fetch(`${service.url}/rsvp/${tokenOf(fixture, 3)}`, change);
  const unseen = [await answer(scene, 4, "attending", 0), await answer(scene, 5, "attending", 2)];
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
    scene,
    "scanner-in",
    "phone",
    "light",
    door((page) => scan(page, coming)),
  );
  await take(
    scene,
    "scanner-again",
    "phone",
    "dark",
    door((page) => scan(page, coming)),
  );
  await take(
    scene,
    "scanner-decide",
    "phone",
    "light",
    door((page) => scan(page, declined)),
  );
  await take(
    scene,
    "scanner-offline",
    "phone",
    "dark",
    door(async (page) => {
      await page.context().setOffline(true);
      for (const code of unseen) {
        await scan(page, code);
        await page.getByRole("button", { name: "Next" }).click();
      }
      await page.locator("#waiting-list").scrollIntoViewIfNeeded();
    }),
  );
}

async function hosts(scene: Scene): Promise<void> {
  const { service, fixture } = scene;
  const email = "colleague@example.com";
  await fixture.api("POST", `/events/${fixture.eventId}/collaborators`, { email, role: "editor" });
  const invite = await linkFromMail(service, email, /\/invites\/\S+/);
  await take(scene, "invite", "phone", "light", (page) => page.goto(invite).then(() => undefined));
}
