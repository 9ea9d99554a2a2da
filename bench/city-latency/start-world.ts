import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleWorker } from "../../testkit/built-worker.ts";
import { type StartedService, startService } from "../../testkit/running-service.ts";

/** Starts the service with delays on its calls, behind the data centres of all cities. The caller stops it. */
export async function startWorld(): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), "usher-world-"));
  const [bundle, edge] = await Promise.all([
    bundleWorker(join(folder, "city"), "bench/city-latency/city-worker.ts"),
    bundleWorker(join(folder, "edge"), "bench/city-latency/edge-worker.ts", "wrangler.edge.toml"),
  ]);
  const service = await startService({}, { bundle, edge: { bundle: edge } });
  return {
    ...service,
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
