import { describe, expect, it } from "vitest";
import { OptionError, readNumbers } from "../../testkit/number-options.ts";

const DEFAULTS = { rounds: 3, seed: 1 };
const read = (...args: string[]) => readNumbers(args, DEFAULTS, { seed: 0 });

describe("benchmark options", () => {
  it("accepts whole numbers, or uses the defaults", () => {
    expect(read()).toEqual(DEFAULTS);
    expect(read("--rounds", "11", "--seed=0")).toEqual({ rounds: 11, seed: 0 });
  });

  it.each([
    [["--rounds", "many"], '--rounds takes a whole number from 1, and not "many"'],
    [["--rounds", "0"], '--rounds takes a whole number from 1, and not "0"'],
    [["--rounds", "1.5"], '--rounds takes a whole number from 1, and not "1.5"'],
    [["--rounds="], '--rounds takes a whole number from 1, and not ""'],
    [["--seed", "99999999999999999999"], "--seed takes a whole number from 0"],
    [["--round", "3"], "--round"],
    [["3"], "3"],
  ])("rejects %j", (args, message) => {
    expect(() => read(...args)).toThrow(OptionError);
    expect(() => read(...args)).toThrow(message);
    // With what can be used instead.
    expect(() => read(...args)).toThrow("options: --rounds 3, --seed 1");
  });
});
