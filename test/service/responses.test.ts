import { describe, expect, it } from "vitest";
import * as z from "zod";
import { app } from "../../src/app.ts";
import { type Present, presentedSchemas } from "../../src/http/present.ts";
import { camelName } from "../../src/kernel/case.ts";

const AT = Date.UTC(2027, 5, 12, 15);
const TEXTS: Record<string, string> = {
  uuid: "0191e0b1-7a3c-7f00-8000-000000000042",
  url: "https://usher.example/",
  // The only pattern is that of a hash.
  regex: "0a".repeat(32),
};

/**
 * Returns sources of a response schema, with every field: `run` could return each of them. Together they contain every
 * option of its unions and enums, and null for every nullable field.
 */
function sourcesOf(schema: z.core.$ZodType): unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string": {
      const checks = def.checks?.map(({ _zod }) => ("format" in _zod.def ? String(_zod.def.format) : "")) ?? [];
      const format = "format" in def ? String(def.format) : (checks[0] ?? "");
      return [format === "datetime" ? AT : (TEXTS[format] ?? "text")];
    }
    case "number":
      return [1];
    case "boolean":
      return [true, false];
    case "null":
      return [null];
    // The only one is the audience of a tag.
    case "custom":
      return ["tag:family"];
    case "unknown":
      return ["anything"];
    case "literal":
      return def.values;
    case "enum":
      return Object.values(def.entries);
    case "nullable":
      return [...sourcesOf(def.innerType), null];
    case "optional":
      return sourcesOf(def.innerType);
    case "array":
      return sourcesOf(def.element).map((element) => [element]);
    case "record":
      return sourcesOf(def.valueType).map((some_key) => ({ some_key }));
    case "object":
      return together(
        Object.entries(def.shape).map(([name, field]) =>
          sourcesOf(field).map((value) => ({ [camelName(name)]: value })),
        ),
      );
    case "union":
      return def.options.flatMap((option) => sourcesOf(option as z.core.$ZodType));
    case "intersection":
      return together([sourcesOf(def.left) as object[], sourcesOf(def.right) as object[]]);
    default:
      throw new Error(`no source for a schema of type ${def.type}`);
  }
}

/** Objects with one part of each list, as many as the longest list has parts. */
function together(lists: readonly (readonly object[])[]): object[] {
  const length = Math.max(1, ...lists.map((parts) => parts.length));
  return Array.from({ length }, (_, index) => Object.assign({}, ...lists.map((parts) => parts[index % parts.length])));
}

/** The faults of what a presenter makes of a source: every time must be RFC 3339, and every value one of the schema. */
function faultsOf(schema: z.core.$ZodType, present: Present, source: unknown): unknown[] {
  return z.safeParse(schema, present(source)).error?.issues ?? [];
}

describe("each response schema", () => {
  it("has a valid value for every field of its schema, and no other field", () => {
    expect(app.routes.length).toBeGreaterThan(150);
    const schemas = presentedSchemas() as [z.core.$ZodType, Present][];
    expect(schemas.length).toBeGreaterThan(100);
    for (const [schema, present] of schemas) {
      const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
      for (const source of sourcesOf(schema)) {
        const presented = present(
          def.type === "object" ? { ...(source as object), anotherField: "of no field" } : source,
        );
        expect(JSON.stringify(presented)).not.toContain("of no field");
        if (def.type === "object") expect(Object.keys(presented)).toEqual(Object.keys(def.shape));
        expect(faultsOf(schema, present, source), JSON.stringify(presented)).toEqual([]);
      }
    }
  });

  it("fails for a time that is not RFC 3339 and for a value that is not of its schema", () => {
    const schema = z.object({ sent_at: z.iso.datetime(), kind: z.enum(["email", "text"]) });
    const present: Present = ({ sentAt, kind }) => ({ sent_at: sentAt, kind });
    expect(faultsOf(schema, present, { sentAt: AT, kind: "email" })).toMatchObject([{ path: ["sent_at"] }]);
    expect(faultsOf(schema, present, { sentAt: new Date(AT).toISOString(), kind: "letter" })).toMatchObject([
      { path: ["kind"] },
    ]);
  });
});
