import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";
import type { EveryStandingEvent, StandingGuest } from "../../testkit/every-standing.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { stopScheduler } from "../support/broadcast.ts";
import { everyStanding } from "../support/every-standing.ts";
import { preview } from "../support/guest-list.ts";
import { browserHeaders, PHONE } from "../support/guest-requests.ts";
import { mailsTo, mailTo } from "../support/mailbox.ts";

// Nothing but the test expires an offer.
beforeEach(stopScheduler);

/** Names of the guests with each standing. */
const NAMES: Record<Standing, string[]> = {
  walk_in: ["Walt Walk-In"],
  coming: ["Cara Coming", "Cleo Companions", "Hugo Host-Recorded"],
  offered: ["Olga Offered"],
  waitlisted: ["Wim Waitlisted"],
  unseated: ["Uma Unseated"],
  maybe: ["Max Maybe"],
  declined: ["Dora Declined"],
  silent: ["Sila Silent"],
  not_invited: ["Nils Not-Invited"],
};
const COUNTS = Object.fromEntries(STANDINGS.map((standing) => [standing, NAMES[standing].length]));
/** Cara alone, Cleo with two companions, Hugo with one. */
const PEOPLE_COMING = 6;
const GUESTS = 11;

async function eventWithReader(): Promise<{ host: Host; event: EveryStandingEvent; read: Reader }> {
  const host = await signedInHost({ tier: "business" });
  const event = await everyStanding(host);
  const read: Reader = async (path) => {
    const response = await host.api("GET", `/events/${event.eventId}${path}`);
    expect(response.status, path).toBe(200);
    return path.endsWith(".csv") ? response.text() : response.json();
  };
  return { host, event, read };
}

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shapes of the responses
type Reader = (path: string) => Promise<any>;

/** Returns the rows of a CSV file without line breaks in its cells, by the names of the columns. */
function rowsOf(csv: string): Record<string, string>[] {
  const [header = [], ...rows] = csv
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)].map(([, one, other]) => one ?? other ?? ""),
    );
  return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])));
}

describe("an event with every standing", () => {
  it("has the same numbers in list, counts, seats, analytics, files, attention and at the door", async () => {
    const { read } = await eventWithReader();
    const counts = await read("/guests/counts");
    expect(counts).toMatchObject({ guests: GUESTS, standings: COUNTS, people_coming: PEOPLE_COMING });
    // By response, as before: six RSVPs say yes, for 14 people.
    expect(counts).toMatchObject({ attending: 6, maybe: 1, declined: 1, silent: 1, waitlisted: 1, expected: 14 });

    const seats = await read("/seats");
    expect(seats).toMatchObject({
      capacity: 9,
      held: 8,
      left: 1,
      confirmed: { parties: COUNTS.coming, heads: PEOPLE_COMING },
      offered: { parties: COUNTS.offered, heads: 2 },
      waitlisted: { parties: COUNTS.waitlisted, heads: 5 },
    });
    expect(seats.confirmed.heads + seats.offered.heads + seats.left).toBe(seats.capacity);

    const { overview, funnel } = await read("/analytics");
    expect(overview).toMatchObject({ guests: GUESTS, standings: COUNTS, expected_headcount: PEOPLE_COMING });
    expect([overview.attending, funnel.responded]).toEqual([6, 8]);

    const { summary } = await read("/check-ins");
    expect(summary).toMatchObject({ expected_headcount: PEOPLE_COMING, guests_expected: COUNTS.coming, walk_ins: 1 });

    expect(await read("/attention")).toMatchObject({ offered: COUNTS.offered, waitlisted: COUNTS.waitlisted });
  });

  it("names the same guests in each filter, each guest's own resource and both files", async () => {
    const { event, read } = await eventWithReader();
    const named = async (query: string) =>
      (await read(`/guests?limit=200${query}`)).items.map(({ name }: { name: string }) => name).sort();
    for (const standing of STANDINGS) expect(await named(`&standing=${standing}`), standing).toEqual(NAMES[standing]);
    const waiting = [...NAMES.offered, ...NAMES.waitlisted].sort();
    expect(await named("&standing=offered,waitlisted")).toEqual(waiting);
    expect(await named("&standing=offered&standing=waitlisted&sort=name")).toEqual(waiting);
    expect(await named("&standing=coming&q=cleo")).toEqual(["Cleo Companions"]);

    const guests = Object.values(event.guests);
    for (const { id, standing } of guests) expect(await read(`/guests/${id}`)).toMatchObject({ id, standing });
    const byName = Object.fromEntries(guests.map(({ name, standing }) => [name, standing]));
    const exported = rowsOf(await read("/guests/export.csv"));
    expect(Object.fromEntries(exported.map((row) => [row.name, row.standing]))).toEqual(byName);
    const analysed = rowsOf(await read("/analytics/export.csv"));
    expect(Object.fromEntries(analysed.map((row) => [row.name, row.standing]))).toEqual(byName);
    const seatOf = (rows: Record<string, string>[], column: string) =>
      Object.fromEntries(rows.map((row) => [row.name, row[column]]));
    expect(seatOf(analysed, "seat")).toEqual(seatOf(exported, "rsvp_seat"));
    expect(seatOf(analysed, "seat")).toMatchObject({ "Olga Offered": "offered", "Uma Unseated": "" });
  });

  it("rejects an unknown standing, and a cursor of a list with other standings", async () => {
    const { host, event, read } = await eventWithReader();
    const list = `/events/${event.eventId}/guests`;
    for (const standing of ["attending", "coming,", "", "coming;offered"]) {
      expect((await host.api("GET", `${list}?standing=${standing}`)).status, standing).toBe(400);
    }
    const { next_cursor } = await read("/guests?standing=coming&limit=1");
    const other = await host.api("GET", `${list}?standing=coming,offered&limit=1&cursor=${next_cursor}`);
    expect(other.status).toBe(400);
    expect((await read(`/guests?standing=coming&limit=2&cursor=${next_cursor}`)).items).toHaveLength(2);
  });

  it("imports its own files, and takes standing and seat for no field of a guest", async () => {
    const { host, event, read } = await eventWithReader();
    for (const path of ["/guests/export.csv", "/analytics/export.csv"]) {
      const { columns, valid } = await preview(host, event.eventId, await read(path));
      const fieldOf = Object.fromEntries(columns.map(({ header, field }) => [header, field]));
      expect(fieldOf).toMatchObject({ name: "name", standing: null });
      expect(fieldOf.seat ?? fieldOf.rsvp_seat ?? null).toBeNull();
      expect(valid).toBeLessThan(GUESTS);
    }
    const { valid, duplicates } = await preview(host, event.eventId, await read("/guests/export.csv"));
    expect([valid, duplicates]).toEqual([0, GUESTS]);
  });
});

