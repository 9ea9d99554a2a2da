import type { Page } from "playwright-core";
import { photograph } from "../../test/support/node/photograph.ts";
import {
  ARABIC,
  checkIn,
  JAPANESE,
  openInvitationMail,
  phoneOf,
  reading,
  replyYes,
  type Wedding,
} from "../../testkit/weddings.ts";
import { type Scene, save } from "./camera.ts";

/** A wedding in Japanese and one in Arabic, from the mail to the door. */
export async function takeWeddings(scene: Scene): Promise<void> {
  for (const wedding of [JAPANESE, ARABIC]) await takeWedding(scene, wedding);
}

async function takeWedding({ service, browser }: Scene, wedding: Wedding): Promise<void> {
  const { locale, words } = wedding;
  const shown = (page: Page, name: string) => save(page, `wedding-${locale}-${name}-phone-light`);
  const { fixture, page } = await openInvitationMail(wedding, service, browser);
  await shown(page, "mail");
  await page.goto((await page.getByRole("link", { name: reading(words.rsvp) }).getAttribute("href")) ?? "");
  await shown(page, "invitation");
  await replyYes(page, wedding);
  const pass = page.getByRole("img", { name: reading(words.pass) });
  const code = await photograph(pass);
  await pass.scrollIntoViewIfNeeded();
  await shown(page, "pass");
  const { page: door } = await phoneOf(wedding, browser);
  await checkIn(door, wedding, fixture, code);
  await shown(door, "door");
  await Promise.all([page.context().close(), door.context().close()]);
}
