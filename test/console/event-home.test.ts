import { describe, expect, it } from "vitest";
import { WITH_FRAMED_FONTS } from "../../testkit/browser.ts";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { endSession, expectAccessible, expectClean, hostAtConsole, openScreen, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const GUESTS_AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

const console = useConsole();

/** Submits a guest's RSVP from another device. RSVPs for several guests from one network could be a script's. */
async function answer(link: string, body: { response: string; plus_ones?: number }, address: string): Promise<void> {
  const token = link.split("/i/")[1];
  const response = await fetchAgain(`${console.service.url}/rsvp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": GUESTS_AGENT, "CF-Connecting-IP": address },
    body: JSON.stringify({ token, fingerprint: { language: "en" }, ...body }),
  });
  expect(response.status).toBe(201);
}

describe("event home screen", () => {
  it(
    "updates replies and arrivals live, shows chart tables, and suggests an import without guests",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 3 });
      const { page } = tab;
      const [first, second] = fixture.guests;
      const event = `/events/${fixture.eventId}`;
      await answer(first?.link ?? "", { response: "attending", plus_ones: 1 }, "10.7.1.1");
      await console.service.sql(
        "update guests set delivery_status = 'bounced' where id = ?",
        fixture.guests[2]?.id ?? "",
      );

      await openScreen(page, event, "Orangery Supper");
      await page.getByRole("heading", { name: "2 people are coming. 33% have answered." }).waitFor();
      await page.getByText("Ada Lindqvist is coming + 1").waitFor();
      await page.getByRole("link", { name: "1 invitation didn't arrive" }).waitFor();
      await page.getByText("Live", { exact: true }).waitFor();

      // Another guest answers while the host looks on.
      await answer(second?.link ?? "", { response: "declined" }, "10.7.2.1");
      await page.getByText("Benedikt Osei can't make it").waitFor();

      // The door opens.
      await fixture.api("POST", `${event}/check-in`, { guest_id: first?.id, override: true });
      await page.getByText("Ada Lindqvist checked in").waitFor();

      // Statistics are cached for at most a minute; an event that was not opened yet has none cached.
      const other = await hostAtConsole(console, { guests: 1 });
      const [guest] = other.fixture.guests;
      await answer(guest?.link ?? "", { response: "attending", plus_ones: 2 }, "10.7.3.1");
      await other.fixture.api("POST", `/events/${other.fixture.eventId}/check-in`, {
        guest_id: guest?.id,
        override: true,
        arrival_count: 3,
      });
      await openScreen(other.page, `/events/${other.fixture.eventId}`);
      await other.page.getByRole("heading", { name: "3 of 3 expected are in" }).waitFor();
      const arrivals = other.page.getByRole("img", { name: "People who arrived" });
      await arrivals.waitFor();
      const table = other.page.locator("figure", { has: arrivals }).locator("details");
      await table.locator("summary").click();
      await table.getByRole("cell").first().getByText("3", { exact: true }).waitFor();
      await expectAccessible(other.page);
      expectClean(other, console.service);

      // An event without guests says what to do next.
      const empty = await fixture.api<{ id: string }>("POST", "/events", {
        name: "Picnic",
        event_date: "2031-06-12T16:30:00Z",
        timezone: "Europe/Berlin",
      });
      await openScreen(page, `/events/${empty.id}`, "Picnic");
      await page.getByRole("link", { name: "Import guests" }).waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("look screen", () => {
  it(
    "previews a theme, colour and picture on the invitation and email, then saves and undoes them",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, {}, WITH_FRAMED_FONTS);
      const { page } = tab;
      await openScreen(page, `/events/${fixture.eventId}/look`, "Look");
      const shown = page.frameLocator("iframe");
      await shown.getByRole("heading", { name: "Orangery Supper" }).waitFor();

      // A file that is not a picture, then a picture.
      const cover = page.getByRole("group", { name: "Cover picture" });
      const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });
      const keyboard = await keyboardAlone(page);
      const choose = cover.getByRole("button", { name: "Choose a picture" });
      await keyboard.chooseFile(choose, file("notes.png", Buffer.from("no picture")));
      await cover.getByRole("alert").waitFor();
      await keyboard.chooseFile(choose, file("cover.png", PNG));
      await cover.getByRole("button", { name: "Remove" }).waitFor();
      await keyboard.did("POST /uploads/image");
      await shown.locator("img.cover").waitFor();
      await page.getByRole("radio", { name: "Garden" }).press("Space");
      await expect.poll(() => shown.locator("html").innerHTML()).toContain("--brand-primary:#3d6b4f");
      await expect
        .poll(() => tab.requests.some((url) => /\/assets\/fonts\/\w{8}\/lora-latin-wght/.test(url)))
        .toBe(true);
      await page.getByRole("radio", { name: "Berry" }).press("Space");
      await page.getByRole("button", { name: "Email", exact: true }).press("Enter");
      await shown.getByRole("link", { name: "Open your invitation" }).waitFor();
      await expect.poll(() => shown.locator("html").innerHTML()).toContain("#9d174d");
      await page.getByRole("button", { name: "Invitation page" }).press("Enter");
      await expectAccessible(page);

      // The session ends elsewhere; the choices are kept.
      const goOn = await endSession(page);
      await keyboard.press(page.getByRole("button", { name: "Save look" }));
      await page.getByRole("heading", { name: "You've been signed out" }).waitFor();
      goOn();
      await page.getByLabel("Email").fill(fixture.host.email);
      await page.getByLabel("Password").fill(fixture.host.password);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await keyboard.press(page.getByRole("button", { name: "Save look" }));
      await page.getByText("Saved. Your guests see it from now on.").waitFor();
      const path = `/events/${fixture.eventId}/branding`;
      const saved = await fixture.api<{ cover_url: string }>("GET", path);
      expect(saved).toMatchObject({
        theme: "garden",
        primary_color: "#9d174d",
        cover_url: expect.stringMatching(/^\/uploads\//),
      });
      await page.getByRole("button", { name: "Undo" }).press("Enter");
      await expect.poll(() => fixture.api("GET", path)).toMatchObject({ primary_color: null, theme: "plain" });
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("events screen", () => {
  it(
    "lists open items first, separates past events, and copies an event to another date",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 2 });
      const { page } = tab;
      await console.service.sql("update guests set delivery_status = 'failed' where event_id = ?", fixture.eventId);
      const make = (name: string, event_date: string) =>
        fixture.api<{ id: string }>("POST", "/events", { name, event_date, timezone: "Asia/Tokyo" });
      await make("Last year", "2025-06-12T09:30:00Z");
      const rained = await make("Rained off", "2031-06-12T09:30:00Z");
      await fixture.api("POST", `/events/${rained.id}/cancel`, { notify: false });

      await openScreen(page, "/", "Events");
      await page.getByRole("link", { name: "2 invitations didn't arrive — see why" }).waitFor();
      const section = (name: string) =>
        page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });
      await section("Past").getByRole("link", { name: "Last year" }).waitFor();
      await section("Upcoming").getByText("12 June 2031 at 18:30 in Tokyo").waitFor();
      await section("Upcoming").getByText("Cancelled").waitFor();

      await page.getByRole("button", { name: "More for Orangery Supper" }).click();
      await page.getByRole("menuitem", { name: "Copy this event…" }).click();
      await page.getByLabel("Name of the copy").fill("Orangery Supper, again");
      await page.getByLabel("Date and time").fill("2031-07-01T19:00");
      await page.getByText("Guests, without their answers").click();
      await page.getByRole("button", { name: "Copy event", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Orangery Supper, again" }).waitFor();
      const { items } = await fixture.api<{ items: { name: string; event_date: string }[] }>("GET", "/events");
      expect(items[0]).toMatchObject({ name: "Orangery Supper, again", event_date: "2031-07-01T17:00:00.000Z" });
      await page.getByRole("heading", { name: "2 guests on the list, nobody invited yet." }).waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});