/** Returns the text of a guest's page, without markup. */
async function pageOf({ token, address }: StandingGuest): Promise<string> {
  const request = new Request(`https://usher.test/i/${token}`, { headers: browserHeaders(PHONE, address) });
  const response = await exports.default.fetch(request);
  expect(response.status).toBe(200);
  const html = (await response.text()).replace(/<(style|script)[\s\S]*?<\/\1>/g, "");
  return html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ");
}

/** Returns the text that a guest with a link reads about the RSVP. */
const HEADINGS: { [S in Standing]?: string } = {
  coming: "You're going",
  offered: "A seat has opened up for you",
  waitlisted: "You're on the waitlist",
  unseated: "Your seat wasn't confirmed in time",
  maybe: "You've said maybe",
  declined: "You can't make it",
};
const invitedGuests = ({ guests }: EveryStandingEvent) => Object.values(guests).filter(({ token }) => token !== null);
const isWithoutSeat = ({ standing }: StandingGuest) => ["offered", "waitlisted", "unseated"].includes(standing);

describe("the guest's page, API and emails for every standing", () => {
  it("says what the standing is, and gives a pass only to a guest who is coming", async () => {
    const { event } = await eventWithReader();
    for (const guest of invitedGuests(event)) {
      const isComing = guest.standing === "coming";
      const page = await pageOf(guest);
      for (const [standing, heading] of Object.entries(HEADINGS)) {
        expect(page.includes(heading), `${guest.name}: ${heading}`).toBe(standing === guest.standing);
      }
      expect(page.includes("Your door pass"), guest.name).toBe(isComing);
      const url = `https://usher.test/access/${guest.token}`;
      const headers = browserHeaders(PHONE, guest.address);
      const access = await (await exports.default.fetch(new Request(url, { headers }))).json<object>();
      expect("check_in" in access, guest.name).toBe(isComing);
    }
    const confirmed = await mailTo(event.guests.cleo.email ?? "", { subject: "You're going to Summer Gala" });
    expect(confirmed.attachments).toHaveLength(2);
    for (const guest of invitedGuests(event).filter(isWithoutSeat)) {
      await mailTo(guest.email ?? "", {
        subject: /waitlist for Summer Gala|seat has opened up|couldn't hold your seat/,
      });
      const mails = await mailsTo(guest.email ?? "");
      expect(mails.map(({ subject }) => subject).filter((subject) => /going/.test(subject))).toEqual([]);
      expect(mails.flatMap(({ attachments }) => attachments)).toEqual([]);
      expect(mails.filter(({ text }) => /door pass|see you there/i.test(text))).toEqual([]);
    }
  });

  it("offers to ask for a seat again only while RSVPs are open", async () => {
    const { event } = await eventWithReader();
    const { uma } = event.guests;
    expect(await pageOf(uma)).toContain("You can ask for a seat again.");
    await env.DB.prepare("update events set rsvp_deadline = ? where id = ?")
      .bind(Date.now() - 1, event.eventId)
      .run();
    const closed = await pageOf(uma);
    expect(closed).toContain("Your seat wasn't confirmed in time");
    expect(closed).not.toMatch(/ask for a seat again/i);
  });

  it("tells only guests who had a seat that they were going to a cancelled event", async () => {
    const { host, event } = await eventWithReader();
    const cancelled = await host.api("POST", `/events/${event.eventId}/cancel`, { notify: false });
    expect(cancelled.status).toBe(200);
    for (const guest of invitedGuests(event)) {
      const page = await pageOf(guest);
      expect(page.includes("You were going."), guest.name).toBe(guest.standing === "coming");
      expect(page.includes("You said yes, but didn't have a seat yet."), guest.name).toBe(isWithoutSeat(guest));
      expect(page, guest.name).not.toContain("Your door pass");
    }
  });
});
