import { setTimeout as pause } from "node:timers/promises";
import { CliError } from "../cli-error.ts";

const ANSWERS_WITHIN_MS = 10_000;
/** A name that is new needs its certificate first. */
const HEALTHY_WITHIN_MS = 3 * 60_000;
const POLL_MS = 2_000;
const ENGINE_ANSWERS_WITHIN_MS = 5_000;

/**
 * Waits for the first good answer of the deployed Worker. That request also arms the Scheduler.
 * @throws CliError with the last answer when there is no good one in time
 */
export async function waitForHealth(publicUrl: string, withinMs = HEALTHY_WITHIN_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await statusOf(`${publicUrl}/health`, ANSWERS_WITHIN_MS);
    if (answer === 200) return;
    if (Date.now() >= deadline) throw new CliError(`${publicUrl}/health does not answer 200 but ${answer}.`);
    await pause(Math.min(POLL_MS, Math.max(0, deadline - Date.now())));
  }
}

/** Whether the engine answers this machine, which says nothing about the Worker's network. */
export async function engineAnswers(url: string): Promise<boolean> {
  return (await statusOf(`${url}/healthz`, ENGINE_ANSWERS_WITHIN_MS)) === 200;
}

/** The status of an answer, or the name of what went wrong. */
function statusOf(url: string, withinMs: number): Promise<number | string> {
  return fetch(url, { signal: AbortSignal.timeout(withinMs) }).then(
    (response) => response.status,
    (error: Error) => `nothing (${error.name})`,
  );
}
