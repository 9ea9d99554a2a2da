import * as z from "zod";
import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { checkHealth } from "./check-health.ts";

const Health = z.object({ status: z.literal("ok") }).openapi("Health");

const healthGroup = routes({ tag: "Service", access: PUBLIC });
export const healthRoutes = healthGroup.app;

healthGroup.get("/health", {
  name: "checkHealth",
  summary: "Health of the service and its databases",
  response: [200, Health, "The service and its databases answer."],
  run: async (ctx) => {
    await checkHealth(ctx);
    return { status: "ok" as const };
  },
});
