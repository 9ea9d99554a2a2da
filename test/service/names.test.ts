import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { importCsv, preview } from "../support/guest-list.ts";
import { browserHeaders } from "../support/guest-requests.ts";
import { htmlFaults } from "../support/html-faults.ts";
import { mailTo } from "../support/mailbox.ts";

const freshEmail = () => `guest-${crypto.randomUUID()}@example.com`;

/** Without the isolates that Usher's texts put around names of another direction. */
const withoutIsolates = (text: string) => text.replace(/[\u2068\u2069]/g, "");

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (character) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" }[character]};`,
  );

/** Returns the value of a property of a calendar file: unfolded, and without the escapes of RFC 5545. */
function calendarValue(file: string, property: string): string | undefined {
  const line = file
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .find((found) => found.startsWith(`${property}:`));
  return line?.slice(property.length + 1).replaceAll(/\\([\\;,])/g, "$1");
}

/** A name that only looks empty, and the problem in words. */
const EMPTY = "must not be empty";
const INVISIBLE = "must have at least one visible character";
const REFUSED: [what: string, name: string, problem: string][] = [
  ["spaces", "   ", EMPTY],
  ["no-break spaces", "\u00a0\u2003", EMPTY],
  ["a pair of direction marks", "\u2068\u2069", EMPTY],
  ["combining marks", "\u0301\u0308", INVISIBLE],
  ["plain direction marks", "\u200e\u200f", INVISIBLE],
  ["a zero-width space", "\u200b", INVISIBLE],
  ["a variation selector", "\ufe0f", INVISIBLE],
  ["a Hangul filler", "\u3164", INVISIBLE],
  ["a blank Braille cell", "\u2800", INVISIBLE],
  ["an override", "\u202e", EMPTY],
  ["201 letters", "x".repeat(201), "must have at most 200 characters"],
  ["two lines", "Ann\nLee", "must be one line without control characters"],
];

