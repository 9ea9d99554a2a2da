import { watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { keepRunning } from "./keep-running.ts";
import { type Program, startProgram } from "./program.ts";
import type { Settings } from "./settings.ts";

/** The engine first reads a city database, which takes seconds on a busy machine. */
const READY_WITHIN_MS = 30_000;

/** Folders whose changes restart the engine. */
const SOURCES = ["scoring-engine", "proto"] as const;
/** An editor writes a file in several steps; the engine restarts once after them. */
const DEBOUNCE_MS = 200;

/**
 * Runs the scoring engine, and restarts it when it exits or when one of its files changes.
 * @returns `ready`: whether it accepted calls in time
 */
export function runEngine(root: string, settings: Settings, say: (text: string) => void) {
  const ready = Promise.withResolvers<boolean>();
  let program: Program;
  const start = () => {
    program = startProgram({
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
  const stopEngine = keepRunning(start, (how, waitMs) => {
    say(`[engine] ended with ${how}; starting it again in ${waitMs} ms`);
  });
  let debounce: NodeJS.Timeout | undefined;
  const onChange = (): void => {
    clearTimeout(debounce);
    debounce = setTimeout(() => void program.stop(), DEBOUNCE_MS);
  };
  const watchers = SOURCES.map((folder) => watch(join(root, folder), { recursive: true }, onChange));
  const stop = (): Promise<void> => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(debounce);
    return stopEngine();
  };
  return { ready: Promise.race([ready.promise, pause(READY_WITHIN_MS, false, { ref: false })]), stop };
}
