import { setTimeout as pause } from "node:timers/promises";
import { keepRunning } from "./keep-running.ts";
import { startProgram } from "./program.ts";
import type { Settings } from "./settings.ts";

/** It reads a city database first; on a busy machine that takes seconds. */
const READY_WITHIN_MS = 30_000;

/**
 * Runs the scoring engine, and runs it again when it dies.
 * @returns `ready`: whether it took calls in time
 */
export function runEngine(root: string, settings: Settings, say: (text: string) => void) {
  const ready = Promise.withResolvers<boolean>();
  const start = () => {
    const program = startProgram({
      args: ["scoring-engine/main.ts"],
      cwd: root,
      env: { ...process.env, ...settings.engine },
      onLine(line) {
        if (!line.includes('"msg":"ready"')) return say(`[engine] ${line}`);
        say(`[engine] ready, pid ${program.pid}`);
        ready.resolve(true);
      },
    });
    return program;
  };
  const stop = keepRunning(start, (how, waitMs) => {
    say(`[engine] ended with ${how}; starting it again in ${waitMs} ms`);
  });
  return { ready: Promise.race([ready.promise, pause(READY_WITHIN_MS, false, { ref: false })]), stop };
}
