import type { Event } from "@usher/client";
import { describe, expect, it } from "vitest";
import { changesOf as guestChangesOf } from "../../console/src/routes/guests/guest-form.ts";
import {
  changesOf,
  contradictions,
  type EventValues,
  valuesOf,
} from "../../console/src/routes/settings/event-values.ts";

/** An event in Berlin on the day on which the clocks skip the hour from 02:00 to 03:00. */
const EVENT = {
  name: "Night walk",
  description: null,
  venue: null,
  timezone: "Europe/Berlin",
  event_date: "2027-03-28T01:00:00.000Z",
  end_time: null,
  door_opens_at: "2027-03-27T23:00:00.000Z",
  rsvp_deadline: null,
  locale: "en",
  address_form: "formal",
  reply_to: null,
  sms_countries: [],
  lost_links: true,
  companion_names: "off",
  default_party_size: null,
} as unknown as Event;

const wrongIn = (edits: Partial<EventValues>) => contradictions({ ...valuesOf(EVENT), ...edits });

describe("contradictions", () => {
  it("compares local times as the API does where the clocks skip an hour", () => {
    expect(valuesOf(EVENT).event_date).toBe("2027-03-28T03:00");
    // 02:30 does not exist that day; the form sends 03:30.
    expect(changesOf(EVENT, { rsvp_deadline: "2027-03-28T02:30" }).rsvp_deadline).toBe("2027-03-28T01:30:00.000Z");
    expect(wrongIn({ rsvp_deadline: "2027-03-28T02:30" })).toEqual(["rsvp_deadline"]);
    expect(wrongIn({ rsvp_deadline: "2027-03-28T01:59" })).toEqual([]);
    expect(wrongIn({ rsvp_deadline: "2027-03-28T03:00" })).toEqual([]);
    expect(wrongIn({ end_time: "2027-03-28T02:30" })).toEqual([]);
  });

  it("names each time that is on the wrong side of the start or the end", () => {
    expect(wrongIn({ end_time: "2027-03-28T03:00", rsvp_deadline: "2027-03-28T03:01" })).toEqual([
      "end_time",
      "rsvp_deadline",
    ]);
    expect(wrongIn({ door_opens_at: "2027-03-28T03:01" })).toEqual(["door_opens_at"]);
    expect(wrongIn({ door_opens_at: "2027-03-28T03:01", end_time: "2027-03-28T04:00" })).toEqual([]);
  });
});

describe("the party size of a guest's form", () => {
  it.each([
    ["", null],
    [" 3 ", 3],
    ["0", 0],
    ["200", 200],
    ["two", "two"],
    ["3 people", "3 people"],
  ])("sends %j as %j, so that only an empty field removes the limit", (typed, sent) => {
    expect(JSON.parse(JSON.stringify(guestChangesOf({ party_size: typed })))).toEqual({ party_size: sent });
  });
});
