import { inject } from "vitest";

/** Returns the number of rounds of a loop whose volume is its proof: a third in `npm test`. Its test has the tag `rounds`. */
export function rounds(all: number): number {
  return some(Math.ceil(all / 3), all);
}

/** Returns the few of `npm test`, or all of a run of the slow tests. The test has the tag `rounds`. */
export function some<Value>(few: Value, all: Value): Value {
  return inject("suite") === "default" ? few : all;
}

/**
 * Returns every `parts`th value in `npm test`, beginning elsewhere with each turn, or all values in a run of the slow tests. For products
 * of two lists: each value of one meets several of the other. The test has the tag `rounds`.
 */
export function share<Value>(values: readonly Value[], turn: number, parts = 3): readonly Value[] {
  return some(
    values.filter((_, index) => (index + turn) % parts === 0),
    values,
  );
}
