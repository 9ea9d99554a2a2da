import { describe, expect, it } from "vitest";
import { maxPlusOnes } from "../../src/guests/party.ts";
import { type Answer, editedAnswer, firstAnswer, headsOf } from "../../src/rsvp/rules.ts";

const NOTHING = { companions: [], answers: {} };
const companion = (name: string | null, attending = true) => ({ name, attending, answers: {} });

describe("firstAnswer, editedAnswer and headsOf", () => {
  it("removes plus-ones and companions of a declined RSVP", () => {
    const companions = [{ name: "Ben" }];
    const none = { response: "declined", plusOnes: 0, ...NOTHING };
    expect(firstAnswer({ response: "declined", plusOnes: 2 })).toEqual(none);
    expect(firstAnswer({ response: "declined", companions })).toEqual(none);
    expect(firstAnswer({ response: "maybe", plusOnes: 2 })).toEqual({ response: "maybe", plusOnes: 2, ...NOTHING });
  });

  it("counts the companions who attend", () => {
    const sent = [{ name: "Ben" }, { name: "Cleo", attending: false }, {}];
    expect(firstAnswer({ response: "attending", companions: sent })).toEqual({
      response: "attending",
      plusOnes: 2,
      companions: [companion("Ben"), companion("Cleo", false), companion(null)],
      answers: {},
    });
    expect(firstAnswer({ response: "attending", companions: [] })).toMatchObject({ plusOnes: 0 });
  });

  it("keeps the fields that an edit omits", () => {
    const before: Answer = { response: "attending", plusOnes: 3, ...NOTHING };
    expect(editedAnswer(before, { response: "maybe" })).toEqual({ ...before, response: "maybe" });
    expect(editedAnswer(before, { plusOnes: 0 })).toEqual({ ...before, plusOnes: 0 });
    expect(editedAnswer(before, { response: "declined" })).toMatchObject({ response: "declined", plusOnes: 0 });
    const declined: Answer = { response: "declined", plusOnes: 0, ...NOTHING };
    expect(editedAnswer(declined, { plusOnes: 4 })).toEqual(declined);
  });

  it("keeps the companions by name when only their number changes", () => {
    const companions = [companion("Ben"), companion("Cleo")];
    const before: Answer = { response: "attending", plusOnes: 2, companions, answers: {} };
    expect(editedAnswer(before, { plusOnes: 1 })).toMatchObject({
      plusOnes: 1,
      companions: [companion("Ben"), companion("Cleo", false)],
    });
    expect(editedAnswer(before, { plusOnes: 3 })).toMatchObject({
      plusOnes: 3,
      companions: [...companions, companion(null)],
    });
    expect(editedAnswer(before, { companions: [] })).toMatchObject({ plusOnes: 0, companions: [] });
  });

  it("keeps answers that an edit does not name, and removes those that are null or empty", () => {
    const before: Answer = {
      response: "attending",
      plusOnes: 0,
      companions: [],
      answers: { a: "1", b: true, c: ["x"] },
    };
    expect(editedAnswer(before, { answers: { b: null, c: [], d: 4, e: "" } }).answers).toEqual({ a: "1", d: 4 });
  });

  it("counts people only for an attending RSVP", () => {
    const heads = (["attending", "maybe", "declined"] as const).map((response) => headsOf({ response, plusOnes: 2 }));
    expect(heads).toEqual([3, 0, 0]);
  });
});

describe("maxPlusOnes", () => {
  it("returns the party size without the guest, and ten without a size", () => {
    const most = (partySize: number | null) => maxPlusOnes({ partySize, companions: [] }, { defaultPartySize: null });
    expect([most(1), most(4), most(null)]).toEqual([0, 3, 10]);
  });

  it("returns the number of companions named by the host, or the size if there is one", () => {
    const companions = [{ name: "Ben" }, { name: "Cleo" }];
    const event = { defaultPartySize: 1 };
    expect(maxPlusOnes({ partySize: null, companions }, event)).toBe(2);
    expect(maxPlusOnes({ partySize: 5, companions }, event)).toBe(4);
  });

  it("returns the event's default for a guest without a size and companions", () => {
    const most = (defaultPartySize: number) => maxPlusOnes({ partySize: null, companions: [] }, { defaultPartySize });
    expect([most(1), most(2), most(20)]).toEqual([0, 1, 19]);
  });
});
