import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { calendarFile, calendarLinks } from "../../src/events/calendar.ts";
import { line, paragraph } from "../../src/http/fields.ts";

const ORGANIZER = { name: "Ana Lindqvist, Berlin; host", email: "replies@example.com" };

/** RFC 5545, section 3.1: octets of a line, without its line break. */
const MAX_LINE_OCTETS = 75;
const SECOND_MS = 1_000;

/** Text that calendar programs misread, mixed with anything else that a host may write. */
const awkward = fc.constantFrom(
  ",",
  ";",
  "\\",
  "\\n",
  ":",
  '"',
  "BEGIN:VEVENT",
  "\r\n",
  "\n",
  "\r",
  "\t",
  "é",
  "👩‍👧",
  " ",
);
const text = fc
  .array(fc.oneof(awkward, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 30 })
  .map((all) => all.join(""));
const oneLine = text.filter((value) => line(200).safeParse(value).success).map((value) => value.trim());
const manyLines = text.filter((value) => paragraph(5_000).safeParse(value).success).map((value) => value.trim());
/** Whole seconds from the year 1000 on: the other parser moves earlier years to the last century. */
const moment = fc.integer({ min: -30_000_000_000, max: 253_000_000_000 }).map((second) => second * SECOND_MS);

const anyEvent = fc.record({
  id: fc.uuid(),
  name: oneLine,
  description: fc.option(manyLines),
  venue: fc.option(oneLine),
  eventDate: moment,
  endTime: fc.constant(null),
  calendarSequence: fc.nat(1_000),
  cancelledAt: fc.constant(null),
  updatedAt: moment,
});

function parsed(file: string): ICAL.Event {
  return new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent") ?? undefined);
}

describe("calendarFile", () => {
  /**
   * @spec 4.58 "GET | /access/{token}/calendar.ics | RFC 5545 calendar file. Times in UTC with a Z suffix; CRLF line
   *   endings; commas and semicolons escaped"
   */
  it("creates a file that another program parses to exactly the host's values", () => {
    fc.assert(
      fc.property(anyEvent, (said) => {
        const read = parsed(calendarFile(said, ORGANIZER));
        expect(read.summary).toBe(said.name);
        expect(read.location ?? null).toBe(said.venue);
        expect(read.description ?? null).toBe(said.description?.replaceAll(/\r\n?/g, "\n") ?? null);
        expect(read.uid).toBe(`${said.id}@usher`);
        expect(read.sequence).toBe(said.calendarSequence);
        expect(read.startDate.toJSDate().getTime()).toBe(said.eventDate);
      }),
      { numRuns: 300 },
    );
  });

  /**
   * @spec 4.58 "GET | /access/{token}/calendar.ics | RFC 5545 calendar file. Times in UTC with a Z suffix; CRLF line
   *   endings; commas and semicolons escaped"
   */
  it("writes lines with CRLF of limited length, and times in UTC", () => {
    fc.assert(
      fc.property(anyEvent, (said) => {
        const file = calendarFile(said, ORGANIZER);
        expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
        const lines = file.split("\r\n");
        expect(lines.filter((one) => /[\r\n]/.test(one))).toEqual([]);
        expect(lines.filter((one) => new TextEncoder().encode(one).length > MAX_LINE_OCTETS)).toEqual([]);
        expect(file).toMatch(/\r\nDTSTART:\d{8}T\d{6}Z\r\n/);
      }),
      { numRuns: 300 },
    );
  });

  it("names the product and the organizer", () => {
    const said = { id: "e", name: "Gala", description: null, venue: null, eventDate: 0, endTime: null };
    const file = calendarFile({ ...said, calendarSequence: 0, cancelledAt: null, updatedAt: 0 }, ORGANIZER);
    const calendar = new ICAL.Component(ICAL.parse(file));
    expect(calendar.getFirstPropertyValue("prodid")).toMatch(/^-\/\/Usher\/\//);
    const organizer = calendar.getFirstSubcomponent("vevent")?.getFirstProperty("organizer");
    expect([organizer?.getFirstValue(), organizer?.getParameter("cn")]).toEqual([
      `mailto:${ORGANIZER.email}`,
      ORGANIZER.name,
    ]);
  });

  /** @spec 2.13 "Event | end time | timestamp, optional | used by the calendar file when present" */
  it("ends with the event, and names no end if the event has none", () => {
    const said = {
      id: "e",
      name: "Gala",
      description: null,
      venue: null,
      calendarSequence: 0,
      cancelledAt: null,
      updatedAt: 0,
      eventDate: Date.UTC(2027, 5, 5, 18),
    };
    const endOf = (endTime: number | null) =>
      parsed(calendarFile({ ...said, endTime }, ORGANIZER))
        .endDate.toJSDate()
        .toISOString();
    expect(endOf(Date.UTC(2027, 5, 6, 1, 30))).toBe("2027-06-06T01:30:00.000Z");
    expect(calendarFile({ ...said, endTime: null }, ORGANIZER)).not.toContain("DTEND");
  });
});

describe("calendarLinks", () => {
  it("encodes any text of the host as data", () => {
    fc.assert(
      fc.property(anyEvent, (said) => {
        const links = calendarLinks(said, "https://usher.test/x.ics");
        const queryOf = (url: string) => new URL(url).searchParams;
        expect(queryOf(links.google).get("text")).toBe(said.name);
        expect(queryOf(links.outlook).get("subject")).toBe(said.name);
        expect(queryOf(links.yahoo).get("title")).toBe(said.name);
        expect(queryOf(links.google).get("location")).toBe(said.venue);
        expect(queryOf(links.outlook).get("body")).toBe(said.description);
        expect(queryOf(links.google).get("dates")).toMatch(/^\d{8}T\d{6}Z\/\d{8}T\d{6}Z$/);
      }),
    );
  });
});
