import { setTimeout as pause } from "node:timers/promises";
import { CliError } from "../cli-error.ts";

const ANSWERS_WITHIN_MS = 10_000;
/** Includes the time in which a new host name gets its certificate. */
const HEALTHY_WITHIN_MS = 3 * 60_000;
const POLL_MS = 2_000;
const ENGINE_ANSWERS_WITHIN_MS = 5_000;

/**
 * Waits until the deployed Worker responds with 200. That request also sets the Scheduler's first alarm.
 * @throws CliError with the last response when none is 200 in time
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

/** Whether the engine is reachable from this machine; the Worker's network may differ. */
export async function engineAnswers(url: string): Promise<boolean> {
  return (await statusOf(`${url}/healthz`, ENGINE_ANSWERS_WITHIN_MS)) === 200;
}

/** The status of a response, or the name of the error. */
function statusOf(url: string, withinMs: number): Promise<number | string> {
  return fetch(url, { signal: AbortSignal.timeout(withinMs) }).then(
    (response) => response.status,
    (error: Error) => `nothing (${error.name})`,
  );
}
