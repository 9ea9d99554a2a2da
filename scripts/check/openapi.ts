/**
 * Fetches the OpenAPI document from the Worker and lints it. The Worker is built and run like under `wrangler dev`, so
 * the document is the one that clients receive. A separate program because wrangler takes over the process.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { unstable_startWorker as startWorker } from "wrangler";

const FOLDER = ".wrangler/check";
const DOCUMENT = `${FOLDER}/openapi.json`;
/** The minimal valid configuration; no request of this program needs more. */
const SECRET = { type: "plain_text", value: "no-secret-and-long-enough-for-one" } as const;
/** After a failed build wrangler waits for a change of the source; this timeout ends the wait. Milliseconds. */
const ANSWERS_WITHIN_MS = 90_000;

setTimeout(() => {
  console.error("The Worker does not respond.");
  process.exit(1);
}, ANSWERS_WITHIN_MS).unref();

const worker = await startWorker({
  config: "wrangler.toml",
  bindings: { PLATFORM_SECRET: SECRET, SCORING_ENGINE_SECRET: SECRET },
  dev: { persist: false, inspector: false, watch: false, logLevel: "error", server: { port: 0 } },
});
const response = await worker.fetch("http://usher.invalid/openapi.json");
if (!response.ok) throw new Error(`/openapi.json responded with ${response.status}`);
mkdirSync(FOLDER, { recursive: true });
writeFileSync(DOCUMENT, JSON.stringify(await response.json(), null, 2));
await worker.dispose();

const { status } = spawnSync("redocly", ["lint", DOCUMENT], { stdio: "inherit" });
process.exit(status ?? 1);
