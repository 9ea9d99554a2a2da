import { describe, expect, it } from "vitest";
import { openTab, WITH_FRAMED_FONTS } from "../../testkit/browser.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import { turnOn } from "../support/node/controls.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { expectAccessible, expectClean, expectValue, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;
const HOST = { name: "Robin Marsh", email: "robin.first@example.com", password: "an evening in the orangery" };

const console = useConsole();

describe("console, from sign-up to the first invitation", () => {
  it(
    "signs up, creates an event, adds guests and sends an invitation that the guest opens",
    async () => {
      const tab = await openTab(console.browser, {
        ...WITH_FRAMED_FONTS,
        baseURL: console.service.url,
        viewport: { width: 1280, height: 900 },
        timezoneId: "Europe/Berlin",
      });
      const { page } = tab;
      const invitation = page.frameLocator("iframe");
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      const heading = (name: string) => page.getByRole("heading", { name, exact: true });

      // Sign up; a common password is rejected with the reason.
      await page.goto("/app/");
      await page.getByRole("link", { name: "Create an account" }).click();
      await page.getByLabel("Name").fill(HOST.name);
      await page.getByLabel("Email").fill(HOST.email);
      await page.getByLabel("Password").fill("password123");
      await button("Create account").click();
      await page.getByText("too common").first().waitFor();
      await expectAccessible(page);
      await page.getByLabel("Password").fill(HOST.password);
      await button("Create account").click();

      // Confirm the email address with the emailed link.
      await heading("Check your email").waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(HOST.email);
      await button("Send it again").click();
      await page.getByText("Sent. Give it a minute.").waitFor();
      await page.goto(await linkFromMail(console.service, HOST.email, /\/verify-email\?token=\S+/));
      await page.getByLabel("Your password").fill(HOST.password);
      await expectAccessible(page);
      await button("Confirm email").click();

      // Sign in. The list is empty, with one next step.
      await page.getByRole("link", { name: "Sign in" }).click();
      await page.getByLabel("Email").fill(HOST.email);
      await page.getByLabel("Password").fill(HOST.password);
      await button("Sign in").click();
      await heading("No events yet").waitFor();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Create your first event" }).click();

      // Name and date. The preview next to the form follows.
      await page.getByLabel("Name of the event").fill("Orangery Supper");
      await page.getByLabel("Starts").fill("2031-06-12T18:30");
      await page.getByLabel("Where").fill("The Old Orangery, Berlin");
      await page.getByText("Clocks in Berlin.").waitFor();
      await page.getByText("Without an end, invitations and calendars show only the start").waitFor();
      await invitation.getByRole("heading", { name: "Orangery Supper" }).waitFor();
      await invitation.getByText("12 June 2031, 18:30").waitFor();
      await expectAccessible(page);

      // A reload loses nothing.
      await page.reload();
      await expectValue(page.getByLabel("Where"), "The Old Orangery, Berlin");
      await button("Next: look").click();

      // The look. Every plan has themes; a custom colour needs Pro, so the host continues without one.
      await page.getByText("Your own colour, font and pictures are part of Pro.").waitFor();
      await page.getByText("Midnight", { exact: true }).click();
      await turnOn(page.getByRole("radio", { name: "Berry" }));
      await expect
        .poll(() =>
          invitation.locator("body").evaluate((body) => getComputedStyle(body).getPropertyValue("--brand-primary")),
        )
        .toBe("#9d174d");
      const keyboard = await keyboardAlone(page);
      await keyboard.press(button("Create event"));
      await page.getByRole("link", { name: "See plans" }).waitFor();
      await keyboard.press(button("Go on with just the theme"));

      // Guests. Pasted lines; the invalid one stays in the field to be corrected.
      await heading("Who's invited?").waitFor();
      await keyboard.did("POST /events");
      await page
        .getByRole("textbox", { name: "Guests" })
        .fill("Ada Lindqvist <ada.first@example.com>\nBenedikt Osei\nChiara chiara@wrong");
      await page.getByText("3 guests found").waitFor();
      await keyboard.press(button("Add to the list"));
      await page.getByText("2 guests added").waitFor();
      await expectValue(page.getByRole("textbox", { name: "Guests" }), "Chiara <chiara@wrong>");
      await expectAccessible(page);
      await page.getByRole("textbox", { name: "Guests" }).fill("");

      // Send.
      await keyboard.press(button("Send invitations now"));
      await page.getByText("1 invitation is on its way.").waitFor();
      await page.getByText("1 not emailed: There's no email address.").waitFor();
      await keyboard.press(button("Go to your event"));
      await page.getByText("No reply yet").waitFor();
      expectClean(tab, console.service);

      // The guest opens it.
      const guest = await openTab(console.browser);
      await guest.page.goto(await linkFromMail(console.service, "ada.first@example.com", /\/i\/[\w-]{43}/));
      await guest.page.getByText("Dear Ada,").waitFor();
      const primary = () =>
        guest.page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--brand-primary"));
      expect(await primary()).toBe("#c9a24b");
    },
    VISIT_TIMEOUT_MS,
  );
});
