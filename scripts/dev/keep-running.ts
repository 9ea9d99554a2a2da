import { setTimeout as pause } from "node:timers/promises";
import type { Program } from "./program.ts";

/** First wait before a program that died is started again; it doubles with each death. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** Who ran this long died of something new. */
const STEADY_MS = 60_000;

/**
 * Runs a program again whenever it ends.
 * @param onEnd called with how it ended and the milliseconds until the next start
 * @returns what stops both the program and its starting again
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
