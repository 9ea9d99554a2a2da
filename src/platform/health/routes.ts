import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { checkHealth } from "./check-health.ts";

const Health = z.object({ status: z.literal("ok") }).openapi("Health");

export const healthRoutes = new OpenAPIHono<AppEnv>();

healthRoutes.openapi(
  endpoint({
    name: "checkHealth",
    tag: "Service",
    method: "get",
    path: "/health",
    summary: "Health of the service and its databases",
    access: PUBLIC,
    refusals: ["database_unavailable"],
    answers: { 200: json(Health, "The service and its databases answer.") },
  }),
  async (c) => {
    await checkHealth(c.var.ctx);
    return c.json({ status: "ok" as const }, 200);
  },
);
