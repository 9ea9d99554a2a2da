import { AppError, type FieldProblem } from "../kernel/errors.ts";
import type { Thresholds } from "../platform/risk-bands/bands.ts";

/** Each threshold with the one that has to be below it. */
const ABOVE = [
  ["high", "medium"],
  ["block", "high"],
] as const;

/** @throws AppError 400 `invalid_threshold_order` unless medium < high < block; equal ones leave a band empty */
export function requireRising(thresholds: Thresholds): void {
  const errors: FieldProblem[] = ABOVE.filter(([upper, lower]) => thresholds[upper] <= thresholds[lower]).map(
    ([upper, lower]) => ({ path: upper, message: `must be above ${lower}` }),
  );
  if (errors.length === 0) return;
  throw new AppError("invalid_threshold_order", { errors });
}
