import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CliError } from "../cli-error.ts";
import { startProgram } from "./program.ts";
import type { Settings } from "./settings.ts";
import { isRelevant } from "./worker-log.ts";
import { wranglerEnv } from "./wrangler-env.ts";

const READY_WITHIN_MS = 120_000;
const POLL_MS = 100;
const ANSWERS_WITHIN_MS = 5_000;
/** The configuration error of src/env.ts in the Worker's log. */
const REFUSAL = /The configuration is wrong: [^"]+/;

/**
 * Runs the Worker under `wrangler dev`, which builds it again whenever a file changes.
 * @returns `ready`: resolves with the first successful response, rejects with CliError when there is none in time
 */
export function runWorker(root: string, settings: Settings, inspectorPort: number, say: (text: string) => void) {
  // Variables are passed in the environment, because arguments are visible in the list of processes. wrangler reads them
  // only if a variables file exists.
  const noVariables = ".wrangler/no-variables.env";
  writeFileSync(join(root, noVariables), "");
  const port = settings.ports.PORT;
  let refusal: string | null = null;
  const program = startProgram({
    args: [
      ...["node_modules/wrangler/bin/wrangler.js", "dev", "--ip", "127.0.0.1", "--port", String(port)],
      ...["--inspector-port", String(inspectorPort), "--show-interactive-dev-session=false", "--env-file", noVariables],
    ],
    cwd: root,
    env: { ...wranglerEnv(root), CLOUDFLARE_INCLUDE_PROCESS_ENV: "true", ...settings.worker },
    onLine(line) {
      refusal ??= line.match(REFUSAL)?.[0] ?? null;
      if (isRelevant(line)) say(`[worker] ${line}`);
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const died = program.ended.then((how) => Promise.reject(new CliError(`The Worker ended with ${how}.`)));
  const isHealthy = firstGoodAnswer(`${url}/health`, () => refusal).then(() => {
    say(`[worker] ready, pid ${program.pid}`);
  });
  const ready = Promise.race([died, isHealthy]);
  return { url, ready, ended: program.ended, stop: program.stop };
}

/** @throws CliError when the Worker rejects its configuration, or there is no successful response in time */
async function firstGoodAnswer(url: string, refusal: () => string | null): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const status = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
      (response) => response.status,
      () => null,
    );
    if (status === 200) return;
    const reason = refusal();
    if (reason !== null) throw new CliError(reason);
    if (Date.now() > deadline) throw new CliError(`The Worker did not respond within ${READY_WITHIN_MS / 1000} s.`);
    await pause(POLL_MS);
  }
}
