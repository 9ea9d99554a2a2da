import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, it } from "vitest";
import * as z from "zod";
import released from "../../docs/openapi-released.json";
import { breaksOf, type Contract, contractOf } from "../../scripts/openapi/contract.ts";
import type { ServedDocument } from "../../scripts/openapi/document.ts";
import { PUBLIC } from "../../src/http/access.ts";
import type { AppEnv } from "../../src/http/app-env.ts";
import { endpoint, json } from "../../src/http/endpoint.ts";
import { errorResponse } from "../../src/http/error-response.ts";
import { notFound } from "../../src/kernel/errors.ts";
import { document } from "../support/operations.ts";

it("breaks nothing of the released document", () => {
  const present = contractOf(JSON.parse(JSON.stringify(document)) as ServedDocument);
  expect(Object.keys(present.operations).length).toBeGreaterThan(100);
  const breaks = breaksOf(released as Contract, present, new Date().toISOString().slice(0, 10));
  expect(breaks, "docs/api-stability.md says what to do").toEqual([]);
});

it("announces a deprecated route with each response, errors included, and in the document", async () => {
  const app = new OpenAPIHono<AppEnv>();
  app.onError((error, c) => errorResponse(c, error));
  app.openapi(
    endpoint({
      name: "readOld",
      tag: "Service",
      method: "get",
      path: "/old/{id}",
      summary: "An old way",
      description: "It answers.",
      access: PUBLIC,
      deprecated: { since: "2026-12-01", sunset: "2027-06-30", instead: "Use `GET /new`." },
      params: z.object({ id: z.string() }),
      responses: { 200: json(z.object({ ok: z.literal(true) }), "Yes") },
    }),
    async (c) => {
      if (c.req.valid("param").id === "none") throw notFound();
      return c.json({ ok: true as const }, 200);
    },
  );
  for (const [path, status] of [
    ["/old/one", 200],
    ["/old/none", 404],
  ] as const) {
    const response = await app.request(path);
    expect(response.status).toBe(status);
    expect(response.headers.get("Deprecation")).toBe("@1796083200");
    expect(response.headers.get("Sunset")).toBe("Wed, 30 Jun 2027 23:59:59 GMT");
  }
  const described = app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } });
  expect(described.paths?.["/old/{id}"]?.get).toMatchObject({
    deprecated: true,
    description: "Deprecated since 2026-12-01; works until 2027-06-30. Use `GET /new`.\n\nIt answers.",
  });
});
