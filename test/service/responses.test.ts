import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { app } from "../../src/app.ts";
import { type Present, presentedSchemas } from "../../src/http/present.ts";
import { camelName } from "../../src/kernel/case.ts";

const AT = Date.UTC(2027, 5, 12, 15);
const TEXTS: Record<string, string> = { uuid: "0191e0b1-7a3c-7f00-8000-000000000042", url: "https://usher.example/" };

/** A source of a response schema, with every field: `run` could return it. */
function sourceOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string": {
      const format = "format" in def ? String(def.format) : "";
      return format === "datetime" ? AT : (TEXTS[format] ?? "text");
    }
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "unknown":
      return "anything";
    case "literal":
      return def.values[0];
    case "enum":
      return Object.values(def.entries)[0];
    case "nullable":
    case "optional":
      return sourceOf(def.innerType);
    case "array":
      return [sourceOf(def.element)];
    case "record":
      return { some_key: sourceOf(def.valueType) };
    case "object":
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [camelName(name), sourceOf(field)]));
    case "union":
      return sourceOf(def.options[0] as z.core.$ZodType);
    case "intersection":
      return { ...(sourceOf(def.left) as object), ...(sourceOf(def.right) as object) };
    default:
      throw new Error(`no source for a schema of type ${def.type}`);
  }
}

describe("each response schema", () => {
  it("has every field of its schema, and no other", () => {
    expect(app.routes.length).toBeGreaterThan(150);
    const schemas = presentedSchemas() as [z.core.$ZodType, Present][];
    expect(schemas.length).toBeGreaterThan(100);
    for (const [schema, present] of schemas) {
      const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
      const source = sourceOf(schema);
      const presented = present(
        def.type === "object" ? { ...(source as object), anotherField: "of no field" } : source,
      );
      expect(JSON.stringify(presented)).not.toContain("of no field");
      if (def.type === "object") expect(Object.keys(presented)).toEqual(Object.keys(def.shape));
    }
  });
});
