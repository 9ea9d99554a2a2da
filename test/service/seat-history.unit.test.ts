import { describe, expect, test } from "vitest";
import { explain, type SeatAction, type SeatCall, type SeatOutcome } from "../../testkit/seat-history.ts";

let clock = 0;

/** A call that begins after all before it have ended. */
function call(guest: string, action: SeatAction, outcome: SeatOutcome): SeatCall {
  const begin = clock++;
  return { guest, action, outcome, begin, end: clock++ };
}

/** These calls, all concurrent. */
const atOnce = (...calls: SeatCall[]): SeatCall[] => calls.map((one) => ({ ...one, begin: 0, end: 1_000_000 }));

const answer = (guest: string, heads: number, seat: "confirmed" | "waitlisted") =>
  call(guest, { kind: "answer", heads }, { seat, heads });
const edit = (guest: string, heads: number, outcome: SeatOutcome) => call(guest, { kind: "edit", heads }, outcome);
const declines = (guest: string) => edit(guest, 0, { seat: null, heads: 0 });
const offer = (guest: string, heads: number): SeatCall => ({
  ...call(guest, { kind: "offer" }, { seat: "offered", heads }),
  begin: 0,
  end: Number.POSITIVE_INFINITY,
});
const accept = (guest: string, heads: number) => call(guest, { kind: "accept" }, { seat: "confirmed", heads });
const read = (guest: string, seat: "confirmed" | "waitlisted" | "offered" | null, heads: number) =>
  call(guest, { kind: "read" }, { seat, heads });
const lost = (guest: string, action: SeatAction): SeatCall => ({
  guest,
  action,
  begin: clock++,
  end: Number.POSITIVE_INFINITY,
  outcome: null,
});

const isExplained = (history: SeatCall[], capacity = 4) => explain(history, capacity).explained;

describe("explain", () => {
  test.each<[string, () => SeatCall[]]>([
    ["nothing", () => []],
    ["answers in turn", () => [answer("a", 3, "confirmed"), answer("b", 2, "waitlisted"), answer("c", 1, "confirmed")]],
    [
      "parallel answers in another order than they were sent",
      () => atOnce(answer("a", 2, "waitlisted"), answer("b", 3, "confirmed"), answer("c", 1, "confirmed")),
    ],
    [
      "an offer to the first in line that fits",
      () => [
        answer("a", 1, "confirmed"),
        answer("b", 3, "confirmed"),
        answer("c", 3, "waitlisted"),
        answer("d", 1, "waitlisted"),
        declines("a"),
        offer("d", 1),
        read("d", "offered", 1),
        accept("d", 1),
        read("c", "waitlisted", 3),
      ],
    ],
    [
      "a lost answer that was written, and its repetition",
      () => [
        lost("a", { kind: "answer", heads: 4 }),
        call("a", { kind: "answer", heads: 4 }, { refused: "exists" }),
        read("a", "confirmed", 4),
      ],
    ],
    [
      "a lost answer that was never written",
      () => [lost("a", { kind: "answer", heads: 4 }), answer("b", 4, "confirmed")],
    ],
    [
      "a party that finds no room to grow",
      () => [answer("a", 2, "confirmed"), answer("b", 2, "confirmed"), edit("a", 3, { refused: "full" })],
    ],
  ])("accepts %s", (_, history) => {
    expect(explain(history(), 4)).toMatchObject({ explained: true });
  });
});

describe("explain", () => {
  test.each<[string, () => SeatCall[]]>([
    ["more heads than seats", () => [answer("a", 3, "confirmed"), answer("b", 2, "confirmed")]],
    ["more heads than seats in parallel", () => atOnce(answer("a", 3, "confirmed"), answer("b", 2, "confirmed"))],
    ["a party that waits although there is room", () => [answer("a", 3, "confirmed"), answer("b", 1, "waitlisted")]],
    ["a lost answer that was acknowledged", () => [answer("a", 3, "confirmed"), answer("b", 4, "confirmed")]],
    [
      "an acknowledged edit that is gone",
      () => [answer("a", 3, "confirmed"), edit("a", 2, { seat: "confirmed", heads: 2 }), read("a", "confirmed", 3)],
    ],
    [
      "an offer out of order",
      () => [
        answer("a", 4, "confirmed"),
        answer("b", 2, "waitlisted"),
        answer("c", 2, "waitlisted"),
        edit("a", 2, { seat: "confirmed", heads: 2 }),
        offer("c", 2),
        read("b", "waitlisted", 2),
      ],
    ],
    [
      "an offer that does not fit",
      () => [answer("a", 3, "confirmed"), answer("b", 2, "waitlisted"), offer("b", 2), read("b", "offered", 2)],
    ],
    [
      "a seat that is offered to two",
      () => [
        answer("a", 4, "confirmed"),
        answer("b", 4, "waitlisted"),
        answer("c", 4, "waitlisted"),
        declines("a"),
        offer("b", 4),
        offer("c", 4),
      ],
    ],
    [
      "a stale seat: read after it was given back",
      () => [answer("a", 2, "confirmed"), declines("a"), read("a", "confirmed", 2)],
    ],
    [
      "a seat that overtakes those who wait and fit",
      () => [
        answer("a", 4, "confirmed"),
        answer("b", 1, "waitlisted"),
        declines("a"),
        answer("c", 1, "confirmed"),
        read("b", "waitlisted", 1),
      ],
    ],
    [
      "a refusal of an answer that was never given",
      () => [call("a", { kind: "answer", heads: 1 }, { refused: "exists" })],
    ],
    [
      "an acceptance without an offer",
      () => [answer("a", 4, "confirmed"), answer("b", 1, "waitlisted"), accept("b", 1)],
    ],
  ])("rejects %s", (_, history) => {
    expect(isExplained(history())).toBe(false);
  });

  test("rejects responses before their requests", () => {
    const [first, second] = [answer("a", 4, "confirmed"), answer("b", 4, "waitlisted")];
    expect(isExplained([first, second])).toBe(true);
    expect(
      isExplained([
        { ...first, begin: 10, end: 11 },
        { ...second, begin: 1, end: 2 },
      ]),
    ).toBe(false);
  });
});

test("uses hints only to shorten the search", () => {
  const history = atOnce(
    ...Array.from({ length: 12 }, (_, index) => answer(`g${index}`, 1, index > 7 ? "confirmed" : "waitlisted")),
  );
  expect(isExplained(history)).toBe(true);
  expect(isExplained(history.map((one, index) => ({ ...one, hint: 12 - index })))).toBe(true);
  const overbooked = [...history, ...atOnce(answer("late", 1, "confirmed"))];
  expect(isExplained(overbooked.map((one, index) => ({ ...one, hint: index })))).toBe(false);
});
