import { inject } from "vitest";

const LEVELS = ["debug", "log", "info", "warn", "error"] as const;
type Line = [level: (typeof LEVELS)[number], parts: unknown[]];

/** What was logged since the test began; null: no test is running, and lines are printed as they come. */
let kept: Line[] | null = null;
let isInstalled = false;

/**
 * Keeps what the Worker and a test log until the test has ended. Vitest throws away the lines of a test that passes, after each
 * has gone through its connection to Node: a sixth of the processor time of a test that makes hundreds of requests.
 */
export function keepLogs(): void {
  if (inject("showsLogs")) return;
  kept = [];
  if (isInstalled) return;
  isInstalled = true;
  for (const level of LEVELS) {
    // biome-ignore lint/suspicious/noConsole: it stands before the console
    const print = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      if (kept === null) print(...parts);
      else kept.push([level, parts]);
    };
  }
}

/** Ends the keeping; prints what was kept if the test failed. */
export function endLogs(hasFailed: boolean): void {
  const lines = kept ?? [];
  kept = null;
  if (!hasFailed) return;
  // biome-ignore lint/suspicious/noConsole: what was logged is printed
  for (const [level, parts] of lines) console[level](...parts);
}