describe("names of guests, companions, hosts and events", () => {
  it.each([
    ["one emoji", "🎉"],
    ["an emoji of several characters", "👩‍👩‍👧‍👦"],
    ["200 letters", "x".repeat(200)],
    ["200 letters beyond the first plane", "𞤀".repeat(200)],
    ["two scripts", "Анна Smith"],
    ["two directions", "ليلى Smith"],
    ["letters with separate marks", "Zoe\u0308"],
    ["markup and separators", `<b>O'Brien</b>, "A" & B\\`],
  ])("shows %s on the page, in emails, at the door, in files and in the calendar", async (_, name) => {
    // The name of a host has at most 60 characters.
    const hostName = Array.from(name).slice(0, 60).join("");
    const host = await signedInHost({ tier: "business", name: hostName });
    const event = await makeEvent(host, { name, companion_names: "optional" });
    const email = freshEmail();
    const guest = await addGuest(host, event.id, { name, email, companions: [{ name }] });
    expect(guest).toMatchObject({ name, companions: [{ name }] });
    const { token } = await issueLink(host, event.id, guest.id);

    const mail = await mailTo(email);
    expect(withoutIsolates(mail.text)).toContain(`Hi ${name},`);
    expect(withoutIsolates(mail.subject)).toContain(Array.from(name).slice(0, 100).join(""));

    const open = (path: string) =>
      exports.default.fetch(new Request(`https://usher.test${path}`, { headers: browserHeaders() }));
    const html = await (await open(`/i/${token}`)).text();
    expect(withoutIsolates(html)).toContain(`Dear ${escaped(name)},`);
    // The event, the host and the companion.
    expect(html.split(escaped(hostName)).length).toBeGreaterThan(4);
    expect(await htmlFaults(html)).toEqual([]);
    const calendar = await open(`/access/${token}/calendar.ics`);
    expect(calendarValue(await calendar.text(), "SUMMARY")).toBe(name);

    const typed = encodeURIComponent(Array.from(name).slice(0, 50).join(""));
    const found = await host.api("GET", `/events/${event.id}/check-in/guests?q=${typed}`);
    expect((await found.json<{ items: unknown[] }>()).items).toMatchObject([{ guest: { name, companions: [name] } }]);
    expect((await host.api("POST", `/events/${event.id}/check-in`, { guest_id: guest.id })).status).toBe(201);
    const walkIn = await host.api("POST", `/events/${event.id}/walk-ins`, { name, arrival_count: 1 });
    expect(await walkIn.json()).toMatchObject({ guest: { name } });
    const door = await host.api("GET", `/events/${event.id}/check-ins`);
    expect(await door.json()).toMatchObject({ items: [{ guest: { name } }, { guest: { name } }] });

    const file = await (await host.api("GET", `/events/${event.id}/guests/export.csv`)).text();
    const { rows } = await preview(host, event.id, file);
    expect(rows).toMatchObject([
      { name: shownInPreview(name), status: "already_on_event" },
      { name: shownInPreview(name), status: "already_on_event" },
    ]);
  });

  it.each(REFUSED)("rejects %s under its own name, in words", async (_, name, problem) => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const problems = async (response: Response) => {
      expect(response.status).toBe(400);
      const { errors } = await response.json<{ errors: { path: string; message: string }[] }>();
      // The first problem of each field.
      return new Map(errors.toReversed().map(({ path, message }) => [path, message]));
    };
    const path = `/events/${event.id}`;
    const guest = await problems(await host.api("POST", `${path}/guests`, { name, companions: [{ name }] }));
    expect(Object.fromEntries(guest)).toEqual({ name: problem, "companions.0.name": problem });
    const changed = [
      await host.api("PATCH", path, { name }),
      await host.api("POST", `${path}/walk-ins`, { name, arrival_count: 1 }),
      await host.api("PATCH", "/me", { name }),
    ];
    for (const response of changed) expect(Object.fromEntries(await problems(response))).toEqual({ name: problem });
  });

  it("says so in the row of an import, and on the form of a guest", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { companion_names: "required" });
    for (const [what, name, problem] of REFUSED.slice(2, 11)) {
      const { rows } = await importCsv(host, event.id, `name,companions\n"${name}","${name}"\n`);
      const entry = `has an entry, number 1, that ${problem}`;
      expect([what, rows[0]?.errors]).toEqual([
        what,
        [
          { field: "name", message: problem },
          { field: "companions", message: entry },
        ],
      ]);
    }
    const guest = await addGuest(host, event.id, { party_size: 2 });
    const { token } = await issueLink(host, event.id, guest.id);
    const send = async (name: string) => {
      const fields = { intent: "submit", response: "attending", known: "0", more: "1", "companions.0.name": name };
      const request = new Request(`https://usher.test/i/${token}`, {
        method: "POST",
        headers: browserHeaders(),
        body: new URLSearchParams(fields),
      });
      const response = await exports.default.fetch(request);
      const [, problem] =
        /<p class="problem" id="companions\.0\.name-problem">([^<]*)/.exec(await response.text()) ?? [];
      return [response.status, problem];
    };
    for (const name of ["", "  ", "\u2068\u2069", "\u0301", "\u200e"]) {
      expect([name, ...(await send(name))]).toEqual([name, 400, "Please fill this in."]);
    }
    expect(await send("x".repeat(201))).toEqual([400, "Please keep this to 200 characters."]);
    expect((await send("\u202e"))[0]).toBe(400);
    expect((await send("🎉"))[0]).toBeLessThan(400);
  });

  it("escapes a greeting with markup or an address, and rejects one with a line break", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const email = freshEmail();
    const greeting = `<a href="https://evil.example">Mum</a> & Dad`;
    const guest = await addGuest(host, event.id, { email, greeting });
    const { token } = await issueLink(host, event.id, guest.id);
    const mail = await mailTo(email);
    expect(mail.text).toContain(`Hi ${greeting},`);
    expect(mail.html).toContain("Hi &lt;a href=");
    expect(mail.html).not.toContain('<a href="https://evil.example"');
    const page = await exports.default.fetch(
      new Request(`https://usher.test/i/${token}`, { headers: browserHeaders() }),
    );
    const html = await page.text();
    expect(html).toContain(`Dear ${escaped(greeting)},`);
    expect(html).not.toContain('<a href="https://evil.example"');
    for (const [wrong, message] of [
      ["Mum\nDad", "must be one line without control characters"],
      ["x".repeat(81), "must have at most 80 characters"],
      [" ", EMPTY],
    ]) {
      const refused = await host.api("PATCH", `/events/${event.id}/guests/${guest.id}`, { greeting: wrong });
      expect(await refused.json()).toMatchObject({ errors: [{ path: "greeting", message }] });
    }
  });
});

/** A preview shows the first 254 UTF-16 units of a cell. */
function shownInPreview(name: string): string {
  return name.length > 254 ? `${name.slice(0, 254)}…` : name;
}
