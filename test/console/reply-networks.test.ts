import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectAccessible, hostAtConsole, openScreen, useConsole } from "./support.ts";

const console = useConsole();

describe("networks with many replies", () => {
  /** @promise The console: Many replies from one network are shown by name, and the chosen ones can be undone */
  it("shows the item, lets the host choose replies by name, and undoes them", async () => {
    const { fixture, page } = await hostAtConsole(console, { guests: 12 });
    const [, , , third, fourth] = fixture.guests;
    const event = `/events/${fixture.eventId}`;
    const headers = {
      "User-Agent": "curl/8.9.1",
      "CF-Connecting-IP": "203.0.113.77",
      "Content-Type": "application/json",
    };
    for (const { link } of fixture.guests) {
      const token = link.split("/i/")[1];
      const body = JSON.stringify({ token, response: "attending", plus_ones: 0 });
      expect((await fetch(new URL("/rsvp", link), { method: "POST", headers, body })).status).toBe(201);
    }
    await eventually(async () =>
      expect(await fixture.api("GET", `${event}/attention`)).toMatchObject({ reply_networks: 1 }),
    );
    await openScreen(page, `${event}/safety`, "Safety");
    await page.getByRole("button", { name: /^Undo these replies: / }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`${third?.name}: attending`).waitFor();
    await dialog.getByText(`${third?.name}: attending`).click();
    await dialog.getByRole("button", { name: "Undo 11 replies" }).press("Enter");
    await page.getByText(/^Replies were undone on /).waitFor();
    await page.getByText("Guests need a code from this network.").waitFor();
    await page.getByRole("button", { name: /^Show the replies: / }).press("Enter");
    await page.getByText(`${fourth?.name}: no reply now (deleted)`).waitFor();
    await expectAccessible(page);
  });
});
