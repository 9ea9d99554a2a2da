import { describe, expect, it } from "vitest";
import { type Admission, openAdmission } from "../../scoring-engine/admission.ts";
import { STATUS } from "../../scoring-engine/engine-error.ts";

const refusal = expect.objectContaining({ status: STATUS.resourceExhausted });
const attempt = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

/** An admission that has seen 200 calls of a kind, one after the other, each of them as long. */
function afterCalls(kind: "score" | "handle", ms: number): Admission {
  let now = 0;
  const admission = openAdmission(
    100,
    () => {},
    () => now,
  );
  for (let call = 0; call < 200; call += 1) {
    const leave = admission.enter(kind, 10_000);
    now += ms;
    leave();
  }
  return admission;
}

describe("admission", () => {
  it("takes as many calls at once as the limit says, and counts those it sheds", () => {
    let shed = 0;
    const admission = openAdmission(2, () => {
      shed += 1;
    });
    const leave = admission.enter("score", 100);
    admission.enter("score", 100);
    expect(attempt(() => admission.enter("score", 100))).toEqual(refusal);
    leave();
    leave();
    expect(admission.inFlight).toBe(1);
    admission.enter("score", 100);
    expect(shed).toBe(1);
  });

  it("refuses a call that would end after its caller left, and takes one when idle", () => {
    const admission = afterCalls("score", 400);
    const leave = admission.enter("score", 250);
    expect(attempt(() => admission.enter("score", 250))).toEqual(refusal);
    expect(attempt(() => admission.enter("score", 1_000))).toBeTypeOf("function");
    leave();
  });

  it("does not refuse one kind of call for the slowness of another", () => {
    const admission = afterCalls("handle", 2_000);
    admission.enter("handle", 10_000);
    expect(attempt(() => admission.enter("score", 250))).toBeTypeOf("function");
  });

  it("refuses a call whose deadline has passed", () => {
    expect(attempt(() => openAdmission(1, () => {}).enter("score", 0))).toEqual(refusal);
  });
});
