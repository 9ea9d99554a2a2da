import { describe, expect, it } from "vitest";
import { english } from "../../src/i18n/english.ts";
import { dayAndTime } from "../../src/i18n/event-time.ts";
import { doorsText, timeLeft } from "../../src/pages/guest/local-time.ts";

const BERLIN = "Europe/Berlin";
const EVENING = Date.parse("2027-06-12T16:00:00Z");
const MINUTE = 60_000;

describe("dayAndTime, doorsText and timeLeft", () => {
  it("includes the day in the event's zone", () => {
    expect(dayAndTime(english(), EVENING, BERLIN)).toBe("Saturday 12\u00a0June, 18:00 in Berlin");
    expect(dayAndTime(english(), EVENING, "America/Los_Angeles")).toBe("Saturday 12\u00a0June, 09:00 in Los Angeles");
  });

  it("omits the day if another shown time already has it", () => {
    expect(doorsText(english(), EVENING - 30 * MINUTE, EVENING, BERLIN)).toBe("Doors open at 17:30 in Berlin");
    expect(doorsText(english(), EVENING - 24 * 60 * MINUTE, EVENING, BERLIN)).toBe(
      "Doors open at 18:00 on Friday 11\u00a0June in Berlin",
    );
  });
});

it.each([
  [-1, "0 minutes"],
  [1, "1 minute"],
  [119, "119 minutes"],
  [120, "2 hours"],
  [47 * 60 + 59, "47 hours"],
  [48 * 60, "2 days"],
])("rounds %i minutes to %s", (minutes, said) => {
  expect(timeLeft(english(), EVENING + minutes * MINUTE, EVENING)).toBe(said);
});
