import { mkdirSync, writeFileSync } from "node:fs";
import { unstable_startWorker as startWorker } from "wrangler";
import type { ServedDocument } from "./document.ts";

const FOLDER = ".wrangler/check";
/** Where the document is written. */
export const DOCUMENT_PATH = `${FOLDER}/openapi.json`;
/** The minimal valid configuration; no request of this program needs more. */
const SECRET = { type: "plain_text", value: "no-secret-and-long-enough-for-one" } as const;
/** After a failed build wrangler waits for a change of the source; this timeout ends the wait. Milliseconds. */
const ANSWERS_WITHIN_MS = 90_000;

/**
 * Fetches the OpenAPI document from the Worker, built and run like under `wrangler dev`, so that it is the one that clients
 * receive, and writes it to `DOCUMENT_PATH`. For programs that do nothing else: wrangler takes over the process.
 */
export async function fetchServedDocument(): Promise<ServedDocument> {
  const timeout = setTimeout(() => {
    console.error("The Worker does not respond.");
    process.exit(1);
  }, ANSWERS_WITHIN_MS);
  const worker = await startWorker({
    config: "wrangler.toml",
    // Only the static files: this Worker has its own secrets, and no database that lasts.
    build: { custom: { command: "node scripts/build-assets.ts --static" } },
    bindings: { PLATFORM_SECRET: SECRET, SCORING_ENGINE_SECRET: SECRET },
    dev: { persist: false, inspector: false, watch: false, logLevel: "error", server: { port: 0 } },
  });
  const response = await worker.fetch("http://usher.invalid/openapi.json");
  if (!response.ok) throw new Error(`/openapi.json responded with ${response.status}`);
  const document = (await response.json()) as ServedDocument;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(DOCUMENT_PATH, JSON.stringify(document, null, 2));
  await worker.dispose();
  clearTimeout(timeout);
  return document;
}
