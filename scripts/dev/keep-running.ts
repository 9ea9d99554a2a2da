import { setTimeout as pause } from "node:timers/promises";
import type { Program } from "./program.ts";

/** First delay before a restart; it doubles with each exit. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** A program that ran this long starts with the first delay again. */
const STEADY_MS = 60_000;

/**
 * Restarts a program whenever it exits.
 * @param onEnd called with the exit reason and the milliseconds until the restart
 * @returns a function that stops the program and the restarts
 */
export function keepRunning(start: () => Program, onEnd: (how: string, waitMs: number) => void): () => Promise<void> {
  const stopping = new AbortController();
  let program = start();
  const running = (async () => {
    let deaths = 0;
    for (let began = Date.now(); ; began = Date.now()) {
      const how = await program.ended;
      if (stopping.signal.aborted) return;
      deaths = Date.now() - began < STEADY_MS ? deaths + 1 : 1;
      const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1));
      onEnd(how, waitMs);
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      program = start();
    }
  })();
  return async () => {
    stopping.abort();
    await program.stop();
    await running;
  };
}
