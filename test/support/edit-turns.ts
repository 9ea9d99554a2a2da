import { onTestFinished, vi } from "vitest";
import { WAIT_MS } from "../../src/rsvp/edit-counter.ts";
import { ENTER_TIMEOUT_MS } from "../../src/rsvp/edit-rsvp.ts";

/** Sets the timeout of edits' turns until the test ends, and no other timeout: 0 ends them immediately. */
export function turnTimeouts(ms: number): void {
  const { setTimeout } = globalThis;
  const isOfTurn = (delay: number) => delay === ENTER_TIMEOUT_MS || delay === WAIT_MS;
  vi.stubGlobal("setTimeout", (work: () => void, delay = 0) => setTimeout(work, isOfTurn(delay) ? ms : delay));
  onTestFinished(() => void vi.unstubAllGlobals());
}
