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

/** Creates a load shedder that has seen 200 sequential calls of one kind and duration. */
function afterCalls(kind: "score" | "handle", ms: number): LoadShedder {
  let now = 0;
  const shedder = createLoadShedder(
    100,
    () => {},
    () => now,
  );
  for (let call = 0; call < 200; call += 1) {
    const leave = shedder.admit(kind, 10_000);
    now += ms;
    leave();
  }
  return shedder;
}

describe("createLoadShedder", () => {
  it("admits calls up to its limit, and counts the rejected ones", () => {
    let shed = 0;
    const shedder = createLoadShedder(2, () => {
      shed += 1;
    });
    const leave = shedder.admit("score", 100);
    shedder.admit("score", 100);
    expect(attempt(() => shedder.admit("score", 100))).toEqual(refusal);
    leave();
    leave();
    expect(shedder.inFlight).toBe(1);
    shedder.admit("score", 100);
    expect(shed).toBe(1);
  });

  it("rejects a call that would exceed its deadline, and admits one when idle", () => {
    const shedder = afterCalls("score", 400);
    const leave = shedder.admit("score", 250);
    expect(attempt(() => shedder.admit("score", 250))).toEqual(refusal);
    expect(attempt(() => shedder.admit("score", 1_000))).toBeTypeOf("function");
    leave();
  });

  it("does not reject calls of one kind because another kind is slow", () => {
    const shedder = afterCalls("handle", 2_000);
    shedder.admit("handle", 10_000);
    expect(attempt(() => shedder.admit("score", 250))).toBeTypeOf("function");
  });

  it("rejects a call whose deadline has passed", () => {
    expect(attempt(() => createLoadShedder(1, () => {}).admit("score", 0))).toEqual(refusal);
  });
});
