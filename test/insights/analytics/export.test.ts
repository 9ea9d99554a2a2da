import { describe, expect, it } from "vitest";
import { signedInHost } from "../../support/account.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { type GuestHistory, UNTOUCHED, writeHistory } from "../../support/event-history.ts";

const HEADER = [
  "guest_id",
  "name",
  "email",
  "phone",
  "party_size",
  "utm_source",
  "invited_at",
  "invited_at_local",
  "opened_at",
  "opened_at_local",
  "response",
  "standing",
  "seat",
  "plus_ones",
  "responded_at",
  "responded_at_local",
  "minutes_to_respond",
  "edit_count",
  "checked_in_at",
  "checked_in_at_local",
  "arrival_count",
  "walk_in",
  "timezone",
];

/** Parses CSV by RFC 4180, without code of the service. */
function parseCsv(text: string): string[][] {
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  const rows: string[][] = [[]];
  for (const [, quoted, bare = "", end] of cells) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

/** A row with these cells, and no others. */
function rowOf(cells: Record<string, string | undefined>): string[] {
  return HEADER.map((column) => cells[column] ?? "");
}

const at = (text: string) => Date.parse(text);

const HISTORIES: GuestHistory[] = [
  {
    name: '=HYPERLINK("https://evil.example","Click, please")',
    email: "grace@example.com",
    phone: "+442079460000",
    partySize: 4,
    utmSource: "@SUM(A1)",
    // Summer time in Berlin ends between the two links.
    links: [at("2026-10-24T22:30:00Z"), at("2026-10-25T12:00:00Z")],
    accesses: [{ at: at("2026-10-25T00:30:00Z"), kind: "access", automated: false, risk: "low" }],
    answers: [
      { at: at("2026-10-25T01:30:00Z"), response: "maybe", plusOnes: 0 },
      { at: at("2026-10-26T08:00:00Z"), response: "attending", plusOnes: 2 },
    ],
    arrival: { at: at("2026-10-30T18:05:00Z"), count: 3, walkIn: false },
  },
  {
    ...UNTOUCHED,
    name: "Zoë O’Brien; “the second”",
    arrival: { at: at("2026-10-30T18:10:00Z"), count: 1, walkIn: true },
  },
];

describe("GET /events/{eventId}/analytics/export.csv", () => {
  /** @spec 4.76 "GET | /events/{id}/analytics/export.csv | viewer+ | flat per-guest CSV with a header row" */
  it("contains a row for each guest, with times in UTC and in the event's time zone", async () => {
    const host = await signedInHost();
    const event = { name: "Gala & Ball, 2026", timezone: "Europe/Berlin" };
    const { eventId, guests } = await writeHistory(host.id, event, HISTORIES);
    const response = await host.api("GET", `/events/${eventId}/analytics/export.csv`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="gala-ball-2026-analytics.csv"');
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, ...rows] = parseCsv(new TextDecoder().decode(bytes));
    expect(header).toEqual(HEADER);
    const ids = new Map(guests.map(({ name, id }) => [name, id]));
    const formula = HISTORIES[0]?.name ?? "";
    const walkIn = HISTORIES[1]?.name ?? "";
    const expected = [
      [
        ids.get(formula),
        `'${formula}`,
        "grace@example.com",
        "'+442079460000",
        "4",
        "'@SUM(A1)",
        "2026-10-24T22:30:00.000Z",
        "2026-10-25 00:30",
        "2026-10-25T00:30:00.000Z",
        "2026-10-25 02:30",
        "attending",
        "coming",
        "confirmed",
        "2",
        "2026-10-25T01:30:00.000Z",
        "2026-10-25 02:30",
        "180",
        "1",
        "2026-10-30T18:05:00.000Z",
        "2026-10-30 19:05",
        "3",
        "no",
        "Europe/Berlin",
      ],
      rowOf({
        guest_id: ids.get(walkIn),
        name: walkIn,
        response: "pending",
        standing: "walk_in",
        checked_in_at: "2026-10-30T18:10:00.000Z",
        checked_in_at_local: "2026-10-30 19:10",
        arrival_count: "1",
        walk_in: "yes",
        timezone: "Europe/Berlin",
      }),
    ];
    const byId = (one: (string | undefined)[], other: (string | undefined)[]) =>
      (one[0] ?? "") < (other[0] ?? "") ? -1 : 1;
    expect(rows).toEqual(expected.sort(byId));
  });

  it("returns only a header line ending in CRLF for an event without guests", async () => {
    const host = await signedInHost();
    const { eventId } = await writeHistory(host.id, { timezone: "UTC" }, []);
    const response = await host.api("GET", `/events/${eventId}/analytics/export.csv`);
    expect(await response.text()).toBe(`${HEADER.join(",")}\r\n`);
  });

  /** @spec 4.76 "GET | /events/{id}/analytics/export.csv | viewer+ | flat per-guest CSV with a header row" */
  it("contains every guest of the event once, in any number of chunks", async () => {
    const host = await signedInHost({ tier: "business" });
    const [fixture] = [await makeEventFixture(host.id, 1_234), await makeEventFixture(host.id, 50)];
    const viewer = await signedInHost();
    await addMember(fixture.eventId, viewer.id, "viewer");
    const response = await viewer.api("GET", `/events/${fixture.eventId}/analytics/export.csv`);
    const rows = parseCsv(await response.text()).slice(1);
    expect(rows.map(([id]) => id)).toEqual(fixture.guests.map(({ id }) => id).sort());
  });
});
