import { describe, expect, it } from "vitest";
import { PLANS } from "../../console/src/routes/account/plan/plans.ts";
import { TIERS } from "../../src/db/schema/billing.ts";
import { LIMITS } from "../../src/platform/tiers/limits.ts";

describe("PLANS of the console", () => {
  it("matches the limits and features that the API enforces", () => {
    for (const tier of TIERS) expect(PLANS[tier]).toEqual({ ...LIMITS[tier].counts, ...LIMITS[tier].features });
    expect(Object.keys(PLANS)).toEqual([...TIERS]);
  });
});
