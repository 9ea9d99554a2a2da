import { describe, expect, it } from "vitest";
import { STATUS } from "../../scoring-engine/engine-error.ts";
import { createLoadShedder, type LoadShedder } from "../../scoring-engine/load-shedder.ts";

const refusal = expect.objectContaining({ status: STATUS.resourceExhausted });
const attempt = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

/** An admission that has seen 200 calls of a kind, one after the other, each of them as long. */
function afterCalls(kind: "score" | "handle", ms: number): LoadShedder {
  let now = 0;
  const admission = createLoadShedder(
    100,
    () => {},
    () => now,
  );
  for (let call = 0; call < 200; call += 1) {
    const leave = admission.admit(kind, 10_000);
    now += ms;
    leave();
  }
  return admission;
}

describe("load shedding", () => {
  it("admits calls up to its limit, and counts those it sheds", () => {
    let shed = 0;
    const admission = createLoadShedder(2, () => {
      shed += 1;
    });
    const leave = admission.admit("score", 100);
    admission.admit("score", 100);
    expect(attempt(() => admission.admit("score", 100))).toEqual(refusal);
    leave();
    leave();
    expect(admission.inFlight).toBe(1);
    admission.admit("score", 100);
    expect(shed).toBe(1);
  });

  it("rejects a call that would exceed its deadline, and admits one when idle", () => {
    const admission = afterCalls("score", 400);
    const leave = admission.admit("score", 250);
    expect(attempt(() => admission.admit("score", 250))).toEqual(refusal);
    expect(attempt(() => admission.admit("score", 1_000))).toBeTypeOf("function");
    leave();
  });

  it("does not reject one kind of call because another is slow", () => {
    const admission = afterCalls("handle", 2_000);
    admission.admit("handle", 10_000);
    expect(attempt(() => admission.admit("score", 250))).toBeTypeOf("function");
  });

  it("rejects a call whose deadline has passed", () => {
    expect(attempt(() => createLoadShedder(1, () => {}).admit("score", 0))).toEqual(refusal);
  });
});
