import { describe, expect, it } from "vitest";
import { readTexts } from "../../scripts/mail-preview/read-texts.ts";
import { isCrowded, nameClass } from "../../src/pages/guest/first-screen.ts";

type Invitation = Parameters<typeof isCrowded>[0];

/** Builds the parts of an invitation that `isCrowded` reads. */
function invitation(event: Partial<Invitation["event"]> = {}): Invitation {
  const usual = {
    name: "Orangery Supper",
    venue: "The Old Orangery, Gartenweg 4, Berlin",
    host_name: "Robin Marsh",
    event_date: "2031-06-14T16:00:00Z",
    end_time: "2031-06-14T21:00:00Z",
    timezone: "Europe/Berlin",
    rsvp_deadline: null,
  };
  return { event: { ...usual, ...event } } as Invitation;
}

describe("nameClass", () => {
  it.each([
    ["Orangery Supper", undefined],
    ["x".repeat(32), undefined],
    ["x".repeat(33), "long"],
    ["x".repeat(90), "long"],
    ["x".repeat(91), "longest"],
    ["山".repeat(16), undefined],
    ["山".repeat(17), "long"],
    ["山".repeat(46), "longest"],
  ])("makes long names smaller, and counts a wide letter twice: %s", (name, expected) => {
    expect(nameClass(name)).toBe(expected);
  });
});

describe("isCrowded", () => {
  const LONG = {
    venue: "Schlosshotel Bühlerhöhe, Großer Festsaal im Nordflügel, Schwarzwaldhochstraße 1, 77815 Bühl",
    rsvp_deadline: "2031-06-01T21:59:00Z",
    end_time: "2031-06-15T01:00:00Z",
  };

  it.each(["en", "de", "fr", "ar", "ja"] as const)("returns false for a usual invitation: %s", async (language) => {
    expect(isCrowded(invitation(), "Dear Ada,", await readTexts(language))).toBe(false);
  });

  it.each(["en", "de", "fr", "ar"] as const)("returns true for an invitation with much text: %s", async (language) => {
    expect(isCrowded(invitation({ ...LONG, name: "x".repeat(100) }), "Dear Ada,", await readTexts(language))).toBe(
      true,
    );
  });

  it("counts at most two lines of a venue, because the page cuts it there", async () => {
    const texts = await readTexts("en");
    expect(isCrowded(invitation({ venue: "x".repeat(300) }), "Dear Ada,", texts)).toBe(false);
  });
});
