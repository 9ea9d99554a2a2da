import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { minifiedBundle } from "../../testkit/minified-bundle.ts";

/** Each isolate parses the bundle when it starts, so rarely used content is a static file, see docs/performance.md. */
const BUDGET_KIB = 600;

it("keeps the Worker's bundle, minified and gzipped, within its budget", async () => {
  const { gzippedKib } = await minifiedBundle(mkdtempSync(join(tmpdir(), "usher-bundle-")));
  expect(gzippedKib).toBeLessThanOrEqual(BUDGET_KIB);
});
