import { expect, it } from "vitest";
import type { JsonSchema } from "../../../scripts/openapi/json-schema.ts";
import { fieldRows, typeOf } from "../../../scripts/reference/field-rows.ts";

const REF = "#/components/schemas/";
const TREE: JsonSchema = {
  type: "object",
  properties: { name: { type: "string" }, children: { type: "array", items: { $ref: `${REF}Tree` } } },
};

function paths(schema: JsonSchema, components: Record<string, JsonSchema> = {}): string[] {
  return fieldRows(schema, components).map((row) =>
    "variant" in row ? `if ${row.variant}` : `${row.parent}${row.name}`,
  );
}

it("lists nested fields of objects and list items, and stops at recursion", () => {
  const schema = {
    properties: { tree: { $ref: `${REF}Tree` }, by_id: { type: "object", additionalProperties: TREE } },
  };
  expect(paths(schema, { Tree: TREE })).toEqual([
    "tree",
    "tree.name",
    "tree.children",
    "by_id",
    "by_id.*.name",
    "by_id.*.children",
    "by_id.*.children[].name",
    "by_id.*.children[].children",
  ]);
});

it("joins the parts of a schema, and lists variants one after another", () => {
  const variant = (kind: string, field: string): JsonSchema => ({
    type: "object",
    properties: { kind: { type: "string", enum: [kind] }, [field]: { type: "string" } },
  });
  const schema = { allOf: [{ properties: { id: { type: "string" } } }, { properties: { at: { type: "string" } } }] };
  expect(paths(schema)).toEqual(["id", "at"]);
  expect(paths({ oneOf: [variant("a", "one"), variant("b", "two")] })).toEqual([
    'if kind is "a"',
    "kind",
    "one",
    'if kind is "b"',
    "kind",
    "two",
  ]);
});

it.each<[JsonSchema, string]>([
  [{ type: ["string", "null"], format: "uuid" }, "string (uuid) | null"],
  [{ type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
  [{ type: "object", additionalProperties: { type: "integer" } }, "map of integer"],
  [{ anyOf: [{ $ref: `${REF}Tree` }, { type: "null" }] }, "object | null"],
])("writes a type as TypeScript does: %j", (schema, type) => {
  expect(typeOf(schema, { Tree: TREE })).toBe(type);
});

it("lists the rules of a value in addition to its type", () => {
  const tags = { type: "array", maxItems: 20, items: { type: "string", minLength: 1, maxLength: 50 } };
  const [row, size, kind] = fieldRows(
    {
      properties: {
        tags,
        size: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        kind: { type: ["string", "null"], enum: ["a", "b", null] },
      },
      required: ["tags"],
    },
    {},
  );
  expect(row).toMatchObject({ isRequired: true, rules: ["at most 20 items", "1 to 50 characters"] });
  expect(size).toMatchObject({ isRequired: false, rules: ["at least 0"] });
  expect(kind).toMatchObject({ values: ["a", "b"] });
});
