import { describe, expect, it } from "vitest";
import { harmMissed } from "../../bench/risk/harm.ts";
import type { Outcome, StepUp } from "../../bench/risk/service.ts";
import type { Served } from "../../bench/risk/through.ts";
import type { Label, Visit, VisitKind } from "../../bench/risk/visit.ts";

const NOTHING: Outcome = { asked: false, waits: false, opened: false, answered: false, isGuests: false, hidden: false };

const HONEST: Label = { side: "honest", class: "home and mobile" };
const STRANGER: Label = { side: "attack", class: "naive stranger" };
const STUFFING: Label = { side: "attack", class: "RSVP stuffing" };

/** Accesses with one label; the first `count` have an outcome. */
function accesses(
  total: number,
  count: number,
  {
    label,
    outcome,
    kind = "access",
    stepUp = "block",
  }: { label: Label; outcome: Partial<Outcome>; kind?: VisitKind; stepUp?: StepUp },
): Served {
  const visit = { label, kind } as Visit;
  return {
    stepUp,
    hasDeviceIds: true,
    visits: Array<Visit>(total).fill(visit),
    outcomes: Array.from({ length: total }, (_, index) => (index < count ? { ...NOTHING, ...outcome } : NOTHING)),
  };
}

const TAKEN = { opened: true, answered: true };
const OF_GUEST = { ...TAKEN, isGuests: true };

describe("harmMissed", () => {
  it.each([
    ["answers", 100, 1, { label: STRANGER, outcome: TAKEN }, "naive stranger, answers: 2.00 %, target 1.00 %"],
    ["stuffing", 100, 12, { label: STUFFING, outcome: TAKEN }, "RSVP stuffing, answers: 13.00 %, target 12.00 %"],
    ["passes", 200, 1, { label: STRANGER, outcome: OF_GUEST }, "naive stranger, passes: 1.00 %, target 0.50 %"],
    [
      "seats",
      200,
      0,
      { label: STRANGER, outcome: OF_GUEST, kind: "edit" as const },
      "naive stranger, seats: 0.50 %, target 0.00 %",
    ],
    [
      "views from high on",
      100,
      25,
      { label: STRANGER, outcome: { opened: true }, stepUp: "high" as const },
      "naive stranger, opened from high on: 26.00 %, target 25.00 %",
    ],
    [
      "codes",
      10_000,
      20,
      { label: HONEST, outcome: { asked: true } },
      "honest guests, friction per 10,000: 21.0, target 20.0",
    ],
    [
      "hidden RSVPs",
      10_000,
      1_700,
      { label: HONEST, outcome: { hidden: true } },
      "honest guests, hidden per 10,000: 1701.0, target 1700.0",
    ],
    [
      "hidden RSVPs after an update",
      10_000,
      50,
      { label: { side: "honest", class: "browser update" }, outcome: { hidden: true } },
      "honest guests, hiddenAfterUpdate per 10,000: 51.0, target 50.0",
    ],
  ] as const)(
    "accepts the most %s that the target allows, and names the row with one more",
    (_, total, most, of, row) => {
      expect(harmMissed([accesses(total, most, of)])).toEqual([]);
      expect(harmMissed([accesses(total, most + 1, of)])).toEqual([row]);
    },
  );

  it("has no views target for classes that are near the guest", () => {
    const forwarded = {
      label: { side: "attack", class: "forwarded link" },
      outcome: { opened: true },
      stepUp: "high",
    } as const;
    expect(harmMissed([accesses(10, 10, forwarded)])).toEqual([]);
  });
});
