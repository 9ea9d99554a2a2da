import * as z from "zod";
import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { checkHealth } from "./check-health.ts";

const Health = z.object({ status: z.literal("ok") }).openapi("Health");

const healthGroup = routes({ tag: "Service", access: PUBLIC });
export const healthRoutes = healthGroup.app;

healthGroup.get("/health", {
  name: "checkHealth",
  summary: "Check the health of the service",
  description:
    "Returns 200 after reading one row from each database. Returns 503 `database_unavailable` if one does not respond.",
  response: [200, Health, "All databases respond"],
  run: async (ctx) => {
    await checkHealth(ctx);
    return { status: "ok" as const };
  },
});
