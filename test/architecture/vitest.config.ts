import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TIMEOUT_MS = 120_000;

/** The tests of the source code and its documents, which `npm run check` runs. */
export default defineConfig({
  test: { root: ROOT, include: ["test/architecture/*.test.ts"], testTimeout: TIMEOUT_MS, silent: "passed-only" },
});
