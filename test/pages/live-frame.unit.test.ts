import { describe, expect, it } from "vitest";
import { type Frame, frameKey, placeOf, sentenceOf } from "../../src/pages/client/live/frame.ts";

type AccessFrame = Extract<Frame, { type: "access.scored" }>;

const common = { at: "2027-06-05T15:30:00.000Z", guest: { id: "g", name: "Ada" } };

function access(
  place: Partial<Record<"geo_country" | "geo_city", string> & Record<"geo_lat" | "geo_lon", number>>,
): AccessFrame {
  const nowhere = { geo_country: null, geo_city: null, geo_lat: null, geo_lon: null };
  const scored = { kind: "access" as const, score: 5, risk: "low" as const, reasons: [], automated: false };
  return { type: "access.scored", ...common, access_log_id: "a", ...scored, ...nowhere, ...place };
}

describe("the live page", () => {
  it("names the place of an access, or its position where the place has no name", () => {
    expect(placeOf(access({ geo_country: "PT", geo_city: "Lisbon", geo_lat: 38.72, geo_lon: -9.14 }))).toBe(
      "Lisbon, PT",
    );
    expect(placeOf(access({ geo_country: "PT" }))).toBe("PT");
    expect(placeOf(access({ geo_lat: 38.72, geo_lon: -9.14 }))).toBe("39° N, 9° W");
    expect(placeOf(access({}))).toBeNull();
  });

  it("says what happened, and of a blocked access that somebody tried", () => {
    const answer = { type: "rsvp.updated", ...common, rsvp_id: "r", edit_count: 1 } as const;
    const said = (frame: Frame) => Object.values(sentenceOf(frame)).join("");
    expect(said({ ...answer, response: "attending", plus_ones: 2 })).toBe("Ada changed to coming + 2");
    expect(said({ ...answer, response: "declined", plus_ones: 0 })).toBe("Ada changed to can't make it");
    expect(said({ ...access({}), risk: "block" })).toBe("Blocked: someone tried to open Ada's link");
    expect(said({ ...access({}), automated: true })).toBe("Ada: link opened by an email scanner");
  });

  it("tells a host's change of an answer from the guest's edit before it", () => {
    const edit = {
      type: "rsvp.updated",
      ...common,
      rsvp_id: "r",
      response: "attending",
      plus_ones: 3,
      edit_count: 1,
    } as const;
    expect(frameKey({ ...edit, at: "2027-06-05T15:31:00.000Z", plus_ones: 1 })).not.toBe(frameKey(edit));
  });
});
