import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChangedFrom,
  type NoticedEvent,
  noticedFields,
  noticeOf,
} from "../../../src/events/change-notices/notice-of.ts";

const DINNER: NoticedEvent = {
  name: "Dinner",
  description: null,
  venue: "Orangerie",
  eventDate: Date.UTC(2027, 5, 19, 16, 30),
  endTime: null,
  timezone: "Europe/Berlin",
  cancelledAt: null,
};
const HOUR_MS = 3_600_000;

describe("noticeOf", () => {
  it("returns the old name, time and venue", () => {
    const from: ChangedFrom = {
      name: ["Lunch"],
      venue: [null],
      eventDate: [DINNER.eventDate - HOUR_MS],
      description: ["Bring a jumper."],
    };
    expect(noticeOf(from, DINNER)).toEqual({
      kind: "changed",
      oldName: "Lunch",
      oldTime: { startsAt: DINNER.eventDate - HOUR_MS, endsAt: null, timeZone: "Europe/Berlin" },
      oldVenue: { value: null },
      hasNewDescription: true,
    });
  });

  it("returns the old time when only the zone has changed", () => {
    expect(noticeOf({ timezone: ["Europe/London"] }, DINNER)?.oldTime).toEqual({
      startsAt: DINNER.eventDate,
      endsAt: null,
      timeZone: "Europe/London",
    });
  });

  it("returns null when every change was undone", () => {
    const values = fc.record({ name: fc.string(), venue: fc.option(fc.string()), description: fc.option(fc.string()) });
    fc.assert(
      fc.property(values, (known) => {
        const from: ChangedFrom = { name: [known.name], venue: [known.venue], description: [known.description] };
        expect(noticeOf(from, { ...DINNER, ...known })).toBeNull();
      }),
    );
  });

  it("returns the cancellation once, and no other change of a cancelled event", () => {
    const cancelled = { ...DINNER, cancelledAt: 1 };
    expect(noticeOf({ cancelledAt: [null] }, cancelled)?.kind).toBe("cancelled");
    expect(noticeOf({ venue: ["Lido"] }, cancelled)).toBeNull();
    expect(noticeOf({ cancelledAt: [1] }, cancelled)).toBeNull();
  });

  it("returns the reinstatement with changes made meanwhile, and null if no cancellation was sent", () => {
    expect(noticeOf({ cancelledAt: [1], venue: ["Lido"] }, DINNER)).toMatchObject({
      kind: "reinstated",
      oldVenue: { value: "Lido" },
    });
    expect(noticeOf({ cancelledAt: [null] }, DINNER)).toBeNull();
    expect(noticeOf({ cancelledAt: [null], venue: ["Lido"] }, DINNER)?.kind).toBe("changed");
  });
});

describe("noticedFields", () => {
  it("returns the changed fields that guests see", () => {
    const changes = { name: "Dinner", venue: "Lido", description: null, endTime: DINNER.eventDate + HOUR_MS };
    expect(noticedFields(DINNER, changes)).toEqual(["venue", "endTime"]);
  });
});
