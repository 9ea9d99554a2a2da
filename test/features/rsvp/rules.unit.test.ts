import { describe, expect, it } from "vitest";
import { maxPlusOnes } from "../../../src/features/guests/party.ts";
import { editedAnswer, storedAnswer } from "../../../src/features/rsvp/rules.ts";

describe("answers", () => {
  it("have no plus-ones when they decline", () => {
    expect(storedAnswer({ response: "declined", plusOnes: 2 })).toEqual({ response: "declined", plusOnes: 0 });
    expect(storedAnswer({ response: "maybe", plusOnes: 2 })).toEqual({ response: "maybe", plusOnes: 2 });
  });

  it("keep what an edit leaves out", () => {
    const before = { response: "attending", plusOnes: 3 } as const;
    expect(editedAnswer(before, { response: "maybe" })).toEqual({ response: "maybe", plusOnes: 3 });
    expect(editedAnswer(before, { plusOnes: 0 })).toEqual({ response: "attending", plusOnes: 0 });
    expect(editedAnswer(before, { response: "declined" })).toEqual({ response: "declined", plusOnes: 0 });
    expect(editedAnswer({ response: "declined", plusOnes: 0 }, { plusOnes: 4 })).toEqual({
      response: "declined",
      plusOnes: 0,
    });
  });
});

describe("maxPlusOnes", () => {
  it("is the party without the guest, and ten where the host set no size", () => {
    const most = (partySize: number | null) => maxPlusOnes({ partySize, companions: [] });
    expect([most(1), most(4), most(null)]).toEqual([0, 3, 10]);
  });

  it("is the companions whom the host named where the host set no size, and the size where there is one", () => {
    const companions = [{ name: "Ben" }, { name: "Cleo" }];
    expect(maxPlusOnes({ partySize: null, companions })).toBe(2);
    expect(maxPlusOnes({ partySize: 5, companions })).toBe(4);
  });
});
