/**
 * The edge Worker runs near the guest. It serves files and pages that are the same for every reader, and rejects forged
 * links. It forwards other requests to the data Worker (src/worker.ts), which runs near the databases and the engine.
 *
 * In miniflare it is a second Worker, and the one that requests reach. Its bindings are those of wrangler.edge.toml:
 *
 *     {
 *       name: "usher-edge", scriptPath: <bundle of src/edge/worker.ts>, modules: true,
 *       serviceBindings: { DATA: "usher" },          // and DATA_<REGION>, see src/kernel/regions.ts
 *       assets: <those of the data Worker: .wrangler/assets as ASSETS>,
 *       bindings: { PUBLIC_URL, PLATFORM_SECRET, CORS_ORIGINS, REGIONS },
 *     }
 *
 * `runBuilt({ …, edge })` of testkit/built-worker.ts starts both. The platform sets `request.cf`, `CF-Connecting-IP` and
 * `CF-Ray`, replacing values of the client. This Worker forwards them unchanged, so the data Worker can trust them.
 */
import { requestIdOf } from "../http/request-id.ts";
import { log } from "../kernel/log.ts";
import type { Region } from "../kernel/regions.ts";
import { destinationOf } from "./destination.ts";
import { type EdgeBindings, edgeOf } from "./edge-env.ts";
import { forwardRequest } from "./forward-request.ts";
import { refuse } from "./responses.ts";
import { isStatic, staticPages } from "./static-pages.ts";

export default {
  async fetch(request, env, context) {
    if (isStatic(request)) {
      const served = await staticPages.fetch(request, env, context);
      if (served.status !== 404) return served;
    }
    const edge = edgeOf(env);
    const id = requestIdOf(request.headers);
    const asked = { env, edge, request, id };
    const unavailable = (region: Region, error?: unknown) => {
      log("error", "region_failed", { request_id: id, region: region.name, variable: region.service }, error);
      return refuse(asked, "region_unavailable", "unavailable");
    };
    const destination = await destinationOf(edge, request);
    if (destination.kind === "forged") {
      log("info", "forged_link", { request_id: id });
      return refuse(asked, "not_found", "link");
    }
    const { region, body } = destination;
    const service = edge.serviceOf(region);
    if (service === undefined) return unavailable(region);
    try {
      return await forwardRequest(service, request, { id, body });
    } catch (error) {
      return unavailable(region, error);
    }
  },
} satisfies ExportedHandler<EdgeBindings>;
