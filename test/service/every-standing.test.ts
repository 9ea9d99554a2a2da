import { beforeEach, describe, expect, it } from "vitest";
import { STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";
import type { EveryStandingEvent } from "../../testkit/every-standing.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { stopScheduler } from "../support/broadcast.ts";
import { everyStanding } from "../support/every-standing.ts";
import { preview } from "../support/guest-list.ts";

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
  /**
   * @promise Guests and their file: Every count, filter and file of an event agrees on who comes: a guest has one
   *   standing, and only people with a confirmed seat are counted as coming
   */
  it("has the same numbers in list, counts, seats, analytics, files, attention and at the door", async () => {
    const { read } = await eventWithReader();
    const counts = await read("/guests/counts");
    expect(counts).toMatchObject({ guests: GUESTS, standings: COUNTS, people_coming: PEOPLE_COMING });
    // By response, as before: six RSVPs say yes, for 14 people.
    expect(counts).toMatchObject({ attending: 6, maybe: 1, declined: 1, silent: 1, waitlisted: 1, expected: 14 });

    const seats = await read("/seats");
    expect(seats).toMatchObject({
      ...{ capacity: 9, held: 8, left: 1 },
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
