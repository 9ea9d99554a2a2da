import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import { eventually } from "../support/eventually.ts";
import { expectOn } from "../support/node/controls.ts";
import { holdFirst } from "./held-requests.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { reach } from "./keyboard-walk.ts";
import { expectAccessible, expectClean, expectValue, hostAtConsole, openScreen, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 120_000;

const console = useConsole();

interface Mail {
  subject: string;
  text: string;
}

/** Returns the newest email to an address whose subject contains the words. */
async function mailTo(address: string, words = ""): Promise<Mail> {
  const query = new URLSearchParams({ to: address, wait_ms: "10000" });
  const id = await eventually(async () => {
    const { items } = (await (await fetchAgain(`${console.service.mailsUrl}/api/mails?${query}`)).json()) as {
      items: { id: string; subject: string }[];
    };
    const found = items.find(({ subject }) => subject.includes(words));
    expect(found, `a mail with the subject "${words}"`).toBeDefined();
    return found?.id;
  });
  return (await fetchAgain(`${console.service.mailsUrl}/api/mails/${id}`)).json();
}

const previewOf = (page: Page, name: string) => page.frameLocator(`iframe[title="What ${name} gets"]`);
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

describe("send screen", () => {
  it(
    "previews the email per guest, sends it, and shows a link for a guest without email",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 2 });
      const { page } = tab;
      const guest = { name: "Zoe Ohnepost", phone: "+491701234567" };
      await fixture.api("POST", `/events/${fixture.eventId}/guests`, guest);
      await fixture.api("POST", `/events/${fixture.eventId}/guests`, { name: "Xaver Weg", email: "xaver@example.com" });
      await console.service.sql(
        "insert into suppressions (email_key, reason, created_at) values ('xaver@example.com', 'bounced', 1)",
      );
      await openScreen(page, `/events/${fixture.eventId}/send`, "Send invitations");
      await page.getByText("3 guests get it by email").waitFor();
      await page.getByText("1 guest has no email address").first().waitFor();

      // Custom text, with a placeholder from its button; the preview follows.
      await field(page, "Subject").fill("Come to dinner, ");
      await page
        .getByRole("group", { name: "Insert into “Subject”" })
        .getByRole("button", { name: "First name" })
        .click();
      await field(page, "Greeting").fill("My dear {{first_name}}, we lay a place for you.");
      await previewOf(page, "Ada Lindqvist").getByText("My dear Ada, we lay a place for you.").waitFor();
      await page.getByText("Come to dinner, Ada", { exact: true }).waitFor();

      // By keyboard: the arrow keys go to the next guest, and wrap around backwards.
      await page.getByRole("button", { name: "Next guest" }).press("ArrowRight");
      await previewOf(page, "Benedikt Osei").getByText("My dear Benedikt, we lay a place for you.").waitFor();
      await page.getByRole("group", { name: "Flip through your guests" }).getByText("2 of 4").waitFor();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await page.getByText("No email address: you'll get a link to share").waitFor();
      await page.getByRole("button", { name: "Invitation page" }).press("Enter");
      await previewOf(page, "Zoe Ohnepost").getByText("Will you be there?").waitFor();
      await page.getByRole("group", { name: "What to look at" }).getByRole("button", { name: "Email" }).press("Enter");

      await page.getByRole("button", { name: "Send a test to me" }).press("Enter");
      await page.getByText(/A test is on its way to/).waitFor();
      const test = await mailTo(fixture.host.email, "Test: Come to dinner");
      expect(test.text).toContain("we lay a place for you");

      // Delays the response, so that the progress is visible.
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/guests/invitations/bulk", async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole("button", { name: "Send 3 invitations" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Send now" }).press("Enter");
      await page.getByRole("progressbar", { name: "0 of 4" }).waitFor();
      // Other screens can be opened meanwhile.
      await page.getByRole("navigation").getByRole("link", { name: "Team" }).click();
      await page.getByRole("heading", { level: 1, name: "Team" }).waitFor();
      await page.getByRole("navigation").getByRole("link", { name: "Send" }).click();
      await page.getByRole("progressbar", { name: "0 of 4" }).waitFor();
      release();

      await page.getByRole("heading", { name: "2 invitations are on their way" }).waitFor();
      await page.getByRole("heading", { name: "1 guest couldn't be emailed" }).waitFor();
      await page.getByText("emails to this address come back").waitFor();
      const link = await page.getByRole("textbox", { name: "Link of Zoe Ohnepost" }).inputValue();
      expect(link).toContain(`${console.service.url}/i/`);
      await expectAccessible(page);
      const [csv] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download as CSV" }).press("Enter"),
      ]);
      expect(csv.suggestedFilename()).toBe("Orangery Supper - links.csv");

      for (const { name, email } of fixture.guests) {
        const mail = await mailTo(email);
        const [first] = name.split(" ");
        expect(mail.subject).toBe(`Come to dinner, ${first}`);
        expect(mail.text).toContain(`My dear ${first}, we lay a place for you.`);
        await linkFromMail(console.service, email, /\/i\//);
      }
      // None of these guests is still to be invited, except the one whose emails bounce.
      await page.getByText("1 guest has no email address").first().waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "keeps unsaved text, asks on a conflict, and only makes links without a confirmed email",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 1 });
      const { page } = tab;
      const texts = `/events/${fixture.eventId}/texts`;
      const refused: number[] = [];
      await openScreen(page, `/events/${fixture.eventId}/guests`, "Guests");
      await page.getByRole("checkbox", { name: "Select Ada Lindqvist" }).press("Space");
      await page.getByRole("region", { name: "Selected guests" }).getByRole("button", { name: "Invite" }).click();
      await page.getByRole("link", { name: "See it as each of them first" }).click();
      await page.getByRole("heading", { level: 1, name: "Send invitations" }).waitFor();
      await expectOn(page.getByRole("radio", { name: "The guest you've chosen" }));
      await page.getByRole("button", { name: "Send 1 invitation" }).waitFor();
      await field(page, "Greeting").fill("Mine, {{firstname}}");
      await page.getByText("We don't know “firstname”").waitFor();
      await field(page, "Greeting").fill("Mine, {{first_name}}");
      await page.reload();
      await previewOf(page, "Ada Lindqvist").getByText("Mine, Ada").waitFor();
      await expectValue(field(page, "Greeting"), "Mine, {{first_name}}");

      const keyboard = await keyboardAlone(page);
      await reach(page, page.getByRole("button", { name: "Save words" }));
      // Ends the session last, because an automatic refetch of the page would notice it too.
      await page.context().clearCookies();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "You've been signed out" });
      await dialog.waitFor();
      await fixture.api("PUT", texts, { invitation: { body: "Theirs." } });
      await dialog.getByLabel("Email").fill(fixture.host.email);
      await dialog.getByLabel("Password").fill(fixture.host.password);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "hidden" });

      const conflict = page.getByRole("alert").filter({ hasText: "Someone else has changed “Greeting”" });
      await conflict.getByText("Theirs.").waitFor();
      await keyboard.press(conflict.getByRole("button", { name: "Keep mine" }));
      await keyboard.press(page.getByRole("button", { name: "Save words" }));
      await page.getByText("Words saved").waitFor();
      await keyboard.did("PUT /events/{}/texts");
      expect(await fixture.api("GET", texts)).toMatchObject({ invitation: { body: "Mine, {{first_name}}" } });

      // Another host saves between the console's read and its write: the write gets 409, and both texts are kept.
      await field(page, "Subject").fill("Mine too");
      let late = 0;
      await page.route(`**${texts}`, async (route) => {
        if (route.request().method() === "PUT" && late++ === 0) {
          await fixture.api("PUT", texts, {
            invitation: { body: "Mine, {{first_name}}" },
            confirmation: { body: "Theirs." },
          });
        }
        const response = await route.fetch();
        refused.push(response.status());
        await route.fulfill({ response });
      });
      await keyboard.press(page.getByRole("button", { name: "Save words" }));
      await expect
        .poll(() => fixture.api("GET", texts))
        .toMatchObject({ invitation: { subject: "Mine too" }, confirmation: { body: "Theirs." } });
      expect(refused).toContain(409);
      // Waits for pending requests, because a removed route cannot respond to them.
      await page.unrouteAll({ behavior: "wait" });

      await keyboard.press(page.getByRole("button", { name: "Use our words again" }));
      await keyboard.press(page.getByRole("button", { name: "Save words" }));
      await expect.poll(() => fixture.api("GET", texts)).toMatchObject({ invitation: { body: null } });

      await console.service.sql("update users set email_verified = 0 where email_key = ?", fixture.host.email);
      await page.reload();
      await page.getByText("Confirm your email before you write to guests").waitFor();
      await keyboard.press(page.getByRole("button", { name: "Email me the link again" }));
      await page.getByRole("button", { name: "Sent. Check your inbox" }).waitFor();
      await keyboard.did("POST /auth/verify-email/resend");
      await keyboard.press(page.getByRole("button", { name: "Only make links to share" }));
      await page.getByRole("heading", { name: "1 link is ready" }).waitFor();
      expect(await page.getByRole("textbox", { name: "Link of Ada Lindqvist" }).inputValue()).toBe(
        fixture.guests[0]?.link,
      );
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "keeps text that is typed while other text is being saved, and saves it next",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const texts = `/events/${fixture.eventId}/texts`;
      const bodyOf = async () =>
        (await fixture.api<{ invitation: { body: string | null } }>("GET", texts)).invitation.body;
      const save = page.getByRole("button", { name: "Save words" });
      await openScreen(page, `/events/${fixture.eventId}/send`, "Send invitations");
      await field(page, "Greeting").fill("We lay a place for you.");
      const sent = await holdFirst(page, `PUT ${texts}`);
      await save.click();
      const request = await sent();
      await field(page, "Greeting").fill("We lay a place for you, Ada.");
      // A read that began before the save returns after it, with the previous text.
      const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(`**${texts}`, async (route) => {
        if (route.request().method() !== "GET") return route.continue();
        const response = await route.fetch();
        read.resolve();
        await late.promise;
        await route.fulfill({ response }).catch(() => undefined);
      });
      await fixture.api("PATCH", `/events/${fixture.eventId}`, { venue: "The barn" });
      await read.promise;
      await request.pass();
      await page.getByText("Words saved").waitFor();
      late.resolve();
      await page.unrouteAll({ behavior: "wait" });
      await expect.poll(bodyOf).toBe("We lay a place for you.");
      await expect.poll(() => save.isEnabled()).toBe(true);
      await expectValue(field(page, "Greeting"), "We lay a place for you, Ada.");
      await save.click();
      await expect.poll(bodyOf).toBe("We lay a place for you, Ada.");
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "copies and shares links of guests without email, and resends a bounced invitation",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(
        console,
        { guests: 1, name: "Supper" },
        { permissions: ["clipboard-read", "clipboard-write"] },
      );
      const { page } = tab;
      const [ada] = fixture.guests;
      const guests = `/events/${fixture.eventId}/guests`;
      await fixture.api("POST", guests, { name: "Zoe Ohnepost" });
      await fixture.api("POST", guests, { name: "Yan Ohnepost" });
      await console.service.sql(
        "update guests set delivery_status = 'bounced', invited_at = 1 where id = ?",
        ada?.id ?? "",
      );
      // Chromium has a share sheet only on phones.
      await page.addInitScript(() => {
        const shared: ShareData[] = [];
        Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data), shared });
      });
      await openScreen(page, `/events/${fixture.eventId}/send`, "Send invitations");
      await page.getByRole("button", { name: "Make 2 links" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Make links" }).press("Enter");
      await page.getByRole("heading", { name: "2 links to share" }).waitFor();
      const link = page.getByRole("textbox", { name: "Link of Zoe Ohnepost" });
      const url = await link.inputValue();
      const row = page.getByRole("listitem").filter({ has: link });
      await row.getByRole("button", { name: "Copy" }).press("Enter");
      await row.getByRole("button", { name: "Copied" }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
      await row.getByRole("button", { name: "Share the link of Zoe Ohnepost" }).press("Enter");
      await expect
        .poll(() => page.evaluate(() => Reflect.get(navigator, "shared")))
        .toEqual([{ title: "Supper", url }]);
      expect((await fetchAgain(url, { headers: { "CF-Connecting-IP": "10.8.0.1" } })).status).toBe(200);

      await page.getByRole("radio", { name: "Again, where it didn't arrive" }).press("Space");
      await page.getByRole("button", { name: "Send 1 invitation" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Send now" }).press("Enter");
      await page.getByRole("heading", { name: "1 invitation is on its way" }).waitFor();
      const mail = await mailTo(ada?.email ?? "");
      expect(mail.text).toContain("/i/");
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});
