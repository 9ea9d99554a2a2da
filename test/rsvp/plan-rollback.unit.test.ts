import { describe, expect, it } from "vitest";
import { type AnsweringAccess, planRollback } from "../../src/rsvp/plan-rollback.ts";
import type { RevisionRow } from "../../src/rsvp/queries.ts";

const OWN = { device: "own", ipAddress: "10.0.0.1", userAgent: "phone" };
const OTHER = { device: "other", ipAddress: "10.0.0.2", userAgent: "phone" };
const by = (whose: Omit<AnsweringAccess, "at">, at: number): AnsweringAccess => ({ ...whose, at });

function revision(replacedAt: number, replacedBy: "guest" | "host" = "guest"): RevisionRow {
  return {
    eventId: "e",
    guestId: "g",
    revision: replacedAt,
    response: "attending",
    plusOnes: 0,
    recordedAt: 1,
    replacedAt,
    editCount: 0,
    replacedBy,
    companions: [],
    answers: {},
    answeredBy: "guest",
    seat: "confirmed",
    riskScore: null,
    newDevice: false,
  };
}

const RSVP = { submittedAt: 100, answeredBy: "guest" as const };

describe("planRollback", () => {
  it("returns the RSVP that the device replaced, however often it has written since", () => {
    const access = by(OTHER, 200);
    const answering = [access, by(OTHER, 300)];
    const before = planRollback(access, RSVP, [revision(210), revision(310)], answering);
    expect(before).toMatchObject({ status: "restored", to: { replacedAt: 210 } });
  });

  it("returns null if the device submitted the first RSVP", () => {
    const access = by(OTHER, 90);
    expect(planRollback(access, RSVP, [], [access])).toEqual({ status: "restored", to: null });
    expect(planRollback(access, RSVP, [revision(210)], [access, by(OTHER, 200)])).toEqual({
      status: "restored",
      to: null,
    });
  });

  it("returns `unchanged` if nothing was written since, or there is no RSVP", () => {
    expect(planRollback(by(OTHER, 200), RSVP, [revision(150)], [])).toEqual({ status: "unchanged" });
    expect(planRollback(by(OTHER, 200), null, [], [])).toEqual({ status: "unchanged" });
  });

  it("returns `kept` if another device or the host has written since", () => {
    const access = by(OTHER, 200);
    expect(planRollback(access, RSVP, [revision(210), revision(310)], [access, by(OWN, 305)])).toEqual({
      status: "kept",
    });
    expect(planRollback(access, RSVP, [revision(210), revision(310, "host")], [access])).toEqual({ status: "kept" });
    expect(planRollback(by(OTHER, 90), { ...RSVP, answeredBy: "host" }, [], [by(OTHER, 90)])).toEqual({
      status: "kept",
    });
  });

  it("ignores rejected attempts of the guest since", () => {
    const access = by(OTHER, 200);
    const before = planRollback(access, RSVP, [revision(210)], [access, by(OWN, 250)]);
    expect(before.status).toBe("restored");
  });

  it("compares devices by address and user agent if one of them has no ID", () => {
    const access = by({ ...OTHER, device: null }, 200);
    expect(planRollback(access, RSVP, [revision(210)], [by(OTHER, 200)]).status).toBe("restored");
    expect(planRollback(access, RSVP, [revision(210)], [by(OWN, 205)]).status).toBe("kept");
  });
});
