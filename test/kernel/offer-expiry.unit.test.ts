import { expect, it } from "vitest";
import { offerExpiry } from "../../src/kernel/offer-expiry.ts";

const NOW = Date.parse("2027-06-12T10:00:00Z");

it.each([
  [24, "2027-06-20T18:00:00Z", "2027-06-13T10:00:00Z"],
  [24, "2027-06-12T18:00:00Z", "2027-06-12T18:00:00Z"],
])("ends an offer of %i hours to an event at %s at %s", (offerHours, starts, ends) => {
  expect(offerExpiry({ offerHours, eventDate: Date.parse(starts) }, NOW)).toBe(Date.parse(ends));
});
