import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleWorker } from "../../testkit/built-worker.ts";
import { type RunningService, startService } from "../../testkit/running-service.ts";

/** Starts the service with delays on its calls, behind the data centres of all cities. The caller stops it. */
export async function startWorld(): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), "usher-world-"));
  const front = join(folder, "edge.js");
  const [bundle] = await Promise.all([
    bundleWorker(join(folder, "city"), "bench/world/city-worker.ts"),
    build({
      entryPoints: [fileURLToPath(new URL("edge-worker.ts", import.meta.url))],
      bundle: true,
      format: "esm",
      outfile: front,
    }),
  ]);
  const service = await startService({}, { bundle, front });
  return {
    ...service,
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
