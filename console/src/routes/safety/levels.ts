import type { ChangeThresholds } from "@usher/client";

export type Level = "relaxed" | "normal" | "strict";

/** The named settings, and the scores at which their bands begin. `normal` is the service's default. */
export const LEVELS: Record<Level, ChangeThresholds> = {
  relaxed: { medium: 45, high: 70, block: 95 },
  normal: { medium: 30, high: 60, block: 85 },
  strict: { medium: 20, high: 45, block: 70 },
};

/** The level that thresholds are, or null for others, which a program has set. */
export function levelOf({ medium, high, block }: ChangeThresholds): Level | null {
  const names: Level[] = ["relaxed", "normal", "strict"];
  const same = names.find((name) => {
    const level = LEVELS[name];
    return level.medium === medium && level.high === high && level.block === block;
  });
  return same ?? null;
}
