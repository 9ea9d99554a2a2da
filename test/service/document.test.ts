import { OpenAPIHono } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { app } from "../../src/app.ts";
import { document } from "../support/operations.ts";

type Described = { requestBody?: { content: Record<string, { example?: unknown; examples?: object }> } };

/** The routes as they are registered, with the schemas that validate. */
const routes = app.openAPIRegistry.definitions.flatMap((definition) =>
  definition.type === "route" ? [definition.route] : [],
);
const bodies = routes.flatMap(({ method, path, request }) => {
  const media = request?.body?.content["application/json"];
  const schema = media && "schema" in media ? media.schema : undefined;
  const described = (document.paths?.[path] as Record<string, Described> | undefined)?.[method];
  const example = described?.requestBody?.content["application/json"]?.example;
  return schema instanceof z.ZodType ? [{ id: `${method} ${path}`, schema, example }] : [];
});

describe("OpenAPI document", () => {
  it.each(bodies)("contains an example of $id that passes its validation", ({ schema, example }) => {
    expect(z.safeParse(schema, example).error?.issues).toBeUndefined();
  });

  it("describes the pings of the live channel and the key of a refresh", () => {
    type Operation = { description?: string; parameters?: { in: string; name: string }[] };
    const paths = document.paths as Record<string, Record<string, Operation>>;
    const headersOf = ({ parameters = [] }: Operation = {}) =>
      parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
    expect(paths["/events/{eventId}/live"]?.get?.description).toContain('`{"type": "ping"}`');
    expect(headersOf(paths["/auth/refresh"]?.post)).toContain("Idempotency-Key");
    const { verdict } = (document.components.schemas.MarkAccess as { properties: Record<string, object> }).properties;
    expect(Object.keys(verdict ?? {}).filter((key) => /length/i.test(key))).toEqual([]);
  });

  it("declares at each use whether a component may be null, and in no component", () => {
    const wrong = routes.flatMap(({ request, responses }) => {
      const contents = [request?.body, ...Object.values(responses)].flatMap((part) =>
        part !== undefined && "content" in part ? Object.values(part.content ?? {}) : [],
      );
      const schemas = contents.flatMap((media) => (media && "schema" in media ? [media.schema] : []));
      return schemas.flatMap((schema) => (schema instanceof z.ZodType ? nullableComponents(schema) : []));
    });
    expect([...new Set(wrong)], "use orNull() of src/http/fields.ts").toEqual([]);
  });
});

/** The names of components that are nullable somewhere in a schema. */
function nullableComponents(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema._zod;
  const name = def.type === "nullable" && schema instanceof z.ZodType ? componentOf(schema) : null;
  const inside = Object.values("shape" in def ? { ...def, ...(def.shape as object) } : def).flat();
  return [
    ...(name === null ? [] : [name]),
    ...inside.filter((one) => one instanceof z.core.$ZodType).flatMap((one) => nullableComponents(one, seen)),
  ];
}

/** The component that the generator makes of a schema, or null when it describes it in place. */
function componentOf(schema: z.ZodType): string | null {
  const probing = new OpenAPIHono();
  probing.openAPIRegistry.register("Probe", z.object({ probed: schema }));
  const { components } = probing.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } });
  const probe = components?.schemas?.Probe;
  const probed = probe && "properties" in probe ? probe.properties?.probed : undefined;
  return probed && "$ref" in probed ? String(probed.$ref) : null;
}
