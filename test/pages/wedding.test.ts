import type { Browser, Page } from "playwright-core";
import { expect, it } from "vitest";
import type { RunningService } from "../../testkit/running-service.ts";
import {
  ARABIC,
  checkIn,
  JAPANESE,
  mailNumber,
  openInvitationMail,
  phoneOf,
  reading,
  replyYes,
  type Wedding,
  withoutMarks,
} from "../../testkit/weddings.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";
import { photograph } from "../support/node/photograph.ts";
import { share } from "../support/rounds.ts";

let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => ({ service, browser } = setup));

const WEDDINGS: [string, Wedding][] = [
  ["Arabic", ARABIC],
  ["Japanese", JAPANESE],
];

it.each(share(WEDDINGS, 0, 2))(
  "keeps a wedding in %s in its language from the email to the door",
  { tags: "rounds", timeout: 180_000 },
  async (_, wedding) => {
    const { words, event } = wedding;

    // The guest opens the invitation in the mailbox and taps Yes.
    const { fixture, address, page, pageErrors, mail } = await openInvitationMail(wedding, service, browser);
    expect(withoutMarks(mail.subject)).toBe(words.invitation);
    await expectLanguage(page, wedding);
    await page.getByText(reading(words.greeting)).waitFor();
    const link = await page.getByRole("link", { name: reading(words.rsvp) }).getAttribute("href");

    // The response is preselected; the guest adds a companion and sends the RSVP.
    await page.goto(link ?? "");
    await expectLanguage(page, wedding);
    expect(await page.getByLabel(words.yes, { exact: true }).isChecked()).toBe(true);
    await page.getByText(event.venue).first().waitFor();
    await replyYes(page, wedding);

    // The page now has the pass, and the event's calendar file.
    const code = await photograph(page.getByRole("img", { name: reading(words.pass) }));
    const file = await page.getByRole("link", { name: reading(words.calendar) }).getAttribute("href");
    const calendar = await (await fetch(new URL(file ?? "", page.url()))).text();
    const unfolded = calendar.replace(/\r\n /g, "");
    expect(unfolded).toContain(`SUMMARY:${event.name}`);
    expect(unfolded.replaceAll("\\,", ",")).toContain(`LOCATION:${event.venue}`);

    // The confirmation comes by email, with the pass attached.
    const confirmation = await mailNumber(service, address, 2);
    expect(withoutMarks(confirmation.subject)).toBe(words.confirmation);
    await page.goto(confirmation.url);
    await expectLanguage(page, wedding);

    // At the door a helper scans it.
    const { page: door, pageErrors: doorErrors } = await phoneOf(wedding, browser);
    await checkIn(door, wedding, fixture, code);
    await expectLanguage(door, wedding);
    await door.getByRole("heading", { name: reading(words.door), includeHidden: true }).waitFor({ state: "attached" });
    await door.locator("#verdict.green").getByText(words.party).first().waitFor();
    await expect
      .poll(async () => withoutMarks((await door.locator("#counter").textContent()) ?? ""))
      .toBe(words.counter);
    expect([...pageErrors, ...doorErrors]).toEqual([]);
    await Promise.all([page.context().close(), door.context().close()]);
  },
);

async function expectLanguage(page: Page, { locale, dir }: Wedding): Promise<void> {
  const found = await page.evaluate("[document.documentElement.lang, getComputedStyle(document.body).direction]");
  expect(found).toEqual([locale, dir]);
}
