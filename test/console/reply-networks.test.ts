import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { press } from "./keyboard-walk.ts";
import { expectAccessible, hostAtConsole, openScreen, useConsole } from "./support.ts";

const console = useConsole();

describe("networks with many replies", () => {
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
    const keyboard = await keyboardAlone(page);
    const dialog = page.getByRole("dialog");
    await keyboard.press(page.getByRole("button", { name: /^Looks right: / }));
    await page.getByText("You said this looks right.").waitFor();
    await keyboard.did("POST /events/{}/reply-networks/{}/accept");
    await keyboard.press(page.getByRole("button", { name: /^Trust this network: / }));
    await dialog.getByText("We won't check anyone who opens a link from there").waitFor();
    await keyboard.press(dialog.getByRole("button", { name: "Trust this network" }));
    await page.getByText("You trust this network.").waitFor();
    await keyboard.did("POST /events/{}/reply-networks/{}/trust");

    await keyboard.press(page.getByRole("button", { name: /^Undo these replies: / }));
    await press(page, dialog.getByRole("checkbox", { name: `${third?.name}: said yes` }), "Space");
    await keyboard.press(dialog.getByRole("button", { name: "Undo 11 replies" }));
    await keyboard.did("POST /events/{}/reply-networks/{}/undo");
    await page.getByText(/^Replies were undone on /).waitFor();
    const rule = page.getByText("Guests need a code from this network.");
    await rule.waitFor();
    await keyboard.press(page.getByRole("button", { name: /^Show the replies: / }));
    await page.getByText(`${fourth?.name}: no reply now (deleted)`).waitFor();
    await expectAccessible(page);
    await keyboard.press(page.getByRole("button", { name: /^Stop asking for codes: / }));
    await rule.waitFor({ state: "detached" });
    await keyboard.did("DELETE /events/{}/reply-networks/{}/code-rule");
  });
});
