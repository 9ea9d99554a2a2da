/** The OpenAPI document for fuzzing: references resolved, and objects closed unless they allow further fields. */

/** A JSON schema of the document. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  /** An example value, for a string with a pattern. */
  example?: unknown;
  /** A request must not have it. */
  readOnly?: boolean;
}

/** A parameter in the path, query or headers. */
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}

/** One operation of the document. */
export interface Operation {
  id: string;
  /** Upper case. */
  method: string;
  path: string;
  /** True if the operation requires a bearer token. */
  isGuarded: boolean;
  parameters: Parameter[];
  /** By media type; empty when the operation has no request body. */
  body: Record<string, Schema>;
  /** Status → media type → schema. Without media types: a response without a body. */
  answers: Record<string, Record<string, Schema>>;
  /** Matches paths of this operation. */
  pattern: RegExp;
}

type Content = Record<string, { schema: Schema }>;

interface WireOperation {
  operationId: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface WireDocument {
  paths: Record<string, Record<string, WireOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** Every operation of a document. */
export function readOperations(text: string): Operation[] {
  const document = JSON.parse(text) as WireDocument;
  const resolve = (schema: Schema): Schema => resolved(schema, document.components.schemas);
  const contents = (content: Content = {}): Record<string, Schema> =>
    Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, resolve(schema)]));
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      isGuarded: (operation.security ?? []).length > 0,
      parameters: (operation.parameters ?? []).map((one) => ({ ...one, schema: resolve(one.schema) })),
      body: contents(operation.requestBody?.content),
      answers: Object.fromEntries(
        Object.entries(operation.responses).map(([status, answer]) => [status, contents(answer.content)]),
      ),
      pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    })),
  );
}

/** Resolves references and `allOf`. Objects without `additionalProperties` get `false`. */
function resolved(schema: Schema, named: Record<string, Schema>): Schema {
  const again = (one: Schema): Schema => resolved(one, named);
  if (schema.$ref !== undefined) {
    const target = named[schema.$ref.slice("#/components/schemas/".length)];
    if (target === undefined) throw new Error(`the document has no ${schema.$ref}`);
    return again(target);
  }
  if (schema.allOf !== undefined) return merged(schema.allOf.map(again));
  const { properties, items, anyOf, oneOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, again(v)])) }
      : {}),
    ...(properties && additionalProperties === undefined ? { additionalProperties: false } : {}),
    ...(typeof additionalProperties === "object" ? { additionalProperties: again(additionalProperties) } : {}),
    ...(items ? { items: again(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(again) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(again) } : {}),
  };
}

/** One schema for all parts. The fields of the others are added to each branch of a union. */
function merged(parts: Schema[]): Schema {
  const union = parts.find(({ oneOf }) => oneOf !== undefined);
  if (union?.oneOf !== undefined) {
    const others = parts.filter((part) => part !== union);
    return { oneOf: union.oneOf.map((branch) => merged([branch, ...others])) };
  }
  const whole = Object.assign({}, ...parts) as Schema;
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  return { ...whole, properties, required: parts.flatMap((part) => part.required ?? []) };
}
