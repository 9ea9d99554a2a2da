/** A JSON Schema of the OpenAPI document, with the keywords that our schemas use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  default?: unknown;
  description?: string;
  example?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** The content of one media type. */
export interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

export type Content = Record<string, MediaType>;

/** An operation of the document, as far as it is completed after the routes are described. */
export interface DescribedOperation {
  operationId: string;
  parameters?: { name: string; schema?: JsonSchema; description?: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** The document of all routes, as the generator returns it. */
export interface DescribedDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks?: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** Every operation of the document: those of the routes, and the calls that the service makes itself. */
export function operationsOf({ paths, webhooks = {} }: DescribedDocument): DescribedOperation[] {
  return [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.values(methods));
}

const REF = "#/components/schemas/";

/** The name of the component that a schema refers to, or null. */
export function componentOf({ $ref }: JsonSchema): string | null {
  return $ref?.startsWith(REF) ? $ref.slice(REF.length) : null;
}

/** The schemas directly inside a schema. */
export function partsOf(schema: JsonSchema): JsonSchema[] {
  const { properties, additionalProperties, items, prefixItems, anyOf, oneOf, allOf } = schema;
  return [
    ...Object.values(properties ?? {}),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
    ...(items ? [items] : []),
    ...[prefixItems, anyOf, oneOf, allOf].flatMap((list) => list ?? []),
  ];
}

/** A schema with `change` applied to it and everything inside it, the innermost first. Keywords keep their order. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inside = (one: JsonSchema): JsonSchema => mapSchema(one, change);
  const entries = Object.entries(schema as Record<string, unknown>).map(([keyword, value]) => {
    if (keyword === "properties") {
      const properties = Object.entries(value as Record<string, JsonSchema>).map(([name, one]) => [name, inside(one)]);
      return [keyword, Object.fromEntries(properties)];
    }
    if (LISTS.has(keyword)) return [keyword, (value as JsonSchema[]).map(inside)];
    const isSchema = keyword === "items" || (keyword === "additionalProperties" && typeof value === "object");
    return [keyword, isSchema ? inside(value as JsonSchema) : value];
  });
  return change(Object.fromEntries(entries));
}

const LISTS = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
