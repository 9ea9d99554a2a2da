import { watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { CliError } from "../cli-error.ts";
import { keepRunning, type Program, startProgram } from "./program.ts";
import type { Settings } from "./settings.ts";
import { wranglerEnv } from "./wrangler-env.ts";

/** The engine first reads a city database, which takes some seconds on a busy machine. */
const ENGINE_READY_WITHIN_MS = 30_000;

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
  return { ready: Promise.race([ready.promise, pause(ENGINE_READY_WITHIN_MS, false, { ref: false })]), stop };
}

const WORKER_READY_WITHIN_MS = 120_000;
const POLL_MS = 100;
const ANSWERS_WITHIN_MS = 5_000;
/** The configuration error of src/env.ts in the Worker's log. */
const REFUSAL = /The configuration is wrong: [^"]+/;

/**
 * Runs the Worker under `wrangler dev`, which builds it again whenever a file changes.
 * @returns `ready`: resolves with the first successful response, rejects with CliError if there is none in time
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
      "node_modules/wrangler/bin/wrangler.js",
      "dev",
      "--ip",
      "127.0.0.1",
      "--port",
      String(port),
      "--inspector-port",
      String(inspectorPort),
      "--show-interactive-dev-session=false",
      "--env-file",
      noVariables,
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

/** @throws CliError if the Worker rejects its configuration, or there is no successful response in time */
async function firstGoodAnswer(url: string, refusal: () => string | null): Promise<void> {
  const deadline = Date.now() + WORKER_READY_WITHIN_MS;
  for (;;) {
    const status = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
      (response) => response.status,
      () => null,
    );
    if (status === 200) return;
    const reason = refusal();
    if (reason !== null) throw new CliError(reason);
    if (Date.now() > deadline)
      throw new CliError(`The Worker did not respond within ${WORKER_READY_WITHIN_MS / 1000} s.`);
    await pause(POLL_MS);
  }
}

/**
 * Suppressed lines of wrangler's output: its table of bindings, the warning about crons (the Scheduler's alarm runs instead), its
 * hint about types, and its request log, whose paths contain guests' secret tokens. The Worker's own log contains the route
 * instead.
 */
const SUPPRESSED = [
  /^\[wrangler:\w+\] [A-Z]+ \//,
  /^\[wrangler:info\] (Ready|Updated|QUEUE)/,
  /^Your Worker has access/,
  /^Binding {2}/,
  /^env\.\w+ /,
  /^Using secrets/,
  // `npm run check` compares src/worker-configuration.d.ts, because wrangler does not know the options of its generation.
  /Your types might be out of date/,
  /^⎔ /,
  /^\[custom build\] Running/,
  /Scheduled Workers are not automatically triggered/,
  /^ {2}To manually trigger a scheduled event/,
  /cdn-cgi\/local\/scheduled/,
  /configuration\/cron-triggers/,
  /^\s*$/,
];

/** True if a line of wrangler's output is printed. */
export function isRelevant(line: string): boolean {
  const plain = stripVTControlCharacters(line);
  return !SUPPRESSED.some((pattern) => pattern.test(plain));
}

/** Lines that the Worker logs for requests, except errors. */
const OF_REQUEST = /"level":"info","msg":"(request|count)"/;

/** True if a line reports a request without an internal error. */
export function isOfRequest(line: string): boolean {
  return OF_REQUEST.test(line);
}
